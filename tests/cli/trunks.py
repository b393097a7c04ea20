# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Small trunks and packings for the tests of trunkpack, as texts of files."""
import math
import re
import sys

import support

sys.path.insert(0, str(support.SOURCE_DIR / "tests" / "support"))
from rotation import rotation

# One thread, no GPU, one seed: what a test expects does not depend on the machine.
FIXED = ["--device", "cpu", "--seed", "1"]

QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def corners(size, shift=(0, 0, 0)):
    return [[size[0] * (i & 1) + shift[0], size[1] * (i >> 1 & 1) + shift[1], size[2] * (i >> 2) + shift[2]] for i in range(8)]


def off(vertices, faces):
    lines = ["OFF", f"{len(vertices)} {len(faces)} 0"]
    lines += [" ".join(repr(float(x)) for x in v) for v in vertices]
    lines += [" ".join(map(str, [len(f), *f])) for f in faces]
    return "\n".join(lines) + "\n"


def solid(size, shift=(0, 0, 0), inwards=False):
    """(vertices, faces) of a cuboid."""
    return corners(size, shift), [list(reversed(q)) if inwards else list(q) for q in QUADS]


def joined(*solids):
    """(vertices, faces) of several in one."""
    vertices, faces = [], []
    for own, polygons in solids:
        faces += [[len(vertices) + i for i in polygon] for polygon in polygons]
        vertices += own
    return vertices, faces


def cuboid(size, axis=None, angle=0.0):
    vertices = corners(size)
    if axis:
        turned = rotation(axis, angle)
        vertices = [turned(v) for v in vertices]
    return off(vertices, QUADS)


def grid_cuboid(size, parts):
    """A cuboid of 12 parts^2 triangles."""
    number, vertices, faces = {}, [], []

    def vertex(key):
        if key not in number:
            number[key] = len(vertices)
            vertices.append([size[i] * key[i] / parts for i in range(3)])
        return number[key]

    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (0, parts):
            for i in range(parts):
                for k in range(parts):
                    ring = []
                    for a, b in ((i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1)):
                        key = [0, 0, 0]
                        key[axis], key[u], key[v] = side, a, b
                        ring.append(vertex(tuple(key)))
                    if side == 0:
                        ring.reverse()
                    faces += [ring[:3], [ring[0], ring[2], ring[3]]]
    return off(vertices, faces)


def cuboid_points(size, spacing):
    """A POINT file, in 1/10 mm."""
    points = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        n, m = math.ceil(size[u] / spacing), math.ceil(size[v] / spacing)
        for side in (0, size[axis]):
            for i in range(n + 1):
                for k in range(m + 1):
                    p = [0, 0, 0]
                    p[axis], p[u], p[v] = side, size[u] * i / n, size[v] * k / m
                    points.append(p)
    return f"{len(points)}\n" + "".join(" ".join(repr(10 * x) for x in p) + "\n" for p in points)


def boxes(*centres):
    """A BOX file of litre boxes along the axes."""
    return f"# box 0.0.2\n{len(centres)}\n" + "".join(f"{x} {y} {z}  1 0 0  0 1 0  0 0\n" for x, y, z in centres)


def box_rows(path):
    rows = [line.split("#")[0].split() for line in path.read_text().splitlines()]
    rows = [row for row in rows if row]
    assert len(rows) == int(rows[0][0]) + 1
    return [tuple(map(float, row)) for row in rows[1:]]


class TrunkTest(support.ProgramTest):
    def count(self, result):
        """Boxes in the final table."""
        return int(re.search(r"^boxes +(\d+)", result.out, re.M).group(1))

    def cuboid(self, name, size, axis=None, angle=0.0):
        return self.write(name, cuboid(size, axis, angle))

    def assert_verified(self, name, trunk, *options):
        self.assertIn("legal: ", self.run_program(trunk, "--verify", name, *options).out)
