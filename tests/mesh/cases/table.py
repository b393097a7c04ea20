# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What a case is: a mesh, a command line, and what must come of them.

Expected values are computed by hand or by construction. No value is a result of the program.
"""
import dataclasses
import typing

import solids


@dataclasses.dataclass
class Case:
    name: str
    about: str
    mesh: typing.Callable[[], solids.Mesh]
    options: tuple = ()
    litres: float = 0.0  # Volume of the container, within LITRES_SHARE.
    boxes: int = 0  # Exactly this number. 0: see `least` and `most`.
    least: int = 0
    most: int = 10**9
    like: typing.Callable[[], solids.Mesh] = None  # A clean mesh that is searched for the same turns: at most one box fewer.
    code: int = 0
    may_ask: bool = False  # Exit code 2 is right as well, if the message matches `asks`.
    notes: tuple = ()  # Regular expressions for the notes and the error, without regard to case.
    asks: tuple = ("--inside",)
    verified: bool = True
    clean: typing.Callable[[], solids.Mesh] = None  # The container, for the independent checker.
    keyword: str = ""  # "o" or "g": an OBJ file with named parts; else OFF.
    limit: tuple = ("--time", "20")

    def expected(self):
        """Smallest and largest accepted number of boxes."""
        return (self.boxes, self.boxes) if self.boxes else (self.least, self.most)


LITRES_SHARE = 0.005

# Boxes more than in a clean mesh (`like`) that are accepted. Vertices moved by 0.001 mm change the count of such a search by up to 2, so a
# higher one is no fault of the container, whose litres are bounded and in which the load is verified.
LUCK = 3


def inside(*point):
    """One word, so that a negative number is not taken for an option."""
    return "--inside=" + ",".join(map(solids.number, point))


def cap(plane):
    return "--cap=" + plane


def cap_point_normal(point, normal):
    """A point of the plane and a normal, which points out of the load space."""
    return cap(":".join(",".join(map(solids.number, triple)) for triple in (point, normal)))


def cap_three_points(a, b, c):
    """Three points of the plane; the load space may lie on either side."""
    return cap(":".join(",".join(map(solids.number, triple)) for triple in (a, b, c)))


ALL_PARTS = "--all-parts"  # Every room, litres added up.

# Dimensions that many cases share: exact multiples of 200 x 100 x 50 mm, so that a litre box fits for each litre.
TUB = (800, 600, 400)  # 192 l.
BIG = (1000, 500, 500)  # 250 l.


def cuboid_of(size):
    return lambda: solids.room(*size)
