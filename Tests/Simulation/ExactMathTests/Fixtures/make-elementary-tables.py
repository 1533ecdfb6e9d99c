#!/usr/bin/env python3
"""Prints the tables of the elementary functions as Swift source.

Usage: make-elementary-tables.py FILE  (Sources/Simulation/ExactMath/ElementaryTables.swift)

Every number is computed by mpmath with 500 digits and stored as the sum of two doubles in
hexadecimal, so nothing is lost on the way into the source.
"""
import sys
import textwrap
from fractions import Fraction
from pathlib import Path

from mpmath import mp, mpf, atan, cos, cosh, floor, ldexp, log, pi, power, sin, sinh

mp.dps = 500


def nearest(value):
    """The double nearest to an mpf; the division of whole numbers rounds correctly."""
    sign, mantissa, exponent, _ = mpf(value)._mpf_
    fraction = Fraction(int(mantissa)) * Fraction(2) ** exponent
    return float(-fraction if sign else fraction)


def pair(value):
    high = nearest(value)
    return high, nearest(value - mpf(high))


def short_pair(value, bits):
    """A pair whose high part is a multiple of 2^-bits."""
    high = nearest(ldexp(floor(ldexp(value, bits) + mpf(1) / 2), -bits))
    return high, nearest(value - mpf(high))


def coarse_pair(value):
    """A pair whose high part has 26 bits, so that products of two of them are exact."""
    shift = 25 - int(floor(log(value, 2)))
    upper = ldexp(floor(ldexp(value, shift)), -shift)
    return nearest(upper), nearest(value - upper)


def text(number):
    if number == 0:
        return '0'
    sign = '-' if number < 0 else ''
    mantissa, exponent = abs(number).hex().removeprefix('0x').split('p')
    mantissa = mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa
    return f'{sign}0x{mantissa}p{int(exponent)}'


def table(name, comment, numbers, kind='Double', width=None):
    """A static array, filled line by line or with as many numbers in each line as `width` says."""
    texts = [number if isinstance(number, str) else text(number) for number in numbers]
    lines, size = [], width or len(texts)
    for start in range(0, len(texts), size):
        lines += textwrap.wrap(', '.join(texts[start:start + size]) + ',', 96)
    return '\n'.join([f'  /// {line}' if line else '  ///' for line in comment]
                     + [f'  static let {name}: [{kind}] = [']
                     + [f'    {line}' for line in lines] + ['  ]'])


def flat(pairs):
    return [number for numbers in pairs for number in numbers]


def sines():
    rows = [(*pair(sin(mpf(j) / 64)), *coarse_pair(cos(mpf(j) / 64))) for j in range(97)]
    return table('sines', [
        'Sine and cosine of 0/64, 1/64 … 96/64 as pairs, the high parts of the cosines with 26 bits.'
    ], flat(rows), width=4)


def cosines():
    return table('cosines', ['The cosines of 0/64, 1/64 … 51/64 as pairs.'],
                 flat(pair(cos(mpf(j) / 64)) for j in range(52)))


def arc_tangents():
    return table('arcTangents', ['The arc tangents of 0/64, 1/64 … 64/64 as pairs.'],
                 flat(pair(atan(mpf(j) / 64)) for j in range(65)))


def powers_of_two():
    return table('powersOfTwo', ['Two to the power of 0/64, 1/64 … 63/64 as pairs.'],
                 flat(pair(power(2, mpf(j) / 64)) for j in range(64)))


def logarithms():
    numbers = []
    for j in range(128):
        half = j >= 53                       # significands from about the root of two are halved
        middle = (mpf(1) + (mpf(j) + mpf(1) / 2) / 128) / (2 if half else 1)
        reciprocal = floor(1024 / middle + mpf(1) / 2) / 1024
        if j in (0, 127):                    # next to one the reduction must be exact
            reciprocal = mpf(1)
        numbers += [nearest(reciprocal), *short_pair(-log(reciprocal), 42)]
    return table('logarithms', [
        'For each of 128 equal parts of 1 ..< 2 a short reciprocal of its middle, a multiple of',
        '1/1024, and the negative logarithm of that, whose high part is a multiple of 2^-42.',
        '',
        'From part 53 on the significand is meant to be halved first.'], numbers)


def two_over_pi():
    digits = int(floor(ldexp(2 / pi, 1280)))
    words = [(digits >> (64 * (19 - k))) & (2 ** 64 - 1) for k in range(20)]
    return table('twoOverPi', [
        'The binary digits of 2 / pi, 64 in each word, behind one word of zeros.'
    ], ['0'] + [f'0x{"_".join(textwrap.wrap(f"{word:016x}", 4))}' for word in words], 'UInt64')


def gudermannian_series(place, count):
    """Taylor coefficients of atan(sinh x) at a place, from the first power on.

    Its derivative is y = 1 / cosh x, whose series is the reciprocal of that of the cosine.
    """
    growing = [sinh(place), cosh(place)]
    cosine = [growing[(k + 1) % 2] / mp.factorial(k) for k in range(count)]
    slope = []
    for k in range(count):
        rest = (1 if k == 0 else 0) - sum(cosine[i] * slope[k - i] for i in range(1, k + 1))
        slope.append(rest / cosine[0])
    return [slope[k] / (k + 1) for k in range(count)]


def gudermannians():
    numbers = []
    for j in range(51):
        place = mpf(j) / 16
        series = gudermannian_series(place, 11)
        numbers += [*pair(sinh(place)), *coarse_pair(cosh(place)), *pair(atan(sinh(place))),
                    *coarse_pair(series[0]), *[nearest(term) for term in series[1:]]]
    return table('gudermannians', [
        'For each of 0/16, 1/16 … 50/16 eighteen numbers: the pairs of sinh, cosh, atan(sinh) and',
        '1 / cosh, and the coefficients of the second to the eleventh power of atan(sinh).',
        '',
        'The high parts of cosh and 1 / cosh have 26 bits.'], numbers)


def constants():
    """Prints the constants that stand in the code itself."""
    def split(name, value, bits, parts):
        for k in range(parts - 1):
            shift = bits - 1 - int(floor(log(value, 2)))
            part = nearest(ldexp(floor(ldexp(value, shift)), -shift))
            print(name, k + 1, text(part))
            value -= mpf(part)
        print(name, parts, text(nearest(value)))
    split('pi/2', pi / 2, 33, 4)
    split('ln2/64', log(2) / 64, 35, 3)
    print('ln2 by 42', [text(v) for v in short_pair(log(2), 42)])
    print('pi/2 pair', [text(v) for v in pair(pi / 2)])
    print('2/pi', text(nearest(2 / pi)), ' 64/ln2', text(nearest(64 / log(2))))


if __name__ == '__main__':
    tables = (sines, cosines, arc_tangents, powers_of_two, logarithms, gudermannians, two_over_pi)
    body = '\n\n'.join(make() for make in tables)
    note = '// Made by Tests/Simulation/ExactMathTests/Fixtures/make-elementary-tables.py; do not edit.\n'
    Path(sys.argv[1]).write_text(f'{note}\nextension Elementary {{\n{body}\n}}\n')
    constants()
