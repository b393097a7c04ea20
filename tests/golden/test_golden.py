#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The golden table: searches and simulations that end after a count of trials, turns or steps, and the digits that they find.

table.ini holds one row per search: its command lines, the radius (all digits), the number of boxes, contacts, cells or scenes, and the SHA-256 of the result
file without its comments, which hold version, commit and time. The digits must not change while code is moved, renamed or restructured.

Record anew (--record) only where a change of digits is intended, for example by a better move or another order of random numbers, and say
in the commit message which rows changed and why. Where a row fails for any other reason, the program has a bug.

Rows of a GPU are recorded on a machine that has one: `scripts/gpu-check --bundle DIR` here, and there
`tar -C DIR -xJf DIR/programs.tar.xz`, `LD_LIBRARY_PATH=DIR/lib tests/golden/test_golden.py --programs DIR/bin --device cuda --record`.
With --table FILE the digits go into a copy of table.ini. Digits that two runs do not share are not recorded.

Exit code: 0, 1 if a row failed, 77 if no row ran. With JAM_REQUIRE_GPU set, a missing CUDA device is a failure.
"""
import argparse
import collections
import concurrent.futures
import configparser
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
SKIP_CODE = 77
NO_DEVICE_CODE = 3  # Exit code of the programs.
LIMIT = 600  # Seconds per command. Far more than any needs, also with sanitizers: a hang must end.
COUNTS = ("boxes", "contacts", "cells", "scenes")
KEYS = {"device", "write", "prepare", "ranks", "run", "verify", "same-as", "radius", *COUNTS, "sha256"}

# mpirun refuses to run as root and asks for a core per process, unless an option says otherwise.
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none"]


class Skip(Exception):
    """The row cannot run here."""


class Failure(Exception):
    """A command of the row did not end as it should."""


class Row:
    def __init__(self, name, section, words):
        self.name = name
        self.keys = dict(section)
        unknown = set(self.keys) - KEYS
        if unknown:
            sys.exit(f"{name}: unknown key {', '.join(sorted(unknown))}")
        self.device = self.keys["device"]
        self.words = words

    def digits(self):
        """(what is counted, its value, hash) as recorded; None where nothing is."""
        kind = next((kind for kind in COUNTS if kind in self.keys), "radius")
        return (kind, self.keys[kind], self.keys["sha256"]) if "sha256" in self.keys else None

    def command(self, key, settings):
        """The words of a command line, with all placeholders filled in."""
        places = {"root": str(ROOT), "golden": str(FOLDER), "device": self.device, "threads": str(settings.threads)}
        text = self.keys[key].format_map({**self.words, **{place: "{" + place + "}" for place in places}})
        return [word.format_map(places) for word in shlex.split(text)]


def read_table(path):
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str
    with open(path, encoding="utf-8") as file:
        parser.read_file(file)
    words = {key: " ".join(value.split()) for key, value in parser.items("words")}
    rows = [Row(name, parser[name], words) for name in parser.sections() if name != "words"]
    recorded = {row.name: row.digits() for row in rows}
    for row in rows:
        same = row.keys.get("same-as")
        if same and row.digits() and row.digits() != recorded[same]:
            sys.exit(f"{path}: the digits of {row.name} are not those of {same}")
    return rows


def write_digits(path, found):
    """Puts the digits of rows into the table and leaves every other line as it is."""
    blocks = re.split(r"(?m)^(?=\[)", path.read_text(encoding="utf-8"))
    for k, block in enumerate(blocks):
        name = re.match(r"\[(.*)\]", block)
        if not name or name.group(1) not in found:
            continue
        kind, value, digest = found[name.group(1)]
        block = re.sub(r"(?m)^(radius|boxes|contacts|cells|scenes|sha256) *=.*\n", "", block)
        body, space = re.fullmatch(r"(?s)(.*?\n)((?:#[^\n]*\n|\s*\n)*)", block).groups()
        blocks[k] = f"{body}{kind} = {value}\nsha256 = {digest}\n{space}"
    temporary = path.with_suffix(".new")
    temporary.write_text("".join(blocks), encoding="utf-8")
    temporary.replace(path)


def result_digits(folder):
    """(what is counted, its value, hash) of the result that a search left."""
    results = sorted(folder.glob("result.*"))
    if len(results) != 1:
        raise Failure(f"one file result.* was expected, found {[file.name for file in results]}")
    text = results[0].read_text()
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    digest = hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
    if results[0].suffix == ".box":
        return "boxes", lines[0], digest
    if results[0].suffix == ".json":
        result = json.loads(text)
        if "contacts" in result:
            return "contacts", str(len(result["contacts"])), digest
        return "cells", str(result["contact_cells"]), digest
    if results[0].suffix == ".jsonl":
        return "scenes", str(len(lines)), digest
    radius = re.search(r"(?m)^# enclosing-radius: (\S+)", text)
    if not radius:
        raise Failure(f"{results[0].name} does not tell its enclosing radius")
    return "radius", radius.group(1), digest


def has_mpi(program):
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=LIMIT).stdout
    return shutil.which("mpirun") and re.search(r"(?m)^MPI +Open MPI", version)


def execute(row, words, folder, settings, ranks=None):
    """Runs one command line of a row; returns what it printed."""
    program = settings.programs / words[0]
    if not program.exists():
        raise Skip(f"{words[0]} is not there")
    command = [str(program), *words[1:]]
    # User data of the programs must not get into the home directory of the user who runs the tests.
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    if ranks:
        if not has_mpi(command[0]):
            raise Skip("no Open MPI")
        command = [*MPIRUN, "-n", ranks, *command]
        environment = {k: v for k, v in environment.items() if not re.match(r"(OMPI_COMM|PMI|PMIX|SLURM)_", k)}
        environment["ASAN_OPTIONS"] = "detect_leaks=0"  # Open MPI has leaks.
    if row.device == "cpu":
        environment["CUDA_VISIBLE_DEVICES"] = ""
    try:
        result = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                timeout=LIMIT)
    except subprocess.TimeoutExpired as error:
        raise Failure(f"{shlex.join(words)}: longer than {LIMIT} s") from error
    if result.returncode == NO_DEVICE_CODE and row.device == "cuda" and not os.environ.get("JAM_REQUIRE_GPU"):
        raise Skip("no CUDA device")
    if result.returncode != 0:
        raise Failure(f"{shlex.join(words)}: exit code {result.returncode}\n{result.stdout}{result.stderr}".rstrip())
    return result.stdout


def find(row, settings):
    """The digits that the programs find now."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if "write" in row.keys:
            file, _, text = row.keys["write"].partition(" ")
            (folder / file).write_text(text.replace(",", "\n") + "\n")
        if "prepare" in row.keys:
            execute(row, row.command("prepare", settings), folder, settings)
        execute(row, row.command("run", settings), folder, settings, row.keys.get("ranks"))
        digits = result_digits(folder)
        verify = row.command("verify", settings) if "verify" in row.keys else None
        if verify and not execute(row, verify, folder, settings).startswith("legal"):
            raise Failure(f"{shlex.join(verify)}: not legal")
        return digits


def text_of(digits):
    return f"{digits[0]} {digits[1]}, sha256 {digits[2]}" if digits else "nothing recorded"


def check(row, settings):
    """(row, state, lines to print, digits to record or None, seconds)"""
    begin = time.monotonic()
    recorded, found = row.digits(), None
    try:
        if recorded is None and not settings.record:
            raise Skip("not recorded")
        found = find(row, settings)
        if settings.record and find(row, settings) != found:
            raise Failure("two runs found different digits; nothing recorded")
        if found == recorded:
            state, text = "ok", ""
        elif settings.record:
            state, text = "recorded", f"{text_of(found)}\n  before: {text_of(recorded)}"
        else:
            state, text = "FAILED", f"expected {text_of(recorded)}\n  found    {text_of(found)}"
    except Skip as reason:
        state, text = "skipped", str(reason)
    except Failure as error:
        state, text = "FAILED", str(error)
    return row, state, text, found if state == "recorded" else None, time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description="Runs the rows of the golden table and compares their digits.")
    parser.add_argument("--programs", type=pathlib.Path, required=True, metavar="DIR", help="folder of circlepack, trunkpack and settle")
    parser.add_argument("--device", choices=["cpu", "cuda"], help="only rows of this device")
    parser.add_argument("--filter", default="", metavar="TEXT", help="only rows whose name contains TEXT")
    parser.add_argument("--record", action="store_true", help="put the digits found into the table; rows that cannot run here keep theirs")
    parser.add_argument("--table", type=pathlib.Path, default=FOLDER / "table.ini", metavar="FILE", help="another table")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="rows at the same time (default 1)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of each program (default 1); no digit depends on them")
    settings = parser.parse_args()
    settings.programs = settings.programs.resolve()

    rows = [row for row in read_table(settings.table) if settings.device in (None, row.device) and settings.filter in row.name]
    count = {"ok": 0, "recorded": 0, "FAILED": 0, "skipped": 0}
    found = {}
    skipped = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool:
        for row, state, text, digits, seconds in pool.map(lambda row: check(row, settings), rows):
            count[state] += 1
            if state == "skipped":
                skipped[text] += 1
            print(f"{row.name:32} {seconds:6.1f} s  {state}{': ' if text else ''}{text}", flush=True)
            if digits:
                found[row.name] = digits
    if found:
        write_digits(settings.table, found)
        read_table(settings.table)  # Ends with an error where rows that must agree do not.
        print(f"{len(found)} rows recorded in {settings.table}")
    print(f"{count['ok'] + count['recorded']} passed, {count['FAILED']} failed, {count['skipped']} skipped")
    for reason, rows_skipped in skipped.items():
        print(f"skipped: {rows_skipped} rows: {reason}")
    if count["FAILED"]:
        return 1
    return SKIP_CODE if count["ok"] + count["recorded"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
