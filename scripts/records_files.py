# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Read by collect-records: the runs of scripts/records, the table of best known radii, and the stored records. Python 3, standard library.

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


def reached_seconds(output, known):
    """When the table of improvements of a search first holds a radius that reaches the best known one; empty where it never does."""
    for seconds, radius in re.findall(r"^ +(\d+\.\d+) +(\d+\.\d+) ", output, re.M):
        if reaches(radius, known):
            return float(seconds)
    return ""


def read_run(status_path, best_known, device):
    """A row of runs.csv from the status, packing and output of a search; None, and the reason, for a search that found nothing."""
    status = json.loads(status_path.read_text(encoding="utf-8"))
    named = re.fullmatch(r"(.+)-n(\d+)", status["name"])
    if not named or named.group(1) not in FAMILIES:
        return None, f"{status['name']} is no problem of a known family"
    if status["state"] not in ("finished", "interrupted") or not status["best"]:
        return None, f"its search is {status['state']} and has no result"
    if not all(device in text for text in status["devices"]):
        return None, f"it ran on {'; '.join(status['devices'])}, not on {device}"
    packing, output = status_path.with_suffix(".circles"), status_path.with_suffix(".txt")
    for path in (packing, output):
        if not path.exists():
            return None, f"{path.name} is missing"
    family, n = named.group(1), int(named.group(2))
    radius = claimed_radius(packing)
    if float(radius) != status["best"]["radius"]:
        raise RecordError(f"{packing}: its radius {radius} is not that of {status_path.name}, {status['best']['radius']}")
    seconds, reached = status["last_gain"]["elapsed_seconds"], ""
    if (family, n) in best_known:
        known = best_known[family, n][0]
        if reaches(radius, known):
            reached = seconds if status["reason"] == "target reached" else reached_seconds(output.read_text(encoding="utf-8"), known)
            reached = seconds if reached == "" else min(reached, seconds)
    return {"family": family, "n": n, "seed": status["seed"], "radius": radius, "seconds": f"{seconds:.3f}",
            "reached_seconds": reached if reached == "" else f"{reached:.3f}", "elapsed_seconds": f"{status['elapsed_seconds']:.3f}",
            "devices": len(status["devices"]), "trials": status["counters"]["trials"], "ended": status["reason"].replace(",", ";"), "device": device,
            "options": status["options"], "version": f"{status['version']} ({status['commit']})", "started": status["started"]}, ""


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
