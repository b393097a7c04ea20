# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The outer skin of the car: body, doors, bonnet, glass and lid, from one loft along x.

A cell of the loft belongs to a panel or to a gap of 4 mm between panels. The lid stands open: it is turned about its front edge. Cells
within the wheel arches are left out. The skin stays clear of the trunk by 20 mm or more.
"""
import math

from panels import Sheet, mirrored, rounded, smooth_step, solid

FRONT, REAR = -3250, 1130
HALF_WIDTH = 890
GAP = 4
AXLES = (-2350, 300)  # x; both at z = AXLE_HEIGHT.
AXLE_HEIGHT, WHEEL_ARCH = -115, 355
HINGE = (430, 600)  # x, z of the axis about which the lid turns.
LID_ANGLE = math.radians(72)
DOORS = ((-1900, -900, 'front_door'), (-900, -60, 'rear_door'))
TOPS = ((-3080, 'front_panel'), (-2000, 'bonnet'), (-1150, 'windscreen'), (-250, 'roof'), (HINGE[0], 'rear_screen'), (REAR, 'lid'))

# Heights of the middle line (x, z).
ROOF_LINE = ((-3250, 300), (-3080, 395), (-2600, 480), (-2000, 540), (-1150, 935), (-700, 970), (-250, 940), (430, 625), (800, 612), (1130, 585))


def roof(x):
    """Smooth between the heights: cubic, with the slopes of neighbours."""
    points = ROOF_LINE
    k = max(i for i in range(len(points) - 1) if points[i][0] <= x or i == 0)

    def slope(i):
        a, b = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        return (b[1] - a[1]) / (b[0] - a[0])

    (x0, z0), (x1, z1) = points[k], points[k + 1]
    h = x1 - x0
    t = (x - x0) / h
    return (z0 * (1 + 2 * t) * (1 - t) ** 2 + slope(k) * h * t * (1 - t) ** 2 + z1 * t * t * (3 - 2 * t) - slope(k + 1) * h * t * t * (1 - t))


def half_width(x):
    return HALF_WIDTH - 160 * smooth_step((-2700 - x) / 550) - 110 * smooth_step((x - 700) / 430)


def stations(spacing=38):
    """Even, with a pair of stations at each gap across the car."""
    seams = sorted({-3080, -2000, -1900, -900, -60, HINGE[0] - 2})
    places, last = [], FRONT
    for seam in seams + [REAR]:
        count = max(1, round((seam - last) / spacing))
        places += [last + (seam - last) * k / count for k in range(count)]
        last = seam
        if seam != REAR:
            places.append(seam)
            last = seam + GAP
    return places + [REAR]


def section(x):
    """Half a cross-section from the sill to the middle of the roof: rows (y, z, kind of the cells up to the next row)."""
    width, top = half_width(x), roof(x)
    bottom, belt = -240 + 60 * smooth_step((-2900 - x) / 350) + 80 * smooth_step((x - 800) / 330), min(500, top - 70)
    door = bottom + 60

    def side(z):
        return width * (1 - 0.04 * ((z - 120) / 360) ** 2)

    rows = [(side(bottom + 60 * k / 3), bottom + 60 * k / 3, 'sill') for k in range(3)]
    rows += [(side(door), door, 'low gap')]
    rows += [(side(z), z, 'side') for z in (door + GAP + (belt - GAP - door - GAP) * k / 13 for k in range(13))]
    rows += [(side(belt - GAP), belt - GAP, 'belt gap')]
    angles = [math.pi / 2 * (k / 24) for k in range(24)]
    exponent = 2 / 3
    for k, a in enumerate(angles):
        kind = 'window' if k < 9 else 'rail' if k < 12 else 'top'
        y, z = side(belt) * math.cos(a) ** exponent, belt + (top - belt) * math.sin(a) ** exponent
        if k == 12:
            rows.append((rows[-1][0] - 0.9 * (rows[-1][0] - y), rows[-1][1] + 0.9 * (z - rows[-1][1]), 'seam'))
        rows.append((y, z, kind))
    return rows


def panel_of(kind, first, last):
    """Name of a cell between two stations, without the side of the car."""
    middle = (first + last) / 2
    narrow = last - first < GAP + 0.5
    if kind in ('top', 'seam'):
        name = next(name for end, name in TOPS if middle <= end + GAP)
        if kind == 'seam':
            return 'gap' if name in ('bonnet', 'lid') else 'body'
        return 'gap' if narrow and min(abs(middle - end) for end, _ in TOPS) < 2 * GAP else name
    door = next((name for low, high, name in DOORS if low <= middle <= high + GAP), None)
    if door is None or kind in ('sill', 'rail'):
        return 'body'
    if kind == 'window':
        return 'body' if narrow else door.replace('door', 'window')
    return 'gap' if narrow or kind != 'side' else door


def in_wheel_arch(x, z):
    return any(math.hypot(x - axle, z - AXLE_HEIGHT) < WHEEL_ARCH for axle in AXLES)


def on_wheel_arch(point):
    """A vertex close to the edge of a wheel arch moves onto it."""
    x, y, z = point
    for axle in AXLES:
        distance = math.hypot(x - axle, z - AXLE_HEIGHT)
        if abs(distance - WHEEL_ARCH) < 21:
            share = WHEEL_ARCH / distance
            return (axle + (x - axle) * share, y, AXLE_HEIGHT + (z - AXLE_HEIGHT) * share)
    return point


def right_half():
    """Sheets by name. Cells of the middle reach y = 0."""
    places = stations()
    sections = [section(x) for x in places]
    size = len(sections[0]) + 1
    vertices = []
    for x, rows in zip(places, sections):
        vertices += [rounded(on_wheel_arch((x, y, z))) for y, z, _ in rows] + [rounded((x, 0, roof(x)))]
    sheets = {}
    for s in range(len(places) - 1):
        for k in range(size - 1):
            corners = (s * size + k, s * size + k + 1, (s + 1) * size + k + 1, (s + 1) * size + k)
            x, z = (sum(vertices[i][axis] for i in corners) / 4 for axis in (0, 2))
            name = panel_of(sections[s][k][2], places[s], places[s + 1])
            if name != 'gap' and not in_wheel_arch(x, z):
                sheets.setdefault(name, Sheet(vertices)).quad(*corners[::-1])
    return sheets


def open_lid(vertex):
    """Turns about the hinge: the rear edge goes up."""
    x, y, z = vertex[0] - HINGE[0], vertex[1], vertex[2] - HINGE[1]
    c, s = math.cos(LID_ANGLE), math.sin(LID_ANGLE)
    return (HINGE[0] + c * x - s * z, y, HINGE[1] + s * x + c * z)


def whole(sheet):
    """Both halves of a panel, with one row of vertices in the middle."""
    one = sheet.compact()
    other = mirrored(one)
    number = {p: i for i, p in enumerate(one.vertices) if p[1] == 0}
    vertices, place = list(one.vertices), []
    for p in other.vertices:
        if p in number:
            place.append(number[p])
        else:
            place.append(len(vertices))
            vertices.append(p)
    return Sheet(vertices, one.triangles + [tuple(place[i] for i in triangle) for triangle in other.triangles])


def panels():
    """(name, sheet or solid): doors and lid are solids of 30 and 20 mm, all else is sheets."""
    sheets = right_half()
    for name, sheet in sheets.items():
        one = sheet.compact()
        if name.endswith('_door'):
            inner = solid(one, 30)
            yield name + '_right', inner
            yield name + '_left', mirrored(inner)
        elif name.endswith('_window'):
            yield name + '_right', one
            yield name + '_left', mirrored(one)
        elif name == 'lid':
            yield name, solid(whole(sheet), 20).moved(open_lid)
        else:
            yield name, whole(sheet)
