# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Read by collect-records: the searches of a campaign, the table of best known radii, and the stored records. Python 3, standard library.

Radii are Decimals with the digits of their files; times are in seconds.
"""
import csv
import json
import os
import pathlib
import re
import tempfile
from decimal import Decimal

EXPONENTS = {"linear": 1, "equal": 0, "sqrt": 1 / 2, "inv-sqrt": -1 / 2, "inv-fifth": -1 / 5, "inv-two-thirds": -2 / 3}
FAMILIES = [*EXPONENTS, "bidisperse"]
RUN_COLUMNS = ["family", "n", "seed", "radius", "seconds", "reached_seconds", "elapsed_seconds", "devices", "trials", "ended", "device", "options", "version",
               "started"]
RECORD_COLUMNS = ["family", "n", "radius", "best_known", "source", "ratio", "seed", "seconds", "trials", "device_seconds", "seeds", "hits",
                  "mean_seconds", "device", "options", "version"]
# A radius reaches another one within this ratio, as with --target.
TOLERANCE = Decimal("1e-9")


def reaches(radius, known):
    """As the programs have it: up to one unit of the last published decimal above it, and to TOLERANCE. Both are texts."""
    unit = Decimal(1).scaleb(Decimal(known).as_tuple().exponent) if "." in known else 0
    return Decimal(radius) <= (Decimal(known) + unit) * (1 + TOLERANCE)


class RecordError(Exception):
    """One line for the user: what, where, what to do."""


def problem_key(row):
    """Sorts rows by family, in the order of FAMILIES, and n."""
    return FAMILIES.index(row["family"]), int(row["n"])


def read_best_known(path):
    """(family, n) -> (radius as published, source)."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")]
    return {(row["family"], int(row["n"])): (row["radius"], row["source"]) for row in csv.DictReader(lines)}


def read_table(path, columns):
    """The rows of a table; none where there is no file yet."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != columns:
            raise RecordError(f"{path}: expected the columns {','.join(columns)}")
        return list(reader)


def table_text(rows, columns):
    lines = [",".join(columns)]
    for row in rows:
        for column in columns:
            if re.search(r'[,"\n]', str(row[column])):
                raise RecordError(f"{column}: '{row[column]}' cannot stand in a table separated by commas")
        lines.append(",".join(str(row[column]) for column in columns))
    return "\n".join(lines) + "\n"


def write_atomically(path, text):
    """Replaces a file by a temporary one beside it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".jampack-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def claimed_radius(path):
    """The claim of a packing file, with its digits."""
    found = re.search(r"^# enclosing-radius: (\S+)$", path.read_text(encoding="utf-8"), re.M)
    if not found:
        raise RecordError(f"{path}: holds no enclosing radius")
    return found.group(1)


def radii_of(family, n):
    """Ascending."""
    if family == "bidisperse":
        return [1.0] * ((n + 1) // 2) + [1.4] * (n // 2)
    return sorted(i ** EXPONENTS[family] for i in range(1, n + 1))


def check_radii(path, family, n):
    """The radii of a packing file are those of a family: to the last digit, or, where they are irrational, to the rounding of a power."""
    rows = [line.split("#")[0].split() for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row]
    found = sorted(float(row[0]) for row in rows[1:])
    wanted = radii_of(family, n)
    if len(found) != n or any(abs(a - b) > 1e-15 * b for a, b in zip(found, wanted)):
        raise RecordError(f"{path}: its radii are not those of {n} circles, {family}")


def read_run(folder, search, begun, best_known, device):
    """A row of runs.csv from the record of a search in a campaign's state and its packing; None, and the reason, for a search that found nothing."""
    if search["value"] is None:
        return None, "it has no result"
    if device not in search["device"]:
        return None, f"it ran on {search['device']}, not on {device}"
    packing = folder / "searches" / f"{search['id']}.circles"
    if not packing.exists():
        return None, f"{packing.name} is missing"
    comments = dict(re.findall(r"^# ([a-z-]+): (.*)$", packing.read_text(encoding="utf-8"), re.M))
    if "trials" not in comments:
        return None, "it was killed before its end"
    named = re.search(r"--n (\d+) --radii (\S+)", comments["options"])
    if not named or named.group(2) not in FAMILIES:
        return None, "it is no problem of a known family"
    family, n, radius = named.group(2), int(named.group(1)), comments["enclosing-radius"]
    if float(radius) != search["value"]:
        raise RecordError(f"{packing}: its radius {radius} is not that of the campaign's state, {search['value']}")
    gains = search["improvements"]
    ended = json.loads(packing.with_suffix(".json").read_text(encoding="utf-8"))["run"]["stop_reason"].replace("_", " ")
    reached = next((seconds for seconds, value in gains if (family, n) in best_known and reaches(repr(value), best_known[family, n][0])), None)
    return {"family": family, "n": n, "seed": comments["seed"], "radius": radius, "seconds": f"{gains[-1][0]:.3f}",
            "reached_seconds": "" if reached is None else f"{reached:.3f}", "elapsed_seconds": f"{search['seconds']:.3f}", "devices": 1,
            "trials": comments["trials"], "ended": ended, "device": device,
            "options": comments["options"], "version": comments["generator"].removeprefix("circlepack "), "started": begun}, ""


class Records:
    """What is stored in a source tree: the packings, runs.csv with every run that was collected, and what follows from them."""

    def __init__(self, tree):
        self.folder = pathlib.Path(tree) / "instances" / "circles" / "records"
        self.best_known = read_best_known(self.folder.parent / "best-known.csv")
        self.runs = read_table(self.folder / "runs.csv", RUN_COLUMNS)

    def packing(self, family, n):
        return self.folder / f"{family}-n{n}.circles"

    def add_run(self, run):
        """True where it was not there yet."""
        run = {column: str(run[column]) for column in RUN_COLUMNS}
        if run in self.runs:
            return False
        self.runs.append(run)
        self.runs.sort(key=lambda row: (*problem_key(row), int(row["seed"]), row["started"], row["options"], row["radius"]))
        return True

    def rows(self):
        """The rows of records.csv: one for each stored packing."""
        problems = {}
        for run in self.runs:
            problems.setdefault(problem_key(run), []).append(run)
        rows = []
        for _, runs in sorted(problems.items()):
            family, n = runs[0]["family"], int(runs[0]["n"])
            radius = claimed_radius(self.packing(family, n))
            record = next((run for run in runs if run["radius"] == radius), None)
            if not record:
                raise RecordError(f"{self.packing(family, n)}: no run in runs.csv has its radius {radius}")
            known, source = self.best_known.get((family, n), ("", ""))
            # Times on another device would say nothing about this one's.
            runs = [run for run in runs if run["device"] == record["device"]]
            # If a seed has several runs, the last one counts; an older one was cut short or is an older
            # version's.
            last = {run["seed"]: run for run in sorted(runs, key=lambda run: run["started"])}
            hits = [float(run["reached_seconds"]) for run in last.values() if run["reached_seconds"]]
            rows.append({"family": family, "n": n, "radius": radius, "best_known": known, "source": source,
                         "ratio": f"{Decimal(radius) / Decimal(known):.12f}" if known else "", "seed": record["seed"],
                         "seconds": record["seconds"], "trials": sum(int(run["trials"]) for run in runs),
                         "device_seconds": f"{sum(float(run['elapsed_seconds']) * int(run['devices']) for run in runs):.3f}",
                         "seeds": len(last), "hits": len(hits) if known else "",
                         "mean_seconds": f"{sum(hits) / len(hits):.3f}" if hits else "", "device": record["device"],
                         "options": record["options"], "version": record["version"]})
        stored = {path.name for path in self.folder.glob("*.circles")}
        without = stored - {self.packing(row["family"], row["n"]).name for row in rows}
        if without:
            raise RecordError(f"{self.folder / min(without)}: no run in runs.csv belongs to it")
        return rows
