# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Defects of exported meshes: seams, orientation, doubled faces, vertices where sheets meet, faces in contact, frames."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from rotation import rotation

from solids import Mesh, carved, cuboid, joined, room, sheet, tub
from table import BIG, TUB, Case, cap, cap_point_normal, cuboid_of, inside

TURN = rotation((1, 2, 3), 1.0)  # Along no axis.
ABOUT_Z = rotation((0, 0, 1), 0.5235987755982988)  # 30 degrees.
HALF = ((0, 0, 0), (1000, 400, 500))  # 200 l.
OTHER_HALF = ((0, -400, 0), (1000, 0, 500))
TOWER = [((400, 0, 0), (600, 200, 200)), ((400, 0, 200), (600, 200, 400))]  # 8 l each.
NOTCHES = [((0, 0, 300), (400, 500, 500)), ((400, 0, 0), (600, 300, 300))]  # 40 l, 18 l.
PYRAMID_LITRES = 200 * 200 * 200 / 3 / 1e6


def half():
    return cuboid(*HALF, without=("y-",))


def halves_with_doubled_seam():
    return joined(half(), half().moved(lambda p: (p[0], -p[1], p[2])).turned_over())


def halves_of_other_tessellation():
    """The seam of one half has vertices in the middle of its edges."""
    mesh = halves_with_doubled_seam()
    low, high = mesh.vertices.index((0, 0, 0)), mesh.vertices.index((1000, 0, 0))
    mesh.vertices.append((500.0, 0.0, 0.0))
    middle = len(mesh.vertices) - 1

    def split(face):
        ring = []
        for k, i in enumerate(face):
            ring.append(i)
            if {i, face[(k + 1) % len(face)]} == {low, high}:
                ring.append(middle)
        return tuple(ring)

    mesh.faces = [split(face) for face in mesh.faces]
    return mesh


def mixed_orientation():
    mesh = room(*BIG).triangulated()
    mesh.faces = [face[::-1] if k % 2 else face for k, face in enumerate(mesh.faces)]
    return mesh


def doubled_faces():
    """Each face twice, the second one reversed; and a face of no area."""
    mesh = room(*BIG)
    mesh.faces += [face[::-1] for face in mesh.faces]
    mesh.vertices.append((500.0, 0.0, 0.0))
    mesh.faces.append((0, 1, 8))
    return mesh


def loose_triangles():
    """Each triangle has vertices of its own, as in STL."""
    mesh = room(*BIG).triangulated()
    return joined(*(Mesh().add([mesh.vertices[i] for i in face], [(0, 1, 2)]) for face in mesh.faces))


def hanging_pyramid():
    """A closed pyramid in the room; its apex is a vertex of the ceiling, so that two sheets meet in one vertex."""
    mesh = room(*BIG, without=("z+",))
    apex = len(mesh.vertices)
    mesh.vertices += [(500.0, 200.0, 500.0), (400.0, 100.0, 300.0), (600.0, 100.0, 300.0), (600.0, 300.0, 300.0), (400.0, 300.0, 300.0)]
    ceiling, base = (4, 5, 7, 6), [apex + k for k in (1, 2, 3, 4)]
    mesh.faces += [(ceiling[k], ceiling[(k + 1) % 4], apex) for k in range(4)]
    mesh.faces.append(tuple(base))  # The faces of the pyramid look into the pyramid, out of the container.
    mesh.faces += [(base[(k + 1) % 4], base[k], apex) for k in range(4)]
    return mesh


def rooms_meet_in_a_vertex():
    """One vertex of two closed cuboids is the same."""
    mesh = joined(room(*TUB), cuboid((800, 600, 400), (1200, 1000, 800)))
    shared, double = 7, 8
    mesh.faces = [tuple(shared if i == double else i for i in face) for face in mesh.faces]
    return mesh


def notched_meet_in_an_edge():
    """A room with two blocks taken away that meet in an edge, which four faces share. Beside the lower block the room goes on."""
    return carved([((0, 0, 0), BIG)], NOTCHES)


def far_decoration():
    return joined(room(*BIG), cuboid((20000, 0, 0), (20005, 5, 5)), sheet((0, 9000, 0), (3, 9000, 0), (0, 9003, 0)))


def turned_tub():
    return room(*TUB, without=("z+",)).moved(TURN)


CASES = [
    Case("half_with_mirror_plane", "only one half of a symmetric trunk is there", half, (inside(500, 200, 250), cap("y>=0")), litres=200,
         boxes=200, clean=lambda: cuboid(*HALF)),
    Case("half_without_options", "its open side is planar", half, litres=200, boxes=200, notes=(r"plane", r"--cap none"),
         clean=lambda: cuboid(*HALF)),
    Case("doubled_seam", "two halves, each with its own vertices at the seam", halves_with_doubled_seam, litres=400, boxes=400,
         clean=lambda: cuboid((0, -400, 0), (1000, 400, 500))),
    Case("seam_of_other_tessellation", "one side of the seam has a vertex where the other has none",
         halves_of_other_tessellation, litres=400, boxes=400, clean=lambda: cuboid((0, -400, 0), (1000, 400, 500))),
    Case("mixed_orientation", "every second triangle is reversed", mixed_orientation, litres=250, boxes=250, clean=cuboid_of(BIG)),
    Case("doubled_faces", "each face twice, and one of no area", doubled_faces, litres=250, boxes=250, clean=cuboid_of(BIG)),
    Case("loose_triangles", "no triangle shares a vertex", loose_triangles, litres=250, boxes=250, clean=cuboid_of(BIG)),
    # Without the 8 boxes of the cuboid around the pyramid 242 fit in a plain grid.
    Case("hanging_pyramid", "an obstacle meets the ceiling in one vertex", hanging_pyramid, litres=250 - PYRAMID_LITRES, least=242, most=247,
         clean=hanging_pyramid, limit=("--time", "20", "--target", "242")),
    Case("rooms_meet_in_a_vertex", "two rooms share one vertex: no opening", rooms_meet_in_a_vertex, (inside(400, 300, 200),), litres=192,
         boxes=192, clean=cuboid_of(TUB)),
    Case("notches_meet_in_an_edge", "two blocks taken from a room share an edge with four faces", notched_meet_in_an_edge,
         litres=192, boxes=192, clean=notched_meet_in_an_edge),
    Case("tower", "two closed boxes stand on each other and on the floor", lambda: joined(room(*BIG), *(cuboid(*box) for box in TOWER)),
         litres=234, boxes=234, clean=lambda: carved([((0, 0, 0), BIG)], TOWER)),
    Case("far_decoration", "a tiny cube and a sheet of 3 mm far away", far_decoration, litres=250, boxes=250,
         notes=(r"dropped|left out|ignored",), clean=cuboid_of(BIG)),
    Case("turned_box", "turned by 30 degrees about z", lambda: room(*BIG).moved(ABOUT_Z), litres=250, boxes=250,
         clean=lambda: room(*BIG).moved(ABOUT_Z)),
    Case("turned_tub", "its rim is planar, but along no axis", turned_tub, litres=192, boxes=192, notes=(r"plane", r"--cap none"),
         clean=lambda: room(*TUB).moved(TURN)),
    Case("turned_thick_tub", "a plane by a point and its normal", lambda: tub(TUB, 8).moved(TURN),
         (inside(*TURN((400, 300, 200))), cap_point_normal(TURN((0, 0, 400)), TURN((0, 0, 1)))), litres=192, boxes=192,
         clean=lambda: room(*TUB).moved(TURN)),
]
