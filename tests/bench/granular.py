#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Granular statics and flow by settle against physics: minutes on a GPU, so no test but a measurement, recorded in docs/validation.md.

    granular.py SETTLE [--device cuda] [--folder DIR] [--jobs N] [--count N] [TEST...]

T15  10 000 spheres come to rest in a box: what floor and walls carry is their weight; overlaps; energy that is left
T16  Janssen: what the floor of a silo carries, over the fill height
T17  discharge through square holes in the floor of a bin: constant in time, and Beverloo's (D - k d)^2.5
T27  contacts of a sphere in a tank with steady outflow
T29  a tank is shaken, a light ball stays on top (100 000 spheres; --count for more: of a million steps are longer and less exact)
A19  a block of 7 x 7 x 7 spheres after 100 steps: the device against the CPU
A20  the well by several solvers: its heap is the same
F    problems of a pile of 3000 spheres that falls (Nuetzi 6-F), by sor and jor until impulses change by less than 1e-7; on a CPU
A24  steps of a silo of 64 000 spheres by apgd on the device, over those by Gauss-Seidel on one core, to the same residual
Ids of the specifications (docs/validation.md). Files of a run that is there already are not made again. --jobs: so many runs of a test
side by side, for --device cpu.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import pathlib
import random
import re
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
    def __init__(self, arguments):
        self.settle, self.device, self.folder = arguments.settle, arguments.device, arguments.folder
        self.count, self.jobs = arguments.count, arguments.jobs
        self.folder.mkdir(parents=True, exist_ok=True)

    def start(self, name, end, *options, text=None, device=None):
        """Runs settle to a time [s] with a table of its steps; returns the seconds that it counts. `text`: its scene."""
        if text:
            file = self.folder / f"{name}.json"
            file.write_text(text)
            options = (str(file), *options)
        command = [self.settle, *options, "--time", f"{end}s", "--device", device or self.device, "--quiet", "--csv", str(self.folder / f"{name}.csv")]
        file = self.folder / f"{name}.log"
        with open(file, "w", encoding="utf-8") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log)
        took = re.search(r"^time .* steps? in (.*)$", file.read_text(), re.MULTILINE).group(1)
        return sum(float(value) * {"h": 3600, "m": 60, "s": 1, "ms": 1e-3}[unit] for value, unit in re.findall(r"([\d.]+)(ms|[hms])", took))

    def rows(self, name):
        with open(self.folder / f"{name}.csv", encoding="utf-8") as file:
            return [{k: float(v) if k != "status" else v for k, v in row.items()} for row in csv.DictReader(file)]

    def run(self, name, end, *options, **more):
        """The state at the end, and the rows of the steps."""
        state = self.folder / f"{name}.end.json"
        if not state.exists():
            self.start(name, end, *options, "--out", str(state), **more)
        return json.loads(state.read_text()), self.rows(name)

    def side_by_side(self, task, items):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(task, items))


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
    seconds = ", ".join(f"{rows[min(len(rows), 1000 * k) - 1]['kinetic_J'] / start:.1e}" for k in range(1, 11))
    print(f"| T15 | kinetic energy after 1, 2 .. 10 s over potential energy at the start | {seconds} |")
    print(f"| T15 | {len(bodies)} spheres, 10 s: impulse of floor and walls over weight times step, in the last step | {on_walls(state) / weight:.5f} |")

    def sinks(k):
        """Velocity of the centre of mass about a row [m/s]."""
        return (rows[k - 10]["potential_J"] - rows[k + 10]["potential_J"]) / (len(bodies) * G) / 0.02
    for first, last in ((len(rows) - 111, len(rows) - 11), (len(rows) - 1011, len(rows) - 11)):
        print(f"| | in the mean of {last - first} steps | {1 + (sinks(first) - sinks(last)) / (last - first) / (G * 1e-3):.5f} |")
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


def rates_of(rows, count, interval, parts, until=0.5):
    """From 5 % left until 50 %: the rate [1/s], the rates of equal parts of this time over it, and the share that has left. Bodies leave at
    looks, so that parts begin and end with looks."""
    looks = [(0.0, 0)] + [(r["time_s"], r["left"]) for r in rows if abs(r["time_s"] / interval - round(r["time_s"] / interval)) < 1e-6]
    first = next(k for k, look in enumerate(looks) if look[1] >= 0.05 * count)
    last = next((k for k, look in enumerate(looks) if look[1] >= until * count), len(looks) - 1)

    def rate(a, b):
        return (looks[b][1] - looks[a][1]) / (looks[b][0] - looks[a][0])
    edges = [first + round((last - first) * k / parts) for k in range(parts + 1)]
    whole = rate(first, last)
    return whole, [rate(a, b) / whole for a, b in zip(edges, edges[1:])], looks[last][1] / count


def outflow(runs):
    half, count, interval, rates = 12 * D, 16000, 0.01, []
    places = lattice(count, 1.05 * D, 0.02 * D, 0.55 * D, lambda x, y: max(abs(x), abs(y)) < half - 0.6 * D, half)
    bodies = [sphere(D / 2, p, density_kgpm3=2500) for p in places]
    for outlet in (8, 10, 12, 14):
        a, t = outlet * D / 2, 2 * D
        floor = [{"shape": "box", "size_m": size, "position_m": place} for size, place in (
            ([half + D - a, 2 * half + 2 * D, t], [(half + D + a) / 2, 0, -t / 2]), ([half + D - a, 2 * half + 2 * D, t], [-(half + D + a) / 2, 0, -t / 2]),
            ([2 * a, half + D - a, t], [0, (half + D + a) / 2, -t / 2]), ([2 * a, half + D - a, t], [0, -(half + D + a) / 2, -t / 2]))]
        gate = {"shape": "box", "size_m": [2 * a + D, 2 * a + D, D], "position_m": [0, 0, -D / 2], "until_s": 0.5}
        if not (runs.folder / f"T17-{outlet}.csv").exists():
            runs.start(f"T17-{outlet}", 0.5 + 1.6 * (10 / outlet) ** 2, "--iterations", "200",
                       text=scene("bin", [*bin_walls(half, half), *floor, gate], bodies, flow={"interval_s": interval, "drain_z_m": -10 * D}))
        rows = runs.rows(f"T17-{outlet}")
        rate, quarters, end = rates_of(rows, count, interval, 4)
        eighths = rates_of(rows, count, interval, 8)[1]
        rates.append((outlet, rate))
        print(f"| T17 | hole of {outlet} diameters: spheres per second from 5 to {100 * end:.0f} % left; quarters, eighths of this time | "
              f"{rate:.0f}; {min(quarters):.3f} to {max(quarters):.3f}, {min(eighths):.3f} to {max(eighths):.3f} |")
        print(f"| | eighths | {', '.join(f'{x:.3f}' for x in eighths)} |")
        if len(rates) > 2:
            beverloo(rates)


def beverloo(rates):
    """Q^0.4 is linear in the width of the hole."""
    x, y = [r[0] for r in rates], [r[1] ** 0.4 for r in rates]
    mx, my = statistics.mean(x), statistics.mean(y)
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)
    off = max(abs((slope * (a - mx) + my) ** 2.5 / b**2.5 - 1) for a, b in zip(x, y))
    print(f"| | holes of {x[0]} to {x[-1]} diameters: k of (D - k d)^2.5; the fit is off by at most | {mx - my / slope:.2f}; {100 * off:.1f} % |")


def tank(runs):
    """The hole opens after 0.3 s; from 1 s on as many fall in as flow out."""
    count = runs.count
    runs.start("T27", 2, "--scene", "tank", "--count", str(count), "--seed", "1", "--iterations", "100")
    rows = runs.rows("T27")
    for begin in (1.0, 1.5):
        part = [r for r in rows if begin < r["time_s"] <= begin + 0.5]
        in_scene = [r["contacts"] / r["bodies"] for r in part]
        flow = (part[-1]["left"] - part[0]["left"]) / (part[-1]["time_s"] - part[0]["time_s"])
        print(f"| T27 | tank of {count}, {begin} to {begin + 0.5} s: contacts of a sphere; spheres in it; spheres that leave per second; overlap over radius | "
              f"{min(in_scene):.3f} to {max(in_scene):.3f}, mean {statistics.mean(in_scene):.3f}; {part[-1]['bodies']:.0f}; {flow:.0f}; "
              f"{max(r['penetration_m'] for r in part) / (D / 2):.1e} |")


def last_points(folder):
    """Centres in the last picture of a folder [m]."""
    with open(max(folder.glob("frame-*.vtp")), encoding="utf-8") as file:
        text = next(line for line in file if 'Name="points"' in line)
    numbers = [float(x) for x in text.split(">", 1)[1].split("<", 1)[0].split()]
    return list(zip(numbers[0::3], numbers[1::3], numbers[2::3]))


def shaken(runs):
    # Steps of 2 ms: the tank moves by at most 0.15 of a radius in one. A million spheres take 65 s on an H200 with half as many.
    step, iterations = ("2ms", "20") if runs.count < 1_000_000 else ("4ms", "12")
    pictures = runs.folder / "T29"
    took = runs.start("T29", 10, "--scene", "shaken-tank", "--count", str(runs.count), "--seed", "1", "--iterations", iterations, "--step", step, "--vtk",
                      str(pictures), "--frame", "10s")
    rows = runs.rows("T29")
    points = last_points(pictures)[-(runs.count + 1):]
    radius = D * math.sqrt(runs.count / (6 * 0.6 * 20))
    ball, heights = points[-1][2], [p[2] for p in points[:-1]]
    below = sum(h < ball for h in heights) / len(heights)
    out = sum(p[2] < 0 or math.hypot(p[0], p[1]) > radius + 2 * D for p in points)
    late = [r["penetration_m"] for r in rows if r["time_s"] > 1]
    verdict = "held" if rows[-1]["time_s"] > 10 - 1e-6 and below >= 0.95 and out == 0 else "missed"
    print(f"| T29 | {runs.count} spheres shaken for {rows[-1]['time_s']:.2f} s ({took:.0f} s): spheres lower than the centre of the ball, at least 95 %; escaped; "
          f"deepest overlap over radius, after the first second | {100 * below:.3f} %; {out}; {max(r['penetration_m'] for r in rows) / (D / 2):.1e}, "
          f"{max(late) / (D / 2):.1e}; {verdict} |")


def block(runs):
    """Strobl's block: r = 1 m, shifted sideways by up to 0.02 m, in steps of 2.5 ms; free sides, so that it leans and spreads."""
    numbers, bodies = random.Random(1), []
    for k in range(343):
        x, y, z = k % 7, k // 7 % 7, k // 49
        bodies.append(sphere(1, [2 * x + 0.02 * numbers.uniform(-1, 1), 2 * y + 0.02 * numbers.uniform(-1, 1), 1 + 2 * z], mass_kg=1))
    text = scene("block", [plane((0, 0, 0))], bodies, step_s=0.0025)
    for solver, law in (("apgd", "coulomb"), ("jor", "coulomb"), ("pe-jacobi", "pyramid")):
        options = ("--solver", solver, "--law", law, "--tolerance", "1e-13", "--iterations", "20000")
        ends = [runs.run(f"A19-{solver}-{device}", 0.25, *options, text=text, device=device)[0]["bodies"] for device in (runs.device, "cpu")]
        off = [max(abs(x - y) for a, b in zip(*ends) for x, y in zip(a[key], b[key])) for key in ("position_m", "velocity_mps")]
        print(f"| A19 | {solver}, device against CPU after 100 steps: positions [m], velocities [m/s] | {off[0]:.1e}, {off[1]:.1e} |")


def well(runs):
    # On a CPU the first 14 s of 50, in which 1200 of 3900 spheres fall in.
    end, sweeps = (50, ()) if runs.device.startswith("cuda") else (14, (("sor", "coulomb"),))

    def one(choice):
        solver, law = choice
        state, rows = runs.run(f"A20-{solver}", end, "--scene", "well", "--seed", "1", "--solver", solver, "--law", law, "--iterations", "200")
        lies = [b for b in state["bodies"] if math.hypot(*b["position_m"][:2]) < 20 and abs(b["velocity_mps"][2]) < 2 and b["position_m"][2] < 25]
        return sorted(b["position_m"][2] for b in lies), rows
    solvers = (("apgd", "coulomb"), ("jor", "coulomb"), ("ccp", "coulomb"), ("pe-jacobi", "pyramid"), *sweeps)
    for (solver, _), (inside, rows) in zip(solvers, runs.side_by_side(one, solvers)):
        n = len(inside)
        profile = ", ".join(f"{inside[int(share * n)]:.2f}" for share in (0.25, 0.5, 0.75, 0.95))
        limit = sum(r["status"] != "solved" for r in rows) / len(rows)
        late = [r["penetration_m"] for r in rows[len(rows) // 2:]]
        print(f"| A20 | {end} s of the well by {solver}: spheres that lie in it, their mean height [m], height of 25, 50, 75, 95 % of them; deepest overlap [r], "
              f"mean of the second half; unsolved steps | {n}, {statistics.mean(inside):.3f}, {profile}; {max(r['penetration_m'] for r in rows):.1e}, "
              f"{statistics.mean(late):.2e}; {100 * limit:.1f} % |")


def replayed(runs):
    def one(step):
        """Contacts, then iterations of each method, the residual of the first, and how far velocities at contacts are from its own [m/s].
        The problem is that of the step that begins at the time."""
        name, dumped = f"F-{step}", runs.folder / f"F-{step}.problem.json"
        if not dumped.exists():
            runs.start(name, (step + 1) / 1000, "--scene", "pile", "--seed", "1", "--scheme", "moreau", "--solver", "sor", "--tolerance", "1e-5",
                       "--iterations", "5000", "--threads", "1", "--dump-problem", str(dumped), device="cpu")
        problem = json.loads(dumped.read_text())
        found = []
        for solver, relaxation in (("sor", 1), ("sor", 1.3), ("jor", 0.35), ("jor", 0)):
            problem["settings"].update(solver=solver, relaxation=relaxation, criterion="step-norm", relative=1e-7, absolute_Ns=1e-7, iteration_limit=50000)
            problem["start"] = [0.0] * len(problem["q"])
            ours, solved = runs.folder / f"{name}-{solver}-{relaxation}.json", runs.folder / f"{name}-{solver}-{relaxation}.solved.json"
            ours.write_text(json.dumps(problem))
            with open(runs.folder / f"{name}.log", "a", encoding="utf-8") as log:
                subprocess.run([runs.settle, "--solve", str(ours), "--threads", "1", "--dump-problem", str(solved)], stdout=log, stderr=log, check=False)
            found.append(json.loads(solved.read_text())["solution"])
        apart = []
        for other in found[1:]:
            velocity = [0.0] * len(problem["q"])
            change = [a - b for a, b in zip(other["impulses"], found[0]["impulses"])]
            for i, j, block in problem["W"]["blocks"]:
                for r in range(3):
                    velocity[3 * i + r] += sum(block[3 * r + c] * change[3 * j + c] for c in range(3))
            apart.append(max(abs(x) for x in velocity))
        return len(problem["mu"]), found, apart

    steps = range(100, 551, 50)
    for step, (contacts, found, apart) in zip(steps, runs.side_by_side(one, steps)):
        print(f"| F | {step / 1000} s: contacts; iterations of sor 1, 1.3, jor 0.35, chosen; residual of sor; velocities apart [m/s] | {contacts}; "
              f"{', '.join(str(f['iterations']) + ('' if f['status'] == 'solved' else '+') for f in found)}; {found[0]['residual']:.1e}; {max(apart):.1e} |")


def over_sweeps(runs):
    """From one state on, in which the silo has collapsed and rests; every step begins with the impulses of the last one."""
    state = runs.folder / "A24.end.json"
    if not state.exists():
        runs.start("A24", 0.45, "--scene", "silo", "--count", "64000", "--seed", "1", "--iterations", "100", "--out", str(state))
    seconds, iterations = [], []
    for solver, device, steps in (("apgd", runs.device, 300), ("sor", "cpu", 3)):
        options = (str(state), "--solver", solver, "--tolerance", "1e-2", "--iterations", "3000", "--threads", "1")
        # Without what is done once, and the first step.
        one, many = runs.start(f"A24-{solver}-1", 0.001, *options, device=device), runs.start(f"A24-{solver}", (1 + steps) / 1000, *options, device=device)
        rows = runs.rows(f"A24-{solver}")[1:]
        seconds.append((many - one) / len(rows))
        iterations.append(statistics.mean(r["iterations"] for r in rows))
        print(f"| A24 | silo of 64 000 by {solver}: contacts; iterations, largest residual; seconds a step | {rows[-1]['contacts']:.0f}; "
              f"{iterations[-1]:.0f}, {max(r['residual'] for r in rows):.1e}; {seconds[-1]:.4f} |")
    print(f"| | speed-up | {seconds[1] / seconds[0]:.0f} |")


TESTS = {"T15": pile, "T16": janssen, "T17": outflow, "T27": tank, "T29": shaken, "A19": block, "A20": well, "A24": over_sweeps, "F": replayed}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("settle")
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("granular"))
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_intermixed_args()
    unknown = set(arguments.tests) - set(TESTS)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: {', '.join(TESTS)} are accepted")
    print("| id | what | got |\n|---|---|---|")
    for name in arguments.tests or TESTS:
        TESTS[name](Runs(arguments))


if __name__ == "__main__":
    main()
