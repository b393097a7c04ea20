# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Panels of a car: sheets of triangles over shared vertices, sheets made solid, rounded solids. Lengths in mm."""
import math

DIGITS = 3  # Decimals of coordinates in files.


class Sheet:
    """Triangles over a list of vertices, which other sheets may share."""

    def __init__(self, vertices, triangles=()):
        self.vertices = vertices
        self.triangles = list(triangles)

    def quad(self, a, b, c, d):
        """Divided by the shorter diagonal."""
        p = self.vertices
        if math.dist(p[a], p[c]) <= math.dist(p[b], p[d]):
            self.triangles += [(a, b, c), (a, c, d)]
        else:
            self.triangles += [(a, b, d), (b, c, d)]

    def compact(self):
        """A copy without the vertices that it does not use."""
        number, vertices, triangles = {}, [], []
        for triangle in self.triangles:
            for i in triangle:
                if i not in number:
                    number[i] = len(vertices)
                    vertices.append(self.vertices[i])
            triangles.append(tuple(number[i] for i in triangle))
        return Sheet(vertices, triangles)

    def reversed(self):
        return Sheet(self.vertices, [(i, k, j) for i, j, k in self.triangles])

    def moved(self, function):
        return Sheet([rounded(function(vertex)) for vertex in self.vertices], self.triangles)

    def rim(self):
        """Edges that only one triangle has, in its direction."""
        edges = {}
        for i, j, k in self.triangles:
            for a, b in ((i, j), (j, k), (k, i)):
                edges[a, b] = True
        return [edge for edge in edges if edge[::-1] not in edges]


def rounded(point):
    return tuple(round(value, DIGITS) + 0.0 for value in point)


def cross(u, v):
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def normals(sheet):
    """Mean normal of the triangles around each vertex, by area; length 1."""
    total = [[0.0, 0.0, 0.0] for _ in sheet.vertices]
    for triangle in sheet.triangles:
        a, b, c = (sheet.vertices[i] for i in triangle)
        n = cross([b[k] - a[k] for k in range(3)], [c[k] - a[k] for k in range(3)])
        for i in triangle:
            for k in range(3):
                total[i][k] += n[k]
    return [[value / (math.hypot(*n) or 1.0) for value in n] for n in total]


def solid(sheet, thickness=0.0, shift=None):
    """A closed solid: the sheet, a copy of it, and a border. The copy lies `thickness` along the normals, or `shift` beside it.

    The sheet's triangles look towards the copy. In the solid all look outwards.
    """
    sheet = sheet.compact()
    count = len(sheet.vertices)
    along = [[thickness * value for value in n] for n in normals(sheet)] if shift is None else [shift] * count
    copies = [rounded([p[k] + v[k] for k in range(3)]) for p, v in zip(sheet.vertices, along)]
    result = Sheet(sheet.vertices + copies, sheet.reversed().triangles)
    result.triangles += [tuple(count + i for i in triangle) for triangle in sheet.triangles]
    for a, b in sheet.rim():
        result.quad(a, b, count + b, count + a)
    return result


def cushion(centre, half, exponent=0.35, rows=18, columns=28, lean=0.0):
    """A rounded solid (a superellipsoid) about a centre, leaning backwards by an angle about y [rad]."""
    def power(value):
        return math.copysign(abs(value) ** exponent, value)

    def place(x, y, z):
        x, z = x * math.cos(lean) + z * math.sin(lean), z * math.cos(lean) - x * math.sin(lean)
        return rounded((centre[0] + x, centre[1] + y, centre[2] + z))

    vertices = [place(0, 0, -half[2])]
    for r in range(1, rows):
        up = -math.pi / 2 + math.pi * r / rows
        for c in range(columns):
            around = 2 * math.pi * c / columns
            flat = power(math.cos(up))
            vertices.append(place(half[0] * flat * power(math.cos(around)), half[1] * flat * power(math.sin(around)), half[2] * power(math.sin(up))))
    vertices.append(place(0, 0, half[2]))
    result, last = Sheet(vertices), len(vertices) - 1
    for c in range(columns):
        n = (c + 1) % columns
        result.triangles += [(0, 1 + n, 1 + c), (last, last - columns + c, last - columns + n)]
        for r in range(rows - 2):
            a = 1 + r * columns
            result.quad(a + c, a + n, a + columns + n, a + columns + c)
    return result


def ring(centre, radius, half_width, half_height, around=48, across=16):
    """A torus about an axis along y: a tyre. Its section is `half_width` along y and `half_height` along the radius."""
    vertices = []
    for i in range(around):
        a = 2 * math.pi * i / around
        for k in range(across):
            b = 2 * math.pi * k / across
            r = radius + half_height * math.cos(b)
            vertices.append(rounded((centre[0] + r * math.cos(a), centre[1] + half_width * math.sin(b), centre[2] + r * math.sin(a))))
    result = Sheet(vertices)
    for i in range(around):
        for k in range(across):
            a, b = i * across, (i + 1) % around * across
            result.quad(a + k, a + (k + 1) % across, b + (k + 1) % across, b + k)
    return result


def smooth_step(t):
    t = min(max(t, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def mirrored(sheet):
    """On the other side of the car."""
    return Sheet([(x, -y + 0.0, z) for x, y, z in sheet.vertices], [(i, k, j) for i, j, k in sheet.triangles])
