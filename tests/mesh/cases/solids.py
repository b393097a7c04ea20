# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Meshes of cuboids, plates and sheets, made from coordinates, as OFF and OBJ texts. Lengths in mm, z up."""
import math

SIDES = {"x-": (0, 4, 6, 2), "x+": (1, 3, 7, 5), "y-": (0, 1, 5, 4), "y+": (2, 6, 7, 3), "z-": (0, 2, 3, 1), "z+": (4, 5, 7, 6)}


class Mesh:
    """Polygons in named parts. Parts have vertices of their own, unless `faces` give numbers of earlier ones."""

    def __init__(self):
        self.vertices = []
        self.faces = []
        self.parts = []  # (name, index of the first face)

    def add(self, vertices, faces, name=None):
        """Appends polygons; the numbers in `faces` count from the first of these vertices."""
        first = len(self.vertices)
        if name is not None:
            self.parts.append((name, len(self.faces)))
        self.vertices += [tuple(map(float, vertex)) for vertex in vertices]
        self.faces += [tuple(first + i for i in face) for face in faces]
        return self

    def join(self, other, name=None):
        return self.add(other.vertices, other.faces, name)

    def moved(self, function):
        """A copy whose vertices went through a function."""
        copy = Mesh()
        copy.vertices = [tuple(function(vertex)) for vertex in self.vertices]
        copy.faces = list(self.faces)
        copy.parts = list(self.parts)
        return copy

    def scaled(self, factor):
        return self.moved(lambda vertex: [factor * value for value in vertex])

    def turned_over(self):
        self.faces = [face[::-1] for face in self.faces]
        return self

    def triangles(self):
        return [(face[0], face[k], face[k + 1]) for face in self.faces for k in range(1, len(face) - 1)]

    def triangulated(self):
        copy = self.moved(lambda vertex: vertex)
        copy.faces = self.triangles()
        copy.parts = []
        return copy

    def litres(self):
        """Enclosed volume, by the divergence theorem."""
        total = 0.0
        for i, j, k in self.triangles():
            (ax, ay, az), (bx, by, bz), (cx, cy, cz) = self.vertices[i], self.vertices[j], self.vertices[k]
            total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
        return total / 6e6

    def off(self):
        lines = ["OFF", f"{len(self.vertices)} {len(self.faces)} 0"]
        lines += [" ".join(map(number, vertex)) for vertex in self.vertices]
        lines += [" ".join(map(str, (len(face), *face))) for face in self.faces]
        return "\n".join(lines) + "\n"

    def obj(self, keyword="o"):
        """Each part begins with `o NAME`, or with `g NAME`."""
        lines = ["v " + " ".join(map(number, vertex)) for vertex in self.vertices]
        starts = {first: name for name, first in self.parts}
        for index, face in enumerate(self.faces):
            if index in starts:
                lines.append(f"{keyword} {starts[index]}")
            lines.append("f " + " ".join(str(i + 1) for i in face))
        return "\n".join(lines) + "\n"


def number(value):
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def corners(low, high):
    return [tuple((high if i >> axis & 1 else low)[axis] for axis in range(3)) for i in range(8)]


def cuboid(low, high, without=(), inward=False):
    """A closed cuboid, or one that lacks the sides `without`, for example ("z+",)."""
    mesh = Mesh().add(corners(low, high), [face for side, face in SIDES.items() if side not in without])
    return mesh.turned_over() if inward else mesh


def room(*size, without=()):
    """The cuboid from the origin to `size`."""
    return cuboid((0, 0, 0), size, without)


def sheet(*ring):
    return Mesh().add(ring, [range(len(ring))])


def joined(*meshes, names=()):
    """One mesh of several, each with its own vertices; `names` make them parts."""
    result = Mesh()
    for index, mesh in enumerate(meshes):
        result.join(mesh, names[index] if names else None)
    return result


def carved(plus, minus=()):
    """The closed surface of a union of cuboids (low, high), less other cuboids: what a container is by construction."""
    grid = [sorted({corner[axis] for low, high in (*plus, *minus) for corner in (low, high)}) for axis in range(3)]

    def covered(boxes, middle):
        return any(all(low[a] < middle[a] < high[a] for a in range(3)) for low, high in boxes)

    def full(cell):
        if any(not 0 <= cell[a] < len(grid[a]) - 1 for a in range(3)):
            return False
        middle = [(grid[a][cell[a]] + grid[a][cell[a] + 1]) / 2 for a in range(3)]
        return covered(plus, middle) and not covered(minus, middle)

    mesh, known = Mesh(), {}

    def vertex(place):
        if place not in known:
            known[place] = len(mesh.vertices)
            mesh.vertices.append(tuple(float(grid[a][place[a]]) for a in range(3)))
        return known[place]

    for x in range(len(grid[0]) - 1):
        for y in range(len(grid[1]) - 1):
            for z in range(len(grid[2]) - 1):
                cell = (x, y, z)
                if not full(cell):
                    continue
                ring = [vertex(tuple(cell[a] + (i >> a & 1) for a in range(3))) for i in range(8)]
                for side, face in SIDES.items():
                    axis, step = "xyz".index(side[0]), 1 if side[1] == "+" else -1
                    if not full(tuple(cell[a] + (step if a == axis else 0) for a in range(3))):
                        mesh.faces.append(tuple(ring[i] for i in face))
    return mesh


def tub(size, wall):
    """A tub of solid walls, open at the top: inside it is the cuboid from the origin to `size`."""
    outer = ((-wall, -wall, -wall), (size[0] + wall, size[1] + wall, size[2]))
    return carved([outer], [((0, 0, 0), tuple(size))])


def read_off(path):
    """An OFF file of the repository."""
    words = [word for line in path.read_text().splitlines() for word in line.split("#")[0].split()]
    vertex_count, face_count = int(words[1]), int(words[2])
    values = iter(words[4:])
    mesh = Mesh()
    mesh.vertices = [tuple(float(next(values)) for _ in range(3)) for _ in range(vertex_count)]
    mesh.faces = [tuple(int(next(values)) for _ in range(int(next(values)))) for _ in range(face_count)]
    return mesh


def area(mesh, face):
    """Area of a triangle [mm^2]."""
    a, b, c = (mesh.vertices[i] for i in face)
    u, v = [b[k] - a[k] for k in range(3)], [c[k] - a[k] for k in range(3)]
    return math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
