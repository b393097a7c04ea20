#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Granular statics and flow by settle against physics: minutes on a GPU, so no test but a measurement, recorded in results/dynamics.md.

    granular.py SETTLE [--device cuda] [--folder DIR] [TEST...]

T15  10 000 spheres come to rest in a box: what floor and walls carry is their weight; overlaps; energy that is left
T16  Janssen: what the floor of a silo carries, over the fill height
T17  discharge through square holes in the floor of a bin: constant in time, and Beverloo's (D - k d)^2.5
T29  a tank is shaken, a light ball stays on top (100 000 spheres; --count for more)
A20  the well by several solvers: its heap is the same
Ids of the specifications (docs/validation.md). Files of a run that is there already are not made again.
"""
import argparse
import csv
import json
import math
import pathlib
import random
import statistics
import subprocess

G = 9.81
D = 0.01  # Diameter of the spheres of T16 and T17 [m].


def scene(name, statics, bodies, friction=0.3, restitution=0, **more):
    return json.dumps({"schema": "jampack/scene/1", "name": name, "gravity_mps2": [0, 0, -G], "step_s": 0.001, "friction": friction,
                       "restitution": restitution, "statics": statics, "bodies": bodies, **more})


def plane(point, axis=None, angle=0.0):
    return {"shape": "plane", "position_m": list(point), "orientation": turn(axis, angle)}


def turn(axis, angle):
    return [math.cos(angle / 2), *(math.sin(angle / 2) * a for a in axis)] if axis else [1, 0, 0, 0]


def bin_walls(x, y):
    """Planes around |x|, |y| up to these."""
    q = math.pi / 2
    return [plane((-x, 0, 0), (0, 1, 0), q), plane((x, 0, 0), (0, 1, 0), -q), plane((0, -y, 0), (1, 0, 0), -q), plane((0, y, 0), (1, 0, 0), q)]


def sphere(radius, place, **mass):
    return {"shape": "sphere", "radius_m": radius, "position_m": list(place), **mass}


def lattice(count, pitch, jitter, low, inside, reach):
    """Points of a cubic lattice, layer by layer upwards."""
    numbers, points, k = random.Random(1), [], 0
    last = int(reach / pitch)
    while len(points) < count:
        for j in range(-last, last + 1):
            for i in range(-last, last + 1):
                if len(points) < count and inside(i * pitch, j * pitch):
                    points.append([c + jitter * numbers.uniform(-1, 1) for c in (i * pitch, j * pitch, low + k * pitch)])
        k += 1
    return points


class Runs:
    def __init__(self, settle, device, folder, count):
        self.settle, self.device, self.folder, self.count = settle, device, folder, count
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, name, time, *options, text=None):
        """The state at the end and the rows of the steps."""
        end, rows = self.folder / f"{name}.end.json", self.folder / f"{name}.csv"
        if not end.exists():
            if text:
                file = self.folder / f"{name}.json"
                file.write_text(text)
                options = (str(file), *options)
            command = [self.settle, *options, "--time", f"{time}s", "--device", self.device, "--quiet", "--out", str(end), "--csv", str(rows)]
            with open(self.folder / f"{name}.log", "w", encoding="utf-8") as log:
                subprocess.run(command, check=True, stdout=log, stderr=log)
        with open(rows, encoding="utf-8") as file:
            return json.loads(end.read_text()), [{k: float(v) if k != "status" else v for k, v in row.items()} for row in csv.DictReader(file)]


def on_walls(state, of_wall=lambda k: True):
    """Vertical impulse of the last step that walls with these numbers give to the bodies [N s]."""
    walls, total = len(state["statics"]), 0.0
    for c in state["contacts"]:
        if min(c["a"], c["b"]) >= walls or not of_wall(min(c["a"], c["b"])):
            continue
        n = c["normal"]
        size = [abs(x) for x in n]
        e = [1, 0, 0]
        if size[1] < size[0] and size[1] <= size[2]:
            e = [0, 1, 0]
        if size[2] < size[0] and size[2] < size[1]:
            e = [0, 0, 1]
        t = cross(n, e)
        length = math.sqrt(sum(x * x for x in t))
        t = [x / length for x in t]
        s = cross(n, t)
        up = sum(r * axis[2] for r, axis in zip(c["impulse_Ns"], (n, t, s)))
        total += up if c["b"] >= walls else -up
    return total


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def pile(runs):
    half, pitch, radius = 2.1, 0.21, 0.1
    places = [[pitch * (i + 0.5) - half, pitch * (j + 0.5) - half, 0.15 + pitch * k] for k in range(25) for j in range(20) for i in range(20)]
    numbers = random.Random(1)
    bodies = [sphere(radius, [c + 0.004 * numbers.uniform(-1, 1) for c in p], mass_kg=1) for p in places]
    state, rows = runs.run("T15", 10, text=scene("pile", [plane((0, 0, 0)), *bin_walls(half, half)], bodies))
    weight = len(bodies) * G * 1e-3
    start = sum(p[2] for p in places) * G
    print(f"| T15 | {len(bodies)} spheres, 10 s: impulse of floor and walls over weight times step | {on_walls(state) / weight:.5f} |")
    print(f"| | deepest overlap over radius; kinetic energy at the end over potential energy at the start | "
          f"{max(r['penetration_m'] for r in rows) / radius:.1e}; {rows[-1]['kinetic_J'] / start:.1e} |")


def janssen(runs):
    radius, loads = 5 * D, []
    sides = []
    for k in range(32):
        angle = 2 * math.pi * k / 32
        middle = radius + D
        sides.append({"shape": "box", "size_m": [2 * D, 2 * (radius + 2 * D) * math.tan(math.pi / 32), 1.2],
                      "position_m": [middle * math.cos(angle), middle * math.sin(angle), 0.6], "orientation": turn((0, 0, 1), angle)})
    mass = 2500 * math.pi / 6 * D**3
    for height in (1, 2, 3, 4, 5, 6):
        places = lattice(900 * height, 1.05 * D, 0.02 * D, 0.55 * D, lambda x, y: math.hypot(x, y) < radius - 0.6 * D, radius)
        bodies = [sphere(D / 2, p, density_kgpm3=2500) for p in places]
        state, _ = runs.run(f"T16-{height}", 2, text=scene("silo", [plane((0, 0, 0)), *sides], bodies, friction=0.5))
        weight = len(bodies) * mass * G * 1e-3
        loads.append(on_walls(state, lambda k: k == 0) / (900 * mass * G * 1e-3))
        print(f"| T16 | filled {height} diameters: floor carries, walls and floor carry, of the weight | "
              f"{loads[-1] / height:.3f}, {on_walls(state) / weight:.4f} |")
    print(f"| | slope of the load of the floor at 5 diameters over hydrostatic | {(loads[5] - loads[3]) / 2:.3f} |")


def outflow(runs):
    half, count, rates = 12 * D, 16000, []
    places = lattice(count, 1.05 * D, 0.02 * D, 0.55 * D, lambda x, y: max(abs(x), abs(y)) < half - 0.6 * D, half)
    bodies = [sphere(D / 2, p, density_kgpm3=2500) for p in places]
    for outlet in (8, 10, 12, 14):
        a, t = outlet * D / 2, 2 * D
        floor = [{"shape": "box", "size_m": size, "position_m": place} for size, place in (
            ([half + D - a, 2 * half + 2 * D, t], [(half + D + a) / 2, 0, -t / 2]), ([half + D - a, 2 * half + 2 * D, t], [-(half + D + a) / 2, 0, -t / 2]),
            ([2 * a, half + D - a, t], [0, (half + D + a) / 2, -t / 2]), ([2 * a, half + D - a, t], [0, -(half + D + a) / 2, -t / 2]))]
        gate = {"shape": "box", "size_m": [2 * a + D, 2 * a + D, D], "position_m": [0, 0, -D / 2], "until_s": 0.5}
        _, rows = runs.run(f"T17-{outlet}", 0.5 + 1.6 * (10 / outlet) ** 2, "--iterations", "200",
                           text=scene("bin", [*bin_walls(half, half), *floor, gate], bodies, flow={"interval_s": 0.02, "drain_z_m": -10 * D}))
        begin = next(r["time_s"] for r in rows if r["left"] >= 0.05 * count)
        end = next((r["time_s"] for r in rows if r["left"] >= 0.5 * count), rows[-1]["time_s"])

        def left(time):
            return next(r["left"] for r in rows if r["time_s"] >= time - 1e-9)
        rate = (left(end) - left(begin)) / (end - begin)
        parts = {}
        for n in (4, 8):
            edges = [begin + (end - begin) * k / n for k in range(n + 1)]
            parts[n] = [(left(b) - left(a)) / (b - a) / rate for a, b in zip(edges, edges[1:])]
        rates.append((outlet, rate))
        print(f"| T17 | hole of {outlet} diameters: spheres per second from 5 to {100 * left(end) / count:.0f} % left; quarters, eighths of this time | "
              f"{rate:.0f}; {min(parts[4]):.3f} to {max(parts[4]):.3f}, {min(parts[8]):.3f} to {max(parts[8]):.3f} |")
    # Q^0.4 is linear in the width of the hole.
    x, y = [r[0] for r in rates], [r[1] ** 0.4 for r in rates]
    mx, my = statistics.mean(x), statistics.mean(y)
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)
    off = max(abs((slope * (a - mx) + my) ** 2.5 / b**2.5 - 1) for a, b in zip(x, y))
    print(f"| | k of (D - k d)^2.5; the fit is off by at most | {mx - my / slope:.2f}; {100 * off:.1f} % |")


def shaken(runs):
    state, rows = runs.run("T29", 10, "--scene", "shaken-tank", "--count", str(runs.count), "--seed", "1", "--iterations", "100")
    heights = sorted(b["position_m"][2] for b in state["bodies"][:-1])
    ball = state["bodies"][-1]["position_m"][2]
    below = sum(h < ball for h in heights) / len(heights)
    low = sum(h < 0 for h in heights)
    print(f"| T29 | {runs.count} spheres shaken for 10 s: spheres lower than the centre of the ball; below the floor; deepest overlap over radius | "
          f"{100 * below:.2f} %; {low}; {max(r['penetration_m'] for r in rows) / (D / 2):.1e} |")


def well(runs):
    for solver, law in (("apgd", "coulomb"), ("jor", "coulomb"), ("ccp", "coulomb"), ("pe-jacobi", "pyramid")):
        state, rows = runs.run(f"A20-{solver}", 50, "--scene", "well", "--seed", "1", "--solver", solver, "--law", law, "--iterations", "500")
        inside = sorted(b["position_m"][2] for b in state["bodies"] if math.hypot(*b["position_m"][:2]) < 20)
        n = len(inside)
        profile = ", ".join(f"{inside[int(share * n)]:.2f}" for share in (0.25, 0.5, 0.75, 0.95))
        limit = sum(r["status"] != "solved" for r in rows) / len(rows)
        print(f"| A20 | well by {solver}: spheres in it, their mean height [m], height of 25, 50, 75, 95 % of them; deepest overlap [r]; unsolved steps | "
              f"{n}, {statistics.mean(inside):.3f}, {profile}; {max(r['penetration_m'] for r in rows):.1e}; {100 * limit:.1f} % |")


TESTS = {"T15": pile, "T16": janssen, "T17": outflow, "T29": shaken, "A20": well}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("settle")
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("granular"))
    parser.add_argument("--count", type=int, default=100_000)
    arguments = parser.parse_intermixed_args()
    unknown = set(arguments.tests) - set(TESTS)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: {', '.join(TESTS)} are accepted")
    print("| id | what | got |\n|---|---|---|")
    for name in arguments.tests or TESTS:
        TESTS[name](Runs(arguments.settle, arguments.device, arguments.folder, arguments.count))


if __name__ == "__main__":
    main()
