"""Writes geodesics.csv: distances on WGS84 by geographiclib 2.1."""

import random

from geographiclib.geodesic import Geodesic

random.seed(31)


def places():
    for _ in range(60):
        yield (random.uniform(-90, 90), random.uniform(-180, 180),
               random.uniform(-90, 90), random.uniform(-180, 180))
    # Near neighbours, from metres to some hundred kilometres.
    for power in range(40):
        step = 10 ** (-5 + power / 8)
        lat, lon = random.uniform(-85, 84), random.uniform(-170, 170)
        yield lat, lon, lat + step * random.uniform(-1, 1) * 0.05, lon + step * 0.05
    # Around antipodes, where the search for the azimuth is delicate.
    for power in range(60):
        step = 10 ** (-9 + power / 6)
        lat, lon = random.uniform(-89, 89), random.uniform(-180, 0)
        yield lat, lon, -lat + step * random.uniform(-0.05, 0.05), lon + 180 - step * 0.05
    for lat1, lat2, lon in [
        (0, 0, 180), (0, 0, 179.7), (0, 0, 179.396), (0, 0, 179.39), (0, 0, 90), (0, 0, 1e-6),
        (30, -30, 180), (30, -30, 179.9), (30, -30, 179.999999), (90, -90, 0), (90, -90, 77),
        (90, 12, 77), (-90, -12, 77), (90, 90, 120), (45, 45, 180), (45, 45, 1e-7), (10, 10, 0),
        (10, 20, 0), (10, -20, 0), (1e-9, 0, 90), (1e-13, -1e-12, 179.6), (1e-12, 1e-12, 179.8),
        (89.9999999, -89.9999999, 10), (60, 60, 170), (60, -60, 179.5), (5, -4.99999, 179.6),
        (1, 1.0001, 179.9999), (0.3, 0, 179.7), (36.12, -36.0, 179.8), (85, 85, 359),
    ]:
        yield lat1, 0, lat2, lon


print("latitude,longitude,other latitude,other longitude,metres")
for row in places():
    lat1, lon1, lat2, lon2 = map(float, row)
    print(f"{lat1!r},{lon1!r},{lat2!r},{lon2!r},{Geodesic.WGS84.Inverse(*row)['s12']!r}")
