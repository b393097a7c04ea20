# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Read by collect-records: docs/records.md and the block of docs/validation.md, as texts. Every number in them comes from the rows of records.csv and runs.csv."""
import re
import string
from decimal import ROUND_CEILING, Decimal

from records_files import TOLERANCE, RecordError, reaches

BEGIN, END = "<!-- records: begin -->", "<!-- records: end -->"
TITLES = {"linear": "Radii 1..n", "equal": "Equal circles (radius 1)", "sqrt": "Radii i^(1/2)", "inv-sqrt": "Radii i^(-1/2)", "inv-fifth": "Radii i^(-1/5)",
          "inv-two-thirds": "Radii i^(-2/3)", "bidisperse": "Half of the radii 1, half 1.4"}
# Rows that docs/validation.md shows.
SHOWN = [24, 26, 30, 35, 40, 45, 50, 60, 80, 100, 128, 150, 200]


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def twelve_decimals(radius):
    """Rounded up, so that the packing is legal in a circle of that radius, too."""
    return str(Decimal(radius).quantize(Decimal("1e-12"), rounding=ROUND_CEILING))


def published(radius):
    """As published, but no more than 12 decimals."""
    return str(Decimal(radius).quantize(Decimal("1e-12"))) if "." in radius and len(radius.split(".")[1]) > 12 else radius


def gap(row):
    return Decimal(row["radius"]) / Decimal(row["best_known"]) - 1


def reached(row):
    return reaches(row["radius"], row["best_known"])


def smaller(row):
    return gap(row) < -TOLERANCE


def ratio(row):
    return f"{Decimal(row['ratio']):.9f}" if row["ratio"] else "-"


def seconds(text):
    """Three digits."""
    if not text:
        return "-"
    value = float(text)
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def signed(value):
    return "0" if abs(value) <= TOLERANCE else f"{value * 100:+.4f} %"


def time_spent(rows):
    return time_text(sum(float(row["device_seconds"]) for row in rows))


def time_of_runs(runs):
    return time_text(sum(float(run["elapsed_seconds"]) * int(run["devices"]) for run in runs))


def time_text(total):
    return f"{total / 3600:.2f} h" if total >= 3600 else f"{total / 60:.1f} min"


def ranges(numbers):
    """7, 9..12, 40"""
    groups = []
    for n in numbers:
        if groups and n == groups[-1][1] + 1:
            groups[-1][1] = n
        else:
            groups.append([n, n])
    return ", ".join(str(first) if first == last else f"{first}..{last}" for first, last in groups)


def general_options(row):
    """The options of a run without those that have a column of the row."""
    return re.sub(r"--(n|radii|seed) \S+ ?", "", row["options"]).strip()


def letters(rows):
    """(options, version, device) -> letter, for the legend."""
    found = {}
    for row in rows:
        key = general_options(row), row["version"], row["device"]
        if key not in found:
            count = len(found)
            found[key] = (string.ascii_uppercase[count // 26 - 1] if count >= 26 else "") + string.ascii_uppercase[count % 26]
    return found


def summary(rows):
    lines = []
    for family, title in TITLES.items():
        own = [row for row in rows if row["family"] == family]
        if not own:
            continue
        compared = [row for row in own if row["best_known"]]
        worst = max(compared, key=gap) if compared else None
        lines.append([title, f"{own[0]['n']}..{own[-1]['n']}", len(own), len(compared), sum(map(reached, compared)), sum(map(smaller, compared)),
                      f"{signed(gap(worst))} (n = {worst['n']})" if worst else "-", time_spent(own)])
    compared = [row for row in rows if row["best_known"]]
    lines.append(["all", "", len(rows), len(compared), sum(map(reached, compared)), sum(map(smaller, compared)), "", time_spent(rows)])
    return table(["family", "n", "packings", "with a best known radius", "reached", "of these smaller", "largest gap", "device time"], lines)


def goals(rows, runs, best_known):
    """What was aimed at, how much of it there is, and what is missing."""
    by_problem = {(row["family"], row["n"]): row for row in rows}
    seeds = {}
    for run in runs:
        if run["reached_seconds"]:
            seeds.setdefault((run["family"], int(run["n"])), set()).add(run["seed"])

    def line(aim, family, numbers, good):
        missing = [n for n in numbers if (family, n) not in by_problem or not good(by_problem[family, n])]
        return [aim, f"{len(numbers) - len(missing)} of {len(numbers)}", ranges(missing) or "none"]

    def three_seeds(row):
        return len(seeds.get((row["family"], row["n"]), ())) >= 3

    listed = sorted(n for family, n in best_known if family == "equal" and 2 <= n <= 100)
    lines = [line("radii 1..n, n = 5..40: the best known radius", "linear", range(5, 41), reached),
             line("radii 1..n, n = 5..30: the same from three seeds or more", "linear", range(5, 31), three_seeds),
             line("n = 41..50: at most 0.05 % above it", "linear", range(41, 51), lambda row: gap(row) <= Decimal("0.0005")),
             line("n = 60, 80, 100, 128, 150, 200: smaller than it", "linear", [60, 80, 100, 128, 150, 200], smaller),
             line("n = 300, 400, 600, 800, 1000, 2000: smaller than it", "linear", [300, 400, 600, 800, 1000, 2000], smaller),
             line("equal circles: all proven optima and published values up to n = 100", "equal", listed, reached)]
    for family in list(TITLES)[2:]:
        numbers = sorted(n for other, n in best_known if other == family)
        if not numbers:
            continue
        title = TITLES[family].lower()
        lines.append(line(f"{title}, n = {numbers[0]}..{numbers[-1]}: the best known radius", family, numbers, reached))
        lines.append(line(f"{title}, n = {numbers[0]}..30: the same from three seeds or more", family, [n for n in numbers if n <= 30], three_seeds))
    return table(["aim", "reached", "missing at n ="], lines)


def family_table(rows, legend):
    header = ["n", "R", "best known", "source", "ratio", "seed", "after [s]", "hits of seeds", "mean time [s]", "device time [s]", "trials", "options"]
    lines = []
    for row in rows:
        lines.append([row["n"], twelve_decimals(row["radius"]), published(row["best_known"]) or "-", row["source"] or "-", ratio(row), row["seed"],
                      seconds(row["seconds"]), f"{row['hits']} of {row['seeds']}" if row["best_known"] else f"- of {row['seeds']}",
                      seconds(row["mean_seconds"]), seconds(row["device_seconds"]), f"{row['trials']:.2e}",
                      legend[general_options(row), row["version"], row["device"]]])
    return table(header, lines)


def page(rows, runs, best_known):
    text = """# Records

Packings of circles that circlepack found, one file each in [instances/circles/records](../instances/circles/records). This page is made by `scripts/collect-records` from those files,
from `runs.csv` there, which lists every run, and from [best-known.csv](../instances/circles/best-known.csv), which names the sources of the best known radii.

"""
    if not rows:
        return text + "No packing is stored.\n"
    legend = letters(rows)
    text += f"""{len(rows)} packings from {len(runs)} runs, {time_of_runs(runs)} in all, on single GPUs or two cores of a CPU, as the letters of the options show. The device times are those of the runs on the device that found the packing.

"""
    text += summary(rows)
    text += """
*Reached*: R is at most 1e-9 of the best known radius above it. *Smaller*: more than 1e-9 below it. Most of the best known radii are intermediate results of others (sources AM), so "smaller" means smaller than in the table, and is no claim to a world
record. No radius here is proven to be the smallest, except those with the source `exact` or `proven`.

Goals:

"""
    text += goals(rows, runs, best_known)
    text += """
## How they were made

[records.json](../instances/campaigns/records.json) is a campaign; its `devices` name the GPUs, each of which runs one search at a time:

```
circlepack campaign instances/campaigns/records.json
scripts/collect-records instances/campaigns/records
```

On a machine without a GPU it is `scripts/collect-records --device CPU`. A packing replaces a stored one only if its R is smaller.

**Repeat one.** `circlepack --n N --radii FAMILY --seed S OPTIONS --time T`, with seed and letter from its row (options below; `--radii linear` is the first table) and T beyond the time in it. The search is deterministic: the same version on the same kind of device passes through the same radius,
digit by digit, however fast it is. The first lines of each file hold version, options, seed and trials.

| letter | options | version | device |
|---|---|---|---|
"""
    for (options, version, device), letter in legend.items():
        text += f"| {letter} | `{options}` | {version} | {device} |\n"
    text += """
**Verified** means: read as exact decimals, no pair of circles in the file overlaps, and none leaves the circle of radius R about the origin, with no tolerance. `circlepack --verify FILE` decides that in integer arithmetic when a packing is stored, and again for every stored packing
in the tests, as does an independent checker in rational arithmetic.

## The columns

- *R*: rounded up to 12 decimals; the file has all digits. *ratio*: R / best known.
- *seed*, *after*: of the run that found it, from the start of its search until it had this R.
- *hits of seeds*: how many seeds led to the best known radius, of all that were tried on the device that found it; of several runs of a seed, with other versions or options, the last one counts. *mean time*: of those that did, from the start of the search. The time that a process takes to start on a GPU is not in it.
- *device time*, *trials*: of all runs for this n on that device, also of those that found nothing better. A trial is one changed packing, relaxed; what ladders do is not counted in trials.
"""
    for family, title in TITLES.items():
        own = [row for row in rows if row["family"] == family]
        if own:
            text += f"\n## {title}\n\n`--radii {family}`\n\n" + family_table(own, legend)
    return text


def block(rows, runs):
    """Between the markers of docs/validation.md."""
    if not rows:
        return "No packing is stored yet.\n"
    text = f"{len(rows)} packings from {len(runs)} runs, each on one device ({', '.join(sorted({row['device'] for row in rows}))}), each verified exactly:\n\n"
    text += summary(rows)
    shown = [row for row in rows if row["family"] == "linear" and row["n"] in SHOWN]
    if shown:
        text += "\nRadii 1..n, some of them:\n\n"
        legend = letters(rows)
        text += table(["n", "R", "best known", "ratio", "seed", "after [s]", "hits of seeds", "mean time [s]", "device", "options"],
                      [[row["n"], twelve_decimals(row["radius"]), published(row["best_known"]) or "-", ratio(row), row["seed"], seconds(row["seconds"]),
                        f"{row['hits']} of {row['seeds']}" if row["best_known"] else "-", seconds(row["mean_seconds"]), row["device"],
                        legend[general_options(row), row["version"], row["device"]]] for row in shown])
        used = {(general_options(row), row["version"], row["device"]) for row in shown}
        options = "; ".join(f"{letter}: `{key[0]}`, version {key[1]}" for key, letter in legend.items() if key in used)
        text += f"\nOptions, with `--n`, `--radii` and `--seed`: {options}.\n"
    return text + "\n[records.md](records.md) lists all packings, how they were made, and which goals were missed.\n"


def with_block(validation, rows, runs):
    """docs/validation.md with its block renewed."""
    if validation.count(BEGIN) != 1 or validation.count(END) != 1 or validation.index(BEGIN) > validation.index(END):
        raise RecordError(f"docs/validation.md: expected the lines '{BEGIN}' and '{END}', each once")
    before, rest = validation.split(BEGIN)
    return before + BEGIN + "\n" + block(rows, runs) + END + rest.split(END)[1]
