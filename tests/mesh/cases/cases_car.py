# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""A whole car of nearly 60 000 triangles is packed in its trunk, by a point and two planes (scenes/car)."""
import functools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scenes" / "car"))
import make_car
import trunk

from solids import Mesh
from table import Case, cap, inside


@functools.cache
def car():
    mesh = Mesh()
    for name, sheet in make_car.car():
        mesh.add(sheet.vertices, sheet.triangles, name)
    return mesh


@functools.cache
def cavity():
    sheet = make_car.cavity()
    return Mesh().add(sheet.vertices, sheet.triangles)


POINT = inside(*trunk.INSIDE)
FROM_ABOVE, FROM_BEHIND = (cap(plane) for plane in trunk.PLANES)
LITRES = cavity().litres()

CASES = [
    Case("car", "no box fewer than in the clean cavity of its trunk, or one", car, (POINT, FROM_ABOVE, FROM_BEHIND),
         litres=LITRES, like=cavity, clean=cavity, keyword="o", limit=("--turns", "14")),
    Case("car_open_behind", "the lid is closed from above only", car, (POINT, FROM_ABOVE), code=2, notes=(r"open", r"--cap"), keyword="o"),
    Case("car_without_planes", "the lid is open", car, (POINT,), code=2, notes=(r"open", r"--cap"), keyword="o"),
    Case("car_without_options", "many parts are closed, none of them is the trunk", car, code=2, notes=(r"--inside",), keyword="o"),
]
