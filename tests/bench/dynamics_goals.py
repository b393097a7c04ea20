#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Goals of the dynamics on one GPU (issue 13, Done when 2) beside what bench_dynamics measures: about two minutes.

    dynamics_goals.py BENCH_DYNAMICS [--device cuda] [--seconds 0.3] [--limit 150] [TABLE...]

TABLE: large, small, contacts, speed-ups, parts, walls, dense; all without one. Prints the tables of bench_dynamics, and behind each the
rows `| goal | bar | reached | held |`. --limit: no table is begun once so many seconds are over.
"""
import argparse
import re
import subprocess
import time

DENSE_SIZES = (2000, 4000)  # Contacts at which the goals of the dense solvers are read.


def rows(text, heading):
    """The rows of the table under a heading that begins so, as lists of cells."""
    part = text.split(f"## {heading}", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def goal(name, bar, reached, held):
    print(f"| {name} | {bar} | {reached} | {'' if held is None else 'held' if held else 'MISSED'} |", flush=True)


def at_most(name, bar, unit, reached):
    goal(name, f"at most {bar:g} {unit}", f"{reached:.4g} {unit}", reached <= bar)


def at_least(name, bar, unit, reached):
    goal(name, f"at least {bar:g} {unit}".rstrip(), f"{reached:.4g} {unit}".rstrip(), reached >= bar)


def large(text):
    for _, bodies, contacts, solver, iterations, step, detection, problem, solving, moving, _ in rows(text, "Steps of large tanks"):
        if bodies == "1000000" and solver == "apgd":
            split = f"detection {detection}, problem {problem}, solver {solving}, bodies {moving} ms"
            at_most(f"a step of 1 million spheres, {contacts} contacts, {iterations} iterations ({split})", 0.15 if iterations == "100" else 1.2, "s",
                    1e-3 * float(step))
    at_least("time of a step linear in bodies, R^2", 0.99, "", float(re.search(r"R\^2 = ([\d.]+?)\.?\n", text).group(1)))
    at_least("contact kernels, of what a copy moves, at 3.5 million contacts", 50, "%", float(re.search(r"(\d+) %\.", text).group(1)))


def small(text):
    for _, bodies, contacts, solver, _, _, _, _, _, _, iteration in rows(text, "A step of 26 000 contacts"):
        if solver in ("apgd", "jor"):
            at_most(f"an iteration of {solver}, {bodies} bodies, {contacts} contacts", 25, "us", float(iteration))


def contacts(text):
    row = rows(text, "Detection of 22 million contacts")[0]
    at_most(f"detection of {row[2]} contacts", 0.1, "s", 1e-3 * float(row[6]))


def speed_ups(text):
    for bodies, _, _, _, factor, _ in rows(text, "One GPU over one core"):
        at_least(f"step over one core, {bodies} bodies", 50 if bodies == "128000" else 1, "times", float(factor))


def parts(text):
    source = {"16000": (12.6, 4.7), "32000": (16.1, 6.1), "64000": (17.6, 10.4), "128000": (16.9, 21.7)}
    for row in rows(text, "Collision detection and iterations of ccp"):
        bodies, detection, iteration = row[0], float(row[4]), float(row[7])
        solver_bar, detection_bar = source[bodies]
        at_least(f"T28: ccp over one core, {bodies} bodies", solver_bar if bodies != "128000" else 50, "times", iteration)
        at_least(f"T28: detection over one core, {bodies} bodies", detection_bar, "times", detection)


def walls(text):
    core = {}
    for where, solver, iterations, count, _, _, rate in rows(text, "Walls of 20 boxes"):
        key, rate = (solver, round(float(iterations))), float(rate)
        if where.startswith("one core"):
            core[key] = max(rate, core.get(key, 0))
        else:
            over = f"{rate / core[key]:.0f} times one core" if key in core else "no core with as many iterations"
            goal(f"{count} scenes of 20 boxes, {where}, {solver}, {iterations} iterations", "reported", f"{rate:.3g} steps of a scene per second, {over}", None)


def dense(text):
    jor = {int(row[0]): row for row in rows(text, "dense-jor")}
    panels = {int(row[0]): [float(cell) for cell in row[1:]] for row in rows(text, "dense-sor and dense-relaxed")}
    at_least("E1: dense-jor at 4000 contacts moves, of a copy", 0.85, "", float(jor[4000][5]))
    for size in DENSE_SIZES:
        own, sor, *groups = panels[size]
        goal(f"E6: dense-sor over dense-jor at {size} contacts (a GTX 580: 2)", "reported", f"{sor / own:.1f} times its time", None)
        goal(f"E7: groups of 2, 8, 32, 128 at {size} contacts", "time falls", ", ".join(f"{t:.0f}" for t in groups[:4]) + " us",
             all(a > b for a, b in zip(groups, groups[1:4])))
        at_most(f"E7: groups of 128 over dense-jor at {size} contacts", 1.5, "", groups[3] / own)
        at_least(f"E8: dense-jor over one core at {size} contacts", 10, "times", float(jor[size][6]))
    at_most("E9: sweeps that pay for the transfer, from 1000 contacts on", 50, "", max(float(jor[n][7]) for n in (1000, 2000, 4000)))
    sparse = float(re.search(r"\(E11\): ([\d.]+) us", text).group(1))
    at_least("E11: jor without a matrix at 4000 contacts, times as fast as dense-jor", 10, "", float(jor[4000][3]) / sparse)
    goal("E11: its memory", "1 %", f"{690 * 4000 / (72 * 4000 ** 2):.1%} (690 bytes a contact)", 690 * 4000 <= 0.01 * 72 * 4000**2)


TABLES = {"large": large, "small": small, "contacts": contacts, "speed-ups": speed_ups, "parts": parts, "dense": dense, "walls": walls}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("tables", nargs="*", metavar="TABLE")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seconds", default="0.3")
    parser.add_argument("--limit", type=float, default=150)
    arguments = parser.parse_intermixed_args()
    unknown = set(arguments.tables) - set(TABLES)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: {', '.join(TABLES)} are accepted")
    begin = time.monotonic()
    for name in arguments.tables or TABLES:
        left = arguments.limit - (time.monotonic() - begin)
        if left <= 0:
            print(f"\n{name}: no time left", flush=True)
            continue
        command = [arguments.bench, name, "--device", arguments.device, "--seconds", arguments.seconds]
        try:
            text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=left).stdout
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            print(f"\n{name}: {error}", flush=True)
            continue
        print(f"{text}\n{name}: {time.monotonic() - begin:.0f} s since the start\n\n| goal | bar | reached | held |\n|---|---|---|---|", flush=True)
        TABLES[name](text + "\n")


if __name__ == "__main__":
    main()
