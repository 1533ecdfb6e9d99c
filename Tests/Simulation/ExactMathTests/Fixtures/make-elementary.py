#!/usr/bin/env python3
"""Writes elementary.csv: inputs, correctly rounded results and how far rounding moved them.

Usage: make-elementary.py > elementary.csv      (needs mpmath; 60 digits)

Each row has the function, the bits of the input, the bits of the double nearest to the true
result, and (true result - that double) in units in its last place, to four decimals.
"""
import math
import random
import struct
from fractions import Fraction

import mpmath
from mpmath import mp, mpf

mp.dps = 60
generator = random.Random(20)


def bits(number):
    return struct.unpack('>Q', struct.pack('>d', number))[0]


def double(pattern):
    return struct.unpack('>d', struct.pack('>Q', pattern))[0]


def fraction(value):
    sign, mantissa, exponent, _ = value._mpf_
    result = Fraction(int(mantissa)) * Fraction(2) ** exponent
    return -result if sign else result


def row(name, x):
    true = fraction(getattr(mpmath, name)(mpf(x)))
    try:
        nearest = float(true)          # a division of whole numbers, correctly rounded
    except OverflowError:
        nearest = math.inf if true > 0 else -math.inf
    if true == 0 and math.copysign(1, x) < 0 and name != 'exp':
        nearest = -0.0
    # Outside the range of the double there is nothing that could be a part of a last place.
    excess = 0.0 if math.isinf(nearest) or true == 0 else float(
        (true - Fraction(nearest)) / Fraction(math.ulp(nearest)))
    return f'{name},{bits(x):016x},{bits(nearest):016x},{excess:.4f}'


def around(centre, steps):
    """A double and its neighbours, some of them farther away."""
    return [double(bits(centre) + step) for step in steps]


def any_double(low_exponent, high_exponent):
    return math.ldexp(generator.uniform(1, 2), generator.randint(low_exponent, high_exponent))


def signed(numbers):
    return [number if generator.random() < 0.5 else -number for number in numbers]


def near_multiples(unit):
    """The doubles next to multiples of a number: small ones, large ones up to 2^20."""
    counts = list(range(1, 60)) + [generator.randrange(60, 667_544) for _ in range(60)]
    return [double(bits(float(mpf(unit) * k)) + generator.choice((-1, 0, 0, 1))) for k in counts]


TINY = [5e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 1e-20, 2.0**-29, 2.0**-28, 2.0**-27,
        2.0**-26, 1e-8, 1e-7, 1e-5]
# Doubles famous for lying very near to a multiple of pi/2.
HARD_ANGLES = [5.319372648326541e255, 6381956970095103.0 * 2.0**797, 1e22, 2.0**1023,
               1.7976931348623157e308, 2.0**20, 2.0**20 + 0.5, 2.0**60, 1e100]


def angles():
    return signed(
        [generator.uniform(0, 0.8) for _ in range(120)]
        + [generator.uniform(0, 7) for _ in range(120)]
        + [generator.uniform(0, 2**20) for _ in range(60)]
        + [any_double(20, 1023) for _ in range(80)] + [any_double(-30, 0) for _ in range(60)]
        + near_multiples(mp.pi / 2) + near_multiples(mp.pi / 4)[:60]
        + [j / 64 for j in range(1, 52, 5)] + [(j + 0.5) / 64 for j in range(0, 52, 5)]
        + TINY + HARD_ANGLES) + [0.0, -0.0]


def inputs(name):
    unit = [generator.uniform(0, 1) for _ in range(250)]
    if name in ('sin', 'cos', 'tan'):
        return angles()
    if name == 'log':
        return (around(1.0, range(-20, 21)) + [1 + s * 2.0**-k for k in range(1, 52) for s in (-1, 1)]
                + [generator.uniform(0.5, 2) for _ in range(200)]
                + [any_double(-1022, 1023) for _ in range(100)]
                + [generator.randrange(1, 2**52) * 5e-324 for _ in range(30)]
                + [1 + j / 128 for j in range(128)] + TINY[:4] + [1.7976931348623157e308])
    if name == 'exp':
        return (signed([generator.uniform(0, 709) for _ in range(250)])
                + [generator.uniform(-745.2, -708) for _ in range(80)]
                + [generator.uniform(709.7, 709.79) for _ in range(30)]
                + around(709.782712893384, range(-3, 4)) + around(-745.1332191019411, range(-3, 4))
                + around(-708.3964185322641, range(-3, 4)) + signed(unit) + signed(TINY)
                + [float(mp.log(2) * k / 64) for k in range(-64, 65)] + [0.0, -0.0])
    if name == 'atan':
        return (signed(unit) + signed([1 / u for u in unit]) + signed(TINY)
                + signed([any_double(-40, 70) for _ in range(100)]) + around(1.0, range(-5, 6))
                + [j / 64 for j in range(1, 65, 4)] + [(j + 0.5) / 64 for j in range(0, 64, 4)]
                + [1e300, -1.7976931348623157e308, 0.0, -0.0])
    if name == 'asin':
        return (signed(unit) + signed(TINY) + signed([1 - u / 100 for u in unit[:60]])
                + [1 - 2.0**-k for k in range(1, 54)] + around(0.7071067811865476, range(-5, 6))
                + around(1.0, range(-12, 1)) + [any_double(-30, -1) for _ in range(60)]
                + [-1.0, 0.0, -0.0])
    return (signed([generator.uniform(0, 4) for _ in range(200)])
            + signed([generator.uniform(0, 710) for _ in range(200)]) + signed(TINY)
            + signed([any_double(-30, 1) for _ in range(100)]) + around(0.125, range(-6, 7))
            + around(40.0, range(-4, 5)) + around(710.4758600739439, range(-3, 4)) + [0.0, -0.0])


if __name__ == '__main__':
    print('function,input,nearest,excess')
    for function in ('sin', 'cos', 'tan', 'log', 'exp', 'atan', 'asin', 'sinh'):
        for number in inputs(function):
            print(row(function, number))
