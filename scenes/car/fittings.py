# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What else is in the car: seats, dashboard, floor, bumpers, wheels. Closed solids, except for the floor."""
import math

from panels import Sheet, cushion, mirrored, ring, rounded
from skin import AXLE_HEIGHT, AXLES

WHEEL_Y = 790


def cabin_floor():
    """A sheet with a tunnel in the middle."""
    columns, rows = 42, 30
    vertices = []
    for i in range(columns + 1):
        for k in range(rows + 1):
            x, y = -2650 + 2480 * i / columns, -760 + 1520 * k / rows
            toe = 300 * max(0.0, (-2250 - x) / 400) ** 2
            vertices.append(rounded((x, y, -190 + toe + 110 * math.exp(-((y / 130) ** 2)))))
    floor = Sheet(vertices)
    for i in range(columns):
        for k in range(rows):
            a = i * (rows + 1) + k
            floor.quad(a, a + rows + 1, a + rows + 2, a + 1)
    return floor


def parts():
    """(name, sheet)"""
    yield 'cabin_floor', cabin_floor()
    yield 'dashboard', cushion((-1780, 0, 330), (170, 700, 130))
    yield 'rear_bench', cushion((-430, 0, -20), (240, 620, 100))
    for y, side in ((380, 'right'), (-380, 'left')):
        yield f'front_seat_{side}', cushion((-1150, y, 0), (250, 250, 90))
        yield f'front_seat_back_{side}', cushion((-900, y, 330), (70, 240, 310), lean=0.3)
        yield f'head_rest_{side}', cushion((-790, y, 730), (40, 130, 80), 0.6, 12, 20)
    yield 'steering_wheel', ring((0, 0, 0), 180, 14, 14, 32, 10).moved(
        lambda p: (-1480 + p[1] * 0.9 + p[2] * 0.43, -380 - p[0], 420 + p[2] * 0.9 - p[1] * 0.43))
    yield 'front_bumper', cushion((-3270, 0, 40), (60, 760, 200), 0.3, 16, 40)
    yield 'rear_bumper', cushion((1120, 0, 60), (60, 790, 200), 0.3, 16, 40)
    yield 'spare_wheel', ring((0, 0, 0), 210, 60, 60, 36, 12).moved(lambda p: (600 + p[0], p[2], -140 - p[1]))
    for axle, where in zip(AXLES, ('front', 'rear')):
        tyre = ring((axle, WHEEL_Y, AXLE_HEIGHT), 250, 95, 62, 44, 12)
        rim = cushion((axle, WHEEL_Y, AXLE_HEIGHT), (180, 70, 180), 1.0, 14, 24)
        for side, turn in (('right', lambda sheet: sheet), ('left', mirrored)):
            yield f'tyre_{where}_{side}', turn(tyre)
            yield f'rim_{where}_{side}', turn(rim)
