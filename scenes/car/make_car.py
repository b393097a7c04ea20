#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Makes a saloon with its lid open, as a test of what people have, and the clean cavity of its trunk.

    make_car.py DIR      writes DIR/car.obj and DIR/car_trunk.off

In mm; x backwards with 0 at the foot of the back rest, y to the right, z up from the floor of the trunk. It is no measurement of a real
car, and no random number is drawn. `trunkpack car.obj --inside=600,0,250 --cap='z<=540' --cap='x<=980'` packs the trunk; trunk.py says which
openings it has.
"""
import os
import sys

import fittings
import skin
import trunk


def car():
    """[(name, sheet)]"""
    return [*trunk.Trunk().panels(), *skin.panels(), *fittings.parts()]


def cavity():
    return trunk.Trunk().cavity()


def write_obj(path, parts):
    """Each part has vertices of its own."""
    first = 1
    with open(path, 'w', encoding='utf-8', newline='\n') as out:
        out.write('# A saloon with its lid open; mm, x backwards, y to the right, z up\n# generator: scenes/car/make_car.py\n')
        for name, sheet in parts:
            out.write(f'o {name}\n')
            for point in sheet.vertices:
                out.write('v ' + ' '.join(text(value) for value in point) + '\n')
            for triangle in sheet.triangles:
                out.write('f ' + ' '.join(str(first + i) for i in triangle) + '\n')
            first += len(sheet.vertices)


def write_off(path, sheet):
    with open(path, 'w', encoding='utf-8', newline='\n') as out:
        out.write(f'OFF\n# the trunk of car.obj, closed\n{len(sheet.vertices)} {len(sheet.triangles)} 0\n')
        for point in sheet.vertices:
            out.write(' '.join(text(value) for value in point) + '\n')
        for triangle in sheet.triangles:
            out.write('3 {} {} {}\n'.format(*triangle))


def text(value):
    return f'{value:.3f}'.rstrip('0').rstrip('.')


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith('-'):
        sys.exit('usage: make_car.py DIR')
    folder = sys.argv[1]
    try:
        os.makedirs(folder, exist_ok=True)
        parts = car()
        write_obj(os.path.join(folder, 'car.obj'), parts)
        write_off(os.path.join(folder, 'car_trunk.off'), cavity())
    except OSError as error:
        sys.exit(f'make_car.py: {error.filename}: {error.strerror}')
    count = sum(len(sheet.triangles) for _, sheet in parts)
    print(f'car.obj: {len(parts)} parts, {count} triangles; car_trunk.off: {len(cavity().triangles)} triangles')


if __name__ == '__main__':
    main()
