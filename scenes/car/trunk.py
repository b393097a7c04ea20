# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The trunk of the car: its panels, and the clean cavity within them.

One loft along x, from the back rest to the rear, is both. A cell of the loft belongs to a panel, to a gap between panels, or to a plane
that closes the open lid. The clean cavity has all cells; the panels lack gaps and planes. So both agree by construction.

    opening              place                                                    width [mm]
    lid, from above      the plane z = 540, behind the rear deck                  505 along x, 820 to 1050 along y
    lid, from behind     the plane x = 980, above the loading sill at z = 300     240 along z, 820 to 1080 along y
    gap                  around the back rest                                     2.6 to 3.2
    gap                  on both sides of the floor                               3
    gap                  between wheel house and side panel, each side            2.6 to 3.2
    gap                  between side panels and rear deck, each side             3.0 to 3.1
    gap                  between rear panel and floor and side panels             2.9 to 3.2

Gaps cross where panels meet; a ball of 5 mm passes through none of them.
"""
import math

from panels import Sheet, rounded, smooth_step, solid

LENGTH, HEIGHT, SILL = 980, 540, 300  # The planes that close the trunk are x = LENGTH, above SILL, and z = HEIGHT.
BACK_REST = math.radians(22)  # From the vertical.
REAR_LEAN = 40  # How much shorter the floor is than LENGTH.
HALF_WIDTH, REAR_TAPER, CORNER_TAPER = 660, 50, 60
TUMBLEHOME = 36  # How much narrower the trunk is at the top, each side.
ARCH_CENTRE, ARCH_RADIUS, ARCH_INNER = (300, -50), 315, 480
EDGE_RADIUS, FILLET_RADIUS, TOP_RADIUS, ARC = 28, 22, 40, 6
SHOULDER = 14  # The rear deck lies this much below the rim of the lid, where it meets the sides.
RIM_INSET = 60  # From the sides to the rim.
FLOOR_EDGE = 430  # y of the floor's edge.
GAP, STATION_GAP = 3, 3.3  # Stations come closer at the top, as the back rest leans.
PANEL_SPLIT, LID_FRONT = 660, 330  # Stations: between wheel house and side panel, and where the opening begins.
FLANGE = 18

INSIDE = (600, 0, 250)  # A point in the trunk.
PLANES = (f"z<={HEIGHT}", f"x<={LENGTH}")


def stations():
    """Places along x, from 0 to LENGTH."""
    def even(first, last, spacing):
        count = round((last - first) / spacing)
        return [first + (last - first) * k / count for k in range(count)]

    return ([0] + even(STATION_GAP, LID_FRONT, 18) + even(LID_FRONT, PANEL_SPLIT, 18) + even(PANEL_SPLIT, PANEL_SPLIT + STATION_GAP, STATION_GAP)
            + even(PANEL_SPLIT + STATION_GAP, LENGTH - STATION_GAP, 16) + [LENGTH - STATION_GAP, LENGTH])


def x_at(station, z):
    front = z * math.tan(BACK_REST)
    rear = LENGTH - REAR_LEAN * max(0.0, SILL - z) / SILL
    return front + (rear - front) * station / LENGTH


def arch_height(station):
    """Stations lean, so the place of the arch depends on its height. The first two have one height, or the gap between them would be wide."""
    arch, station = 0.0, max(station, STATION_GAP)
    for _ in range(20):
        across = ARCH_RADIUS**2 - (x_at(station, arch) - ARCH_CENTRE[0]) ** 2
        arch = max(0.0, ARCH_CENTRE[1] + math.sqrt(max(0.0, across)))
    return arch


def section(station):
    """Half a cross-section from the floor's middle to that of the lid: rows (y, z, kind of the cells up to the next row)."""
    half = HALF_WIDTH - REAR_TAPER * smooth_step((station - 400) / 580) - CORNER_TAPER * smooth_step((station - 760) / 220)
    arch = arch_height(station)
    inner = min(ARCH_INNER, half - 75)
    rows = [(FLOOR_EDGE * k / 9, 0.0, 'floor') for k in range(1, 9)]
    rows += [(FLOOR_EDGE, 0.0, 'gap'), (FLOOR_EDGE + GAP, 0.0, 'wall'), (inner - 18, 0.0, 'wall')]
    rounding = min(EDGE_RADIUS, arch)
    for k in range(ARC + 1):
        a = math.pi / 2 * k / ARC
        rows.append((inner + EDGE_RADIUS * (1 - math.cos(a)), arch - rounding * (1 - math.sin(a)), 'wall'))
    for k in range(ARC + 1):
        a = math.pi / 2 * k / ARC
        rows.append((half - FILLET_RADIUS * (1 - math.sin(a)), arch + FILLET_RADIUS * (1 - math.cos(a)), 'wall'))
    low, high = arch + FILLET_RADIUS, HEIGHT - SHOULDER - TOP_RADIUS
    heights = [low + (SILL - low) * k / 3 for k in range(1, 4)] + [SILL + (high - SILL) * k / 4 for k in range(1, 4)]
    rows += [(half - TUMBLEHOME * (z - low) / (high - low), z, 'wall') for z in heights]
    edge = half - TUMBLEHOME - TOP_RADIUS
    for k in range(ARC + 1):
        a = math.pi / 2 * k / ARC
        rows.append((edge + TOP_RADIUS * math.cos(a), high + TOP_RADIUS * math.sin(a), 'wall'))
    # The rear deck rises to the rim of the lid; before the lid it sinks to the height of its sides.
    rise = SHOULDER * (1 - smooth_step((LID_FRONT - station) / 150))
    base = HEIGHT - SHOULDER
    deck = [(4, 'gap')] + [(4 + GAP + (RIM_INSET - 4 - GAP) * k / 4, 'deck') for k in range(4)]
    rows += [(edge - inset, base + rise * inset / RIM_INSET, kind) for inset, kind in deck]
    rim = edge - RIM_INSET
    rows += [(rim * part, base + rise, 'top') for part in (1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6)]
    return rows


def panel_of(kind, first, last, low, side):
    """Name of a cell between two stations; `low` is the height of its lower row."""
    if first == 0 or kind == 'gap':
        return 'gap'
    if kind == 'top':
        return 'plane' if first >= LID_FRONT else 'rear_deck'
    if last == LENGTH and low < SILL:
        return 'gap'
    if kind == 'deck':
        return 'rear_deck'
    if kind == 'floor':
        return 'trunk_floor'
    if first == PANEL_SPLIT:
        return 'gap'
    return ('wheel_house_' if first < PANEL_SPLIT else 'side_panel_') + side


class Trunk:
    """Cells by panel, over shared vertices. Triangles look out of the cavity."""

    def __init__(self):
        places = stations()
        sections = [section(place) for place in places]
        self.rows = len(sections[0])
        self.vertices = []
        for place, rows in zip(places, sections):
            ring = [(y, z) for y, z, _ in rows]
            ring += [(-y, z) for y, z in reversed(ring)]
            self.vertices += [rounded((x_at(place, z), y, z)) for y, z in ring]
        self.cells = {}
        size = 2 * self.rows
        for s in range(len(places) - 1):
            for k in range(size):
                row = k if k < self.rows else max(size - 2 - k, 0)
                kind, side = sections[s][row][2], 'right' if k < self.rows else 'left'
                name = panel_of(kind, places[s], places[s + 1], sections[s + 1][row][1], side)
                a, b = s * size + k, s * size + (k + 1) % size
                self.sheet(name).quad(a, b, b + size, a + size)
        self.end(0, 'rear_seat_back', 'rear_seat_back', False)
        self.end(len(places) - 1, 'rear_panel', 'plane', True)

    def sheet(self, name):
        return self.cells.setdefault(name, Sheet(self.vertices))

    def end(self, station, lower, upper, rear):
        """The face of an end, in slices. Rows of one height are one line: the lower line of a slice, and the upper one of the last."""
        size, first = 2 * self.rows, station * 2 * self.rows
        left = [first + size - 1 - k for k in range(self.rows)]
        right = [first + k for k in range(self.rows)]
        height = [self.vertices[i][2] for i in right]
        top = min(k for k in range(self.rows) if height[k] == height[-1])

        def add(low, *ring):
            sheet = self.sheet(lower if low < SILL else upper)
            for k in range(1, len(ring) - 1):
                triangle = (ring[0], ring[k], ring[k + 1])
                sheet.triangles.append(triangle if rear else triangle[::-1])

        k = 0
        while k < top:
            n = k + 1
            while height[n] == height[k]:
                n += 1
            if n < top:
                add(height[k], right[n], left[n], *left[k:n][::-1], *right[k:n])
            else:
                add(height[k], left[k], right[k], *right[n:], *left[n:][::-1])
            k = n

    def cavity(self):
        """The closed surface: panels, gaps, planes."""
        return Sheet(self.vertices, [triangle for sheet in self.cells.values() for triangle in sheet.triangles]).compact()

    def flange(self):
        """Around the opening, away from the trunk: up from the plane z = HEIGHT, backwards from x = LENGTH."""
        walls = {}
        for name in self.cells:
            if name not in ('plane', 'gap'):
                walls.update({edge: name for edge in self.cells[name].rim()})
        vertices, copies = list(self.vertices), {}
        result = Sheet(vertices)

        def copy(i):
            if i not in copies:
                x, y, z = vertices[i]
                copies[i] = len(vertices)
                vertices.append(rounded((x + FLANGE * (x == LENGTH), y, z + FLANGE * (z == HEIGHT))))
            return copies[i]

        for a, b in self.cells['plane'].rim():
            if (b, a) in walls:
                result.quad(b, a, copy(a), copy(b))
        return result

    def panels(self):
        """(name, sheet or solid): solids are the back rest, the rear panel, the floor and the left wheel house."""
        cells = self.cells
        yield 'rear_seat_back', solid(cells['rear_seat_back'], shift=(-110, 0, 0))
        yield 'rear_panel', solid(cells['rear_panel'], shift=(25, 0, 0))
        yield 'trunk_floor', solid(cells['trunk_floor'], 3)
        yield 'wheel_house_left', solid(cells['wheel_house_left'], 2)
        for name in ('wheel_house_right', 'side_panel_left', 'side_panel_right', 'rear_deck'):
            yield name, cells[name].compact()
        yield 'lid_flange', self.flange().compact()
