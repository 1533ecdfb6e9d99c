#!/usr/bin/env python3
"""Prints the tables of the elementary functions as Swift source.

Usage: make-elementary-tables.py DIRECTORY      (Sources/MapGeometry/Elementary)

Every number is computed by mpmath with 500 digits and stored as the sum of two doubles in
hexadecimal, so nothing is lost on the way into the source.
"""
import sys
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


def row(value):
    return f'    DoubleDouble({text(value[0])}, {text(value[1])}),'


def array(name, comment, rows):
    lines = [f'  /// {line}' if line else '  ///' for line in comment]
    return '\n'.join(lines + [f'  static let {name}: [DoubleDouble] = ['] + rows + ['  ]'])


def write(folder, name, parts):
    body = '\n\n'.join(parts)
    note = '// Made by Tests/MapGeometryTests/Fixtures/make-elementary-tables.py; do not edit.\n'
    (folder / name).write_text(f'{note}\nextension Elementary {{\n{body}\n}}\n')


def trigonometric(folder):
    steps = [mpf(j) / 64 for j in range(52)]
    write(folder, 'Elementary+TrigonometricTables.swift', [
        array('sines', ['The sines of 0/64, 1/64 … 51/64.'], [row(pair(sin(t))) for t in steps]),
        array('cosines', ['The cosines of 0/64, 1/64 … 51/64.'],
              [row(pair(cos(t))) for t in steps]),
    ])
    write(folder, 'Elementary+ArcTangentTable.swift', [
        array('arcTangents', ['The arc tangents of 0/64, 1/64 … 64/64.'],
              [row(pair(atan(mpf(j) / 64))) for j in range(65)]),
    ])


def sine_rows(folder):
    rows = []
    for j in range(97):
        for numbers in (pair(sin(mpf(j) / 64)), coarse_pair(cos(mpf(j) / 64))):
            rows.append(row(numbers))
    write(folder, 'Elementary+SineTable.swift', [
        array('sineRows',
              ['Sine and cosine of 0/64, 1/64 … 96/64 by turns.', '',
               'The high parts of the cosines have 26 bits.'], rows),
    ])


def exponential(folder):
    write(folder, 'Elementary+ExponentialTable.swift', [
        array('powersOfTwo', ['Two to the power of 0/64, 1/64 … 63/64.'],
              [row(pair(power(2, mpf(j) / 64))) for j in range(64)]),
    ])


def logarithmic(folder):
    rows = []
    for j in range(128):
        half = j >= 53                       # significands from about the root of two are halved
        middle = (mpf(1) + (mpf(j) + mpf(1) / 2) / 128) / (2 if half else 1)
        reciprocal = floor(1024 / middle + mpf(1) / 2) / 1024
        if j in (0, 127):                    # next to one the reduction must be exact
            reciprocal = mpf(1)
        high, low = short_pair(-log(reciprocal), 42)
        rows.append(f'    LogarithmRow({text(nearest(reciprocal))}, {text(high)}, {text(low)}),')
    comment = [
        '  /// For each of 128 equal parts of 1 ..< 2 a short reciprocal of its middle and the negative',
        '  /// logarithm of that reciprocal, whose high part is a multiple of 2^-42.',
        '  ///',
        '  /// From part 53 on the significand is meant to be halved first.',
    ]
    write(folder, 'Elementary+LogarithmTable.swift', [
        '\n'.join(comment + ['  static let logarithms: [LogarithmRow] = ['] + rows + ['  ]'])
    ])


def two_over_pi(folder):
    digits = int(floor(ldexp(2 / pi, 1280)))
    words = [(digits >> (64 * (19 - k))) & (2 ** 64 - 1) for k in range(20)]
    comment = ['  /// The binary digits of 2 / pi, 64 in each word, behind one word of zeros.']
    rows = ['    0,'] + [f'    0x{word:016x},' for word in words]
    write(folder, 'Elementary+TwoOverPi.swift', [
        '\n'.join(comment + ['  static let twoOverPi: [UInt64] = ['] + rows + ['  ]'])
    ])


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


def gudermannian(folder):
    rows = []
    for j in range(51):
        place = mpf(j) / 16
        series = gudermannian_series(place, 11)
        numbers = [*pair(sinh(place)), *coarse_pair(cosh(place)), *pair(atan(sinh(place))),
                   *coarse_pair(series[0]), *[nearest(term) for term in series[1:]]]
        for k in range(0, len(numbers), 3):
            rows.append(f'    Triple({", ".join(text(number) for number in numbers[k:k + 3])}),')
    comment = [
        '  /// The series of sinh and of atan(sinh) at 0/16, 1/16 … 50/16, six triples for each.',
    ]
    write(folder, 'Elementary+GudermannianTable.swift', [
        '\n'.join(comment + ['  static let gudermannians: [Triple] = ['] + rows + ['  ]'])
    ])


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
    target = Path(sys.argv[1])
    for make in (trigonometric, sine_rows, exponential, logarithmic, gudermannian, two_over_pi):
        make(target)
    constants()
