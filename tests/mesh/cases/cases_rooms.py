# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Shells, plates with gaps, several rooms, ribs and wheel houses."""
from solids import carved, cuboid, joined, room, sheet, tub
from table import ALL_PARTS, BIG, TUB, Case, cap, cuboid_of, inside

# Rooms apart from each other.
FIRST_ROOM, SECOND_ROOM = ((0, 0, 0), (800, 600, 400)), ((2000, 0, 0), (3000, 500, 300))  # 192 l, 150 l.
# Rooms on both sides of the plane x = 600.
LEFT_ROOM, RIGHT_ROOM = ((0, 0, 0), (600, 500, 500)), ((600, 0, 0), (1000, 500, 500))  # 150 l, 100 l.
# A room in a room: 720 l less 64 l.
HALL, CABIN = ((0, 0, 0), (1200, 1000, 600)), ((400, 300, 100), (800, 700, 500))

LOAD_SPACE = ((0, 0, 0), (1200, 1000, 400))  # 480 l.
# Each fills 400 x 200 x 200 mm of the load space, 16 l, and comes through the floor and the side wall by 50 mm.
WHEEL_HOUSES = [((200, -50, -50), (600, 200, 200)), ((200, 800, -50), (600, 1050, 200))]

PLATES = (804, 604, 404)  # 196.19 l: 2 mm of slack on each side of 800 x 600 x 400.
AROUND_PLATES = ((-400, -400, -400), (1200, 1000, 800))
HALVES = (1004, 504, 504)  # 255.03 l.


def crate_of_plates(size, gap):
    """Six plates of 10 mm. Floor and lid reach across the walls; walls end `gap` before floor and lid, and the x walls before the y walls."""
    x, y, z = size
    t = 10
    return joined(
        cuboid((-t, -t, -t), (x + t, y + t, 0)), cuboid((-t, -t, z), (x + t, y + t, z + t)),
        cuboid((-t, -t, gap), (x + t, 0, z - gap)), cuboid((-t, y, gap), (x + t, y + t, z - gap)),
        cuboid((-t, gap, gap), (0, y - gap, z - gap)), cuboid((x, gap, gap), (x + t, y - gap, z - gap)))


def drop_lid(crate):
    """The lid is the second plate."""
    del crate.faces[6:12]
    return crate


def halved_sheets(size, gap):
    """The six sides of a cuboid, each of two sheets with a gap between them in the middle of the longer edge."""
    mesh = joined()
    for axis in range(3):
        u, v = sorted(((axis + 1) % 3, (axis + 2) % 3), key=lambda a: -size[a])
        middle = size[u] / 2
        for level in (0, size[axis]):
            for low, high in ((0, middle - gap / 2), (middle + gap / 2, size[u])):
                ring = []
                for a, b in ((low, 0), (high, 0), (high, size[v]), (low, size[v])):
                    point = [0, 0, 0]
                    point[axis], point[u], point[v] = level, a, b
                    ring.append(point)
                mesh.join(sheet(*ring))
    return mesh


def with_dividing_wall():
    """One sheet divides a cuboid; its edges lie in the faces of the cuboid, which have no vertices there."""
    return joined(room(*BIG), sheet((600, 0, 0), (600, 500, 0), (600, 500, 500), (600, 0, 500)))


def with_rib():
    return joined(room(*BIG), sheet((600, 0, 0), (600, 500, 0), (600, 500, 200), (600, 0, 200)))


def load_space_with_wheel_houses():
    return joined(cuboid(*LOAD_SPACE), *(cuboid(*solid) for solid in WHEEL_HOUSES))


def load_space():
    return carved([LOAD_SPACE], WHEEL_HOUSES)


def hall_and_cabin():
    return joined(cuboid(*HALL), cuboid(*CABIN, inward=True))


CASES = [
    Case("plates_in_contact", "six solid plates with faces in contact", lambda: crate_of_plates(TUB, 0), (inside(400, 300, 200),),
         litres=192, boxes=192, clean=cuboid_of(TUB)),
    Case("plates_in_contact_without_options", "the same: united, they enclose one room, and no box fits into a plate",
         lambda: crate_of_plates(TUB, 0), litres=192, boxes=192, may_ask=True, clean=cuboid_of(TUB)),
    Case("plates_with_gaps", "gaps of 3 mm along all edges", lambda: crate_of_plates(PLATES, 3), (inside(400, 300, 200),),
         litres=804 * 604 * 404 / 1e6, least=192, most=196, clean=cuboid_of(PLATES), limit=("--time", "20", "--target", "192")),
    Case("plates_without_lid", "the same without the lid, closed 400 mm above the floor",
         lambda: drop_lid(crate_of_plates(PLATES, 3)), (inside(400, 300, 200), cap("z<=400")), litres=804 * 604 * 400 / 1e6, least=192,
         most=194, clean=lambda: room(804, 604, 400), limit=("--time", "20", "--target", "192")),
    Case("sheets_with_gaps", "each side of the room is two sheets with a gap of 3 mm", lambda: halved_sheets(HALVES, 3),
         (inside(500, 250, 250),), litres=1004 * 504 * 504 / 1e6, least=250, most=255, clean=cuboid_of(HALVES),
         limit=("--time", "20", "--target", "250")),
    Case("two_openings", "lid and front are missing: two planes", lambda: room(*TUB, without=("z+", "x+")),
         (inside(400, 300, 200), cap("z<=400"), cap("x<=800")), litres=192, boxes=192, clean=cuboid_of(TUB)),
    Case("two_openings_without_options", "one plane cannot close it: nothing is packed silently",
         lambda: room(*TUB, without=("z+", "x+")), code=2, notes=(r"open", r"--cap")),
    Case("open_beside_the_cap", "the front is missing, too, and only the lid is closed", lambda: room(*TUB, without=("z+", "x+")),
         (inside(400, 300, 200), cap("z<=400")), code=2, notes=(r"open",)),
    Case("loaded_to_the_cover", "a closed room is filled up to a plane only", lambda: room(*BIG), (inside(500, 250, 100), cap("z<=300")),
         litres=150, boxes=150, clean=lambda: room(1000, 500, 300)),
    Case("two_rooms", "two rooms of about the same size, apart", lambda: joined(cuboid(*FIRST_ROOM), cuboid(*SECOND_ROOM)), code=2,
         notes=(r"--inside", r"\b192\b", r"\b150\b")),
    Case("two_rooms_inside", "the smaller one is meant", lambda: joined(cuboid(*FIRST_ROOM), cuboid(*SECOND_ROOM)),
         (inside(2500, 250, 150),), litres=150, boxes=150, clean=lambda: cuboid(*SECOND_ROOM)),
    Case("two_rooms_all_parts", "both are packed", lambda: joined(cuboid(*FIRST_ROOM), cuboid(*SECOND_ROOM)), (ALL_PARTS,),
         litres=342, boxes=342, clean=lambda: joined(cuboid(*FIRST_ROOM), cuboid(*SECOND_ROOM))),
    Case("rooms_share_a_wall", "a sheet divides a cuboid", with_dividing_wall, code=2, notes=(r"--inside", r"\b150\b", r"\b100\b")),
    Case("rooms_share_a_wall_inside", "the right one is meant", with_dividing_wall, (inside(800, 250, 250),), litres=100, boxes=100,
         clean=lambda: cuboid(*RIGHT_ROOM)),
    Case("rooms_share_a_wall_both", "a point in each", with_dividing_wall, (inside(800, 250, 250), inside(300, 250, 250)), litres=250,
         boxes=250, clean=lambda: joined(cuboid(*LEFT_ROOM), cuboid(*RIGHT_ROOM))),
    Case("rooms_share_a_wall_all_parts", "every room", with_dividing_wall, (ALL_PARTS,), litres=250, boxes=250,
         clean=lambda: joined(cuboid(*LEFT_ROOM), cuboid(*RIGHT_ROOM))),
    Case("rooms_back_to_back", "two closed cuboids with a face in contact are two rooms, not one",
         lambda: joined(cuboid(*LEFT_ROOM), cuboid(*RIGHT_ROOM)), (inside(300, 250, 250),), litres=150, boxes=150,
         clean=lambda: cuboid(*LEFT_ROOM)),
    Case("room_in_room", "the inner room stands apart from the outer one, as an obstacle of 64 l does", hall_and_cabin, litres=656,
         boxes=656, may_ask=True, clean=lambda: carved([HALL], [CABIN])),
    Case("room_in_room_outer", "a point in the outer room", hall_and_cabin, (inside(1000, 900, 300),), litres=656, boxes=656,
         clean=lambda: carved([HALL], [CABIN])),
    Case("room_in_room_inner", "a point in the inner room", hall_and_cabin, (inside(600, 500, 300),), litres=64, boxes=64,
         clean=lambda: cuboid(*CABIN)),
    Case("rib", "a sheet 200 mm high stands on the floor, where boxes of a plain grid touch", with_rib, litres=250, boxes=250,
         clean=cuboid_of(BIG)),
    Case("rib_inside", "the same with a point inside", with_rib, (inside(300, 250, 250),), litres=250, boxes=250, clean=cuboid_of(BIG)),
    Case("wheel_houses", "two closed solids come through floor and side walls: what is inside of them is no load space",
         load_space_with_wheel_houses, litres=448, boxes=448, clean=load_space),
    Case("wheel_houses_inside", "the same with a point inside", load_space_with_wheel_houses, (inside(900, 500, 200),), litres=448,
         boxes=448, clean=load_space),
    Case("plates_with_wide_gaps_in_a_body", "no box passes the gaps of 20 mm, so the closed body around them is not meant",
         lambda: joined(cuboid(*AROUND_PLATES), crate_of_plates(PLATES, 20)), (inside(400, 300, 200),), litres=804 * 604 * 404 / 1e6,
         least=192, most=196, notes=(r"gaps no box passes", r"closed room"), clean=cuboid_of(PLATES), limit=("--time", "20", "--target", "192")),
    Case("plates_with_gaps_in_a_body", "gaps of 3 mm are closed exactly", lambda: joined(cuboid(*AROUND_PLATES), crate_of_plates(PLATES, 3)),
         (inside(400, 300, 200),), litres=804 * 604 * 404 / 1e6, least=192, most=196, clean=cuboid_of(PLATES),
         limit=("--time", "20", "--target", "192")),
    Case("shell_within_a_car", "a thick tub under a closed outer skin far around it",
         lambda: joined(tub(TUB, 8), cuboid((-3000, -700, -500), (1200, 1300, 1100))), (inside(400, 300, 200), cap("z<=400")),
         litres=192, boxes=192, clean=cuboid_of(TUB)),
]
