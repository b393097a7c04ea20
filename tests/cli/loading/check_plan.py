#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Checks a loading plan (schema jampack/loading-plan/1) of trunkpack; it shares no code with the planner.

    check_plan.py MESH.off PLAN.json [--every N] [--millimetres D] [--prefixes N]

A full check of 100 boxes takes seconds; of 400 boxes a second or two for all ways at 1 mm, half a minute for
rest after one step.

Structure: every box once, totals, ends of ways, order. Carriers: each is met by its box straight down, within
the gap that counts as contact. Ways: each push in steps of D mm, the box against all
boxes that are loaded before and all walls, by separating axes (convex.py). Rest (needs SciPy): the load after
N of its steps, by a linear program for the contact forces (rest.py). Lengths in mm, z up; the mesh must be in
mm, too.
Exit code 0: no fault; 1: faults, one line each; 2: bad input; 77: NumPy is not there.
"""
import argparse
import json
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not there")
    sys.exit(77)

import convex

ROUNDING = 1e-6  # In depths and places [mm].


def read_off(path):
    """Triangles (n, 3, 3) of an OFF file, oriented outwards as a whole; polygons are cut into fans."""
    with open(path) as file:
        words = " ".join(line.split("#")[0] for line in file).split()
    if words[0] != "OFF":
        raise ValueError(f"{path} is no OFF file")
    points, faces = int(words[1]), int(words[2])
    vertices = np.array(words[4:4 + 3 * points], float).reshape(-1, 3)
    triangles, at = [], 4 + 3 * points
    for _ in range(faces):
        ring = list(map(int, words[at + 1:at + 1 + int(words[at])]))
        at += 1 + len(ring)
        triangles += [[ring[0], ring[i], ring[i + 1]] for i in range(1, len(ring) - 1)]
    corners = vertices[np.array(triangles)]
    volume = np.einsum("nx,nx->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum()
    return corners if volume >= 0 else corners[:, ::-1]


def is_hit(origin, direction, triangles):
    """Whether a ray meets one of the triangles (n, 3, 3) beyond its origin (Moeller and Trumbore)."""
    a, b = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    p = np.cross(direction, b)
    determinant = np.einsum("nx,nx->n", a, p)
    safe = np.where(np.abs(determinant) > 1e-12, determinant, np.inf)
    s = origin - triangles[:, 0]
    q = np.cross(s, a)
    u, v, t = np.einsum("nx,nx->n", s, p) / safe, q @ direction / safe, np.einsum("nx,nx->n", b, q) / safe
    return bool(np.any(np.isfinite(safe) & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-6)))


def closed_walls(triangles, opening):
    """Triangles (m, 3, 3) that remain when the container is open, and the number of those that are open."""
    outward = np.array(opening["outward"], float)
    if not opening["planes"]:
        faces_out = convex.triangles_of(triangles).normals[:, 0] @ outward >= 0.5
        lid = [bool(out) and not is_hit(triangles[i].mean(axis=0), outward, np.delete(triangles, i, axis=0))
               for i, out in enumerate(faces_out)]
        return triangles[~np.array(lid)], sum(lid)
    walls, opened = [], 0
    for triangle in triangles:
        polygon = triangle
        for plane in opening["planes"]:
            point, away = np.array(plane["point_mm"], float), np.array(plane["outward"], float)
            height = (polygon - point) @ away
            if np.all(height >= -0.01):
                polygon = polygon[:0]
            elif np.any(height > 0):
                polygon = convex.cut(polygon, point, away)
            if len(polygon) < 3:
                opened += 1
                break
        else:
            walls += [polygon[[0, i, i + 1]] for i in range(1, len(polygon) - 1)]
    return np.array(walls).reshape(-1, 3, 3), opened


def check_structure(plan, boxes, walls):
    """Faults in the lists of the plan, as texts."""
    faults, steps, totals = [], plan["steps"], plan["totals"]
    n, fixed = len(plan["boxes"]), totals["fixed"]
    listed = list(range(fixed)) + [s["box"] for s in steps] + [s["box"] for s in plan["stuck"]]
    if plan["complete"] and sorted(listed) != list(range(n)):
        faults.append("boxes are missing or listed twice")
    held = sum(s["rests_after"] != i for i, s in enumerate(steps))
    never = sum(s["rests_after"] is None for s in steps)
    found = {"boxes": n, "fixed": fixed, "loaded": len(steps), "held": held, "never_rest": never,
             "stuck": len(plan["stuck"]), "layers": steps[-1]["layer"] + 1 if steps else 0}
    if found != totals:
        faults.append(f"totals are {found}, not {totals}")
    outward, outside = np.array(plan["opening"]["outward"]), plan["opening"]["outside_mm"]
    if len(walls) and (walls @ outward).max() > outside + 0.01:
        faults.append(f"walls reach to {(walls @ outward).max():.3f}, outside begins at {outside:.3f} mm")
    loaded, layer = set(range(fixed)), 0
    for i, step in enumerate(steps):
        box, way, name = step["box"], np.array(step["way_mm"]), f"step {i}: box {step['box']}"
        if len(way) < 2 or np.abs(way[-1] - boxes.centre[box]).max() > ROUNDING:
            faults.append(f"{name}: its way does not end at its place")
        if ((boxes.corners[box] + way[0] - way[-1]) @ outward).min() < outside:
            faults.append(f"{name}: its way does not begin outside")
        if not layer <= step["layer"] <= layer + 1:
            faults.append(f"{name}: layer {step['layer']} after {layer}")
        layer = step["layer"]
        rests, held_from = step["rests_after"], step["held_from"]
        if rests is not None and not i <= rests < len(steps):
            faults.append(f"{name}: rests after {rests}")
        if (held_from is None) != (rests == i):
            faults.append(f"{name}: held from {held_from}, rests after {rests}")
        elif held_from is not None and not i <= held_from < (len(steps) if rests is None else rests):
            faults.append(f"{name}: held from {held_from}, rests after {rests}")
        if not set(step["carriers"]) <= loaded | {-1}:
            faults.append(f"{name}: carriers {step['carriers']} are not all loaded before")
        loaded.add(box)
    return faults


def check_carriers(plan, boxes, walls):
    """Carriers that the box would not meet when it moves straight down by contact_mm; number of carriers."""
    faults, asked = [], 0
    down = np.array([[0, 0, -plan["rules"]["contact_mm"] - 0.01]])
    for i, step in enumerate(plan["steps"]):
        box = step["box"]
        for carrier in step["carriers"]:
            asked += 1
            others, which = (boxes, np.array([carrier])) if carrier >= 0 else (walls, np.arange(len(walls.low)))
            near = np.all((others.low[which] <= boxes.high[box]) &
                          (others.high[which] >= boxes.low[box] + down[0]), axis=1)
            depths = convex.deepest(boxes.corners[box], boxes.normals[box], boxes.edges[box], down, others,
                                    which[near]) if near.any() else np.zeros(0)
            if not (depths > 0.005).any():
                faults.append(f"step {i}: box {box} does not meet its carrier {carrier} below it")
    return faults, asked


def check_ways(plan, boxes, walls, spacing, every):
    """Faults on the ways of every Nth step, as texts; number of pushes; the deepest overlap that was seen."""
    faults, pushes, worst = [], 0, -np.inf
    allowed = plan["rules"]["overlap_mm"] + ROUNDING
    loaded = list(range(plan["totals"]["fixed"]))
    for i, step in enumerate(plan["steps"]):
        box, way = step["box"], np.array(step["way_mm"], float)
        legs = zip(way, way[1:]) if i % every == 0 else []
        for leg, (start, end) in enumerate(legs):
            pushes += 1
            length = np.linalg.norm(end - start)
            times = np.linspace(0, 1, max(2, int(np.ceil(length / spacing)) + 1))
            shifts = start + times[:, None] * (end - start) - boxes.centre[box]
            deep = {}  # Other body: (depth, millimetres from the start of the push).
            for part in np.array_split(np.arange(len(times)), int(np.ceil(len(times) / 64))):
                low = boxes.low[box] + shifts[part].min(axis=0)
                high = boxes.high[box] + shifts[part].max(axis=0)
                for others, there in ((boxes, np.array(loaded, int)), (walls, np.arange(len(walls.low)))):
                    near = np.all((others.low[there] <= high) & (others.high[there] >= low), axis=1)
                    which = there[near]
                    if not len(which):
                        continue
                    depths = convex.deepest(boxes.corners[box], boxes.normals[box], boxes.edges[box],
                                            shifts[part], others, which)
                    worst = max(worst, depths.max())
                    for k in np.flatnonzero(depths.max(axis=0) > allowed):
                        s = depths[:, k].argmax()
                        name = f"box {which[k]}" if others is boxes else f"wall {which[k]}"
                        deep[name] = max(deep.get(name, (0, 0)), (depths[s, k], times[part[s]] * length))
            faults += [f"step {i}: box {box}, push {leg}, after {at:.1f} of {length:.1f} mm: "
                       f"{depth:.6f} mm in {name}" for name, (depth, at) in deep.items()]
        loaded.append(box)
    return faults, pushes, worst


def main():
    parser = argparse.ArgumentParser(description="checks a loading plan of trunkpack")
    parser.add_argument("mesh")
    parser.add_argument("plan")
    parser.add_argument("--every", type=int, default=1, help="check the ways of every Nth step")
    parser.add_argument("--millimetres", type=float, default=1, help="spacing of the places on the ways")
    parser.add_argument("--prefixes", type=int, default=5, help="check rest after this number of steps")
    options = parser.parse_args()
    with open(options.plan) as file:
        plan = json.load(file)
    triangles = read_off(options.mesh)
    wall_corners, opened = closed_walls(triangles, plan["opening"])
    boxes, walls = convex.boxes_of(plan["boxes"]), convex.triangles_of(wall_corners)
    faults = check_structure(plan, boxes, wall_corners)
    totals = plan["totals"]
    print("plan: " + ", ".join(f"{totals[key]} {key}" for key in ("boxes", "loaded", "held", "stuck")))
    print(f"walls: {len(triangles)} triangles, {opened} open")
    found, pushes, worst = check_ways(plan, boxes, walls, options.millimetres, options.every)
    faults += found
    found, asked = check_carriers(plan, boxes, walls)
    faults += found
    print(f"carriers: {asked}, {len(found)} of them not below their box")
    print(f"ways: {pushes} pushes, deepest overlap {worst:.6f} mm")
    try:
        import rest
    except ImportError:
        rest = None
        print("rest: skipped, SciPy is not there")
    if rest and plan["steps"]:
        ends = sorted({round(k) for k in np.linspace(len(plan["steps"]) - 1, 0, options.prefixes)})
        found, asked, lines = rest.check_rest(plan, boxes, walls, ends)
        faults += found
        print(f"rest: {len(found)} of {asked} boxes do not rest", *lines, sep="\n")
    print(*faults, f"faults: {len(faults)}", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, KeyError) as error:
        print(f"check_plan.py: {error!r}", file=sys.stderr)
        sys.exit(2)
