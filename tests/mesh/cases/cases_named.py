# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Parts by name, units and axes, and what the options refuse."""
from solids import carved, cuboid, joined, room, sheet, tub
from table import BIG, TUB, Case, cap, cap_point_normal, cap_three_points, cuboid_of, inside

BOX = ((400, 0, 0), (600, 200, 200))  # 8 l.
BODY = ((-1500, -700, -400), (1500, 1300, 1100))  # 9000 l.
SPECK = ((0.4, 0, 0), (0.6, 0.2, 0.2))  # BOX in metres.


def car():
    """A closed body around a closed trunk with a closed box in it."""
    return joined(cuboid(*BODY), room(*BIG), cuboid(*BOX), names=("body", "trunk", "box"))


def tub_and_lid():
    """Neither is closed; beside them stands a larger closed box."""
    lid = sheet((0, 0, 400), (800, 0, 400), (800, 600, 400), (0, 600, 400))
    return joined(cuboid((5000, 0, 0), (7000, 1500, 1200)), room(*TUB, without=("z+",)), lid, names=("garage", "tub", "lid"))


def net():
    return sheet((525, 100, 100), (525, 400, 100), (525, 400, 400), (525, 100, 400))


def trunk_with_net():
    """A sheet hangs in the trunk, where boxes of a plain grid would cross it."""
    return joined(room(*BIG), net(), names=("trunk", "net"))


def trunk_with_net_of_two_sides():
    """The same for a checker that takes points behind a sheet for points outside."""
    return joined(room(*BIG), net(), net().turned_over())


def trunk_with_box():
    return carved([((0, 0, 0), BIG)], [BOX])


def in_metres(mesh):
    return mesh.moved(lambda p: [value / 1000 for value in p])


def y_up(mesh):
    """The file's axes: reading with --up y takes (x, y, z) to (x, -z, y)."""
    return mesh.moved(lambda p: (p[0], p[2], -p[1]))


OPEN_TUB = dict(mesh=lambda: tub(TUB, 8), litres=192, boxes=192, clean=cuboid_of(TUB))
REFUSED = dict(mesh=lambda: tub(TUB, 8), code=2)

CASES = [
    Case("part_and_obstacle", "the trunk with its box, without the body", car, ("--part", "trunk", "--obstacle", "box"), litres=242,
         boxes=242, clean=trunk_with_box, keyword="o"),
    Case("part_and_obstacle_groups", "the same, named by g", car, ("--part", "trunk", "--obstacle", "box"), litres=242, boxes=242,
         clean=trunk_with_box, keyword="g"),
    Case("part_alone", "the trunk of a body without a box in it",
         lambda: joined(cuboid(*BODY), room(*BIG), names=("body", "trunk")), ("--part", "trunk"), litres=250, boxes=250,
         clean=cuboid_of(BIG), keyword="o"),
    Case("trunk_in_body_without_options", "a closed body around a closed trunk: nothing else than the trunk may be packed silently",
         lambda: joined(cuboid(*BODY), room(*BIG), names=("body", "trunk")), litres=250, boxes=250, may_ask=True,
         asks=(r"--inside|--part", r"\b250\b"), clean=cuboid_of(BIG), keyword="o"),
    Case("two_parts", "two open parts make the container", tub_and_lid, ("--part", "tub", "--part", "lid"), litres=192, boxes=192,
         clean=cuboid_of(TUB), keyword="o"),
    Case("part_closed_by_its_plane", "one open part", tub_and_lid, ("--part", "tub"), litres=192, boxes=192,
         notes=(r"plane", r"--cap none"), clean=cuboid_of(TUB), keyword="o"),
    Case("part_unknown", "no part has this name: the message lists those that there are", car, ("--part", "boot"), code=2,
         notes=(r"boot", r"trunk", r"body"), keyword="o"),
    Case("obstacle_unknown", "the same for an obstacle", car, ("--part", "trunk", "--obstacle", "bag"), code=2, notes=(r"bag", r"box"),
         keyword="o"),
    # A load of 250 boxes fills the trunk, so all its coordinates are multiples of 50; then a box crosses x = 525. Without those that lie on
    # both sides of the net in a plain grid along x, 3 x 6 of them, 232 fit.
    Case("net_as_obstacle", "a sheet counts when it is named", trunk_with_net, ("--part", "trunk", "--obstacle", "net"), litres=250,
         least=232, most=249, clean=trunk_with_net_of_two_sides, keyword="o", limit=("--time", "20", "--target", "232")),
    Case("unit_metres_forgotten", "a trunk of 1.0 x 0.5 x 0.5 mm", lambda: in_metres(room(*BIG)), code=2, notes=(r"--unit m\b",)),
    Case("too_small", "half a litre: not one box fits by volume", lambda: room(100, 100, 50), code=2, notes=(r"--unit|--box",)),
    Case("unit_metres", "a tub in metres: point and plane are in metres, too", lambda: in_metres(tub(TUB, 8)),
         ("--unit", "m", inside(0.4, 0.3, 0.2), cap("z<=0.4")), litres=192, boxes=192, clean=cuboid_of(TUB)),
    Case("up_y", "a tub with y up: point and plane are in the file's axes", lambda: y_up(tub(TUB, 8)),
         ("--up", "y", inside(400, 200, -300), cap("y<=400")), litres=192, boxes=192, clean=cuboid_of(TUB)),
    # One box less than 250 leaves the corner free.
    Case("part_in_metres", "a box in the trunk is a thousand times too small: a speck of 0.2 mm on the floor",
         lambda: joined(room(*BIG), cuboid(*SPECK), names=("trunk", "box")), litres=250, least=249, most=250, notes=(r"unit|metre",),
         clean=cuboid_of(BIG), keyword="o", limit=("--time", "20", "--target", "249")),
    Case("cap_three_points", "a plane by three points",
         options=(inside(400, 300, 200), cap_three_points((0, 0, 400), (800, 0, 400), (0, 600, 400))), **OPEN_TUB),
    Case("cap_point_normal", "a plane by a point and its normal",
         options=(inside(400, 300, 200), cap_point_normal((400, 300, 400), (0, 0, 2))), **OPEN_TUB),
    Case("cap_malformed", "no plane", options=(inside(400, 300, 200), cap("z=400")), notes=(r"--cap", r"z=400", r"<="), **REFUSED),
    Case("cap_three_points_in_line", "three points in a line are no plane",
         options=(inside(400, 300, 200), cap_three_points((0, 0, 400), (400, 0, 400), (800, 0, 400))), notes=(r"--cap",), **REFUSED),
    Case("cap_beyond_the_point", "the plane cuts the point off", options=(inside(400, 300, 200), cap("z<=100")), notes=(r"--cap|--inside",),
         **REFUSED),
    Case("inside_malformed", "two coordinates", options=("--inside=400,300",), notes=(r"--inside", r"400,300"), **REFUSED),
    Case("inside_outside", "a point far outside of everything", options=(inside(9000, 300, 200), cap("z<=400")), notes=(r"--inside|9000",),
         **REFUSED),
    Case("inside_without_cap", "the tub is open 600 mm wide above the point", options=(inside(400, 300, 200), cap("none")),
         notes=(r"open", r"--cap"), **REFUSED),
]
