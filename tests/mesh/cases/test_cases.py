#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""From a file to a container: what people have as CAD, and the load that fits into it.

    test_cases.py PROGRAM [GROUP | GROUP.test_NAME] [unittest options]
    test_cases.py --make DIR [NAME...]      writes meshes of cases, and the containers that are meant

Groups are Issue, Rooms, Repairs, Named and Car. Each case makes its mesh, runs trunkpack, and compares the exit code, the container's
litres, the number of boxes, the notes and the verdict with values known beforehand (table.py). If ../shared/verify/boxes.py and NumPy
are there, the load is also verified in the container that is meant, whatever the program took for it.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli"))
import support

import cases_car
import cases_issue
import cases_named
import cases_repairs
import cases_rooms
import table

GROUPS = {"Issue": cases_issue, "Rooms": cases_rooms, "Repairs": cases_repairs, "Named": cases_named, "Car": cases_car}
FIXED = ["--device", "cpu", "--seed", "1", "--archive", "none", "--progress", "off"]
CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "boxes.py"
COUNTS = {}  # Boxes in clean meshes, by (function that makes the mesh, limit of the search).


PYTHON = support.python_with_numpy() if CHECKER.exists() else None


class Outcome:
    """What a run printed: its exit code, the words of notes and errors, and its figures."""

    def __init__(self, result):
        self.code, self.words, self.load = result.code, result.err, None
        if self.code == 0:
            self.load = json.loads(result.out)
            self.boxes = self.load["totals"]["count"]
            self.litres = self.load["totals"]["container_litres"]
            self.verified = self.load["verification"]["verified"]
            self.words += "\n".join(self.load["container"].get("notes") or [])

    def __str__(self):
        figures = f": {self.boxes} boxes in {self.litres:.2f} l, verified {self.verified}" if self.load else ""
        return f"exit code {self.code}{figures}"


def file_of(case):
    return case.name + (".obj" if case.keyword else ".off")


def text_of(case):
    mesh = case.mesh()
    return mesh.obj(case.keyword) if case.keyword else mesh.off()


def missing(patterns, outcome):
    for pattern in patterns:
        if not re.search(pattern, outcome.words, re.I):
            yield f"nothing that it said matches '{pattern}'"


class CaseTest(support.ProgramTest):
    """Runs one case. All that differs from the table is listed, with the command that repeats it."""

    def search(self, name, text, *options):
        self.write(name, text)
        return Outcome(self.wait(self.start(name, *options, *FIXED, "--json", "-")))

    def run_case(self, case):
        options = [*case.options, *case.limit, "--out", "load.box"]
        outcome = self.search(file_of(case), text_of(case), *options)
        faults = list(self.faults(case, outcome))
        if faults:
            make = ["python3", "-B", str(pathlib.Path(__file__).resolve()), "--make", "/tmp/" + case.name, case.name]
            again = [support.PROGRAM, file_of(case), *options, *FIXED]
            command = f"{shlex.join(make)} && cd {shlex.quote('/tmp/' + case.name)} && {shlex.join(again)}"
            said = ["it said:", outcome.words.rstrip(), "to repeat:", command]
            self.fail("\n".join([f"{case.name}: {case.about}", *faults, f"was: {outcome}", *said]))

    def faults(self, case, outcome):
        if case.may_ask and outcome.code == 2:
            yield from missing(case.asks, outcome)
            return
        if outcome.code != case.code:
            yield f"expected exit code {case.code}" + (" or 2" if case.may_ask else "")
            return
        if "there is no option" in outcome.words:
            yield "expected a refusal that is about the mesh"
            return
        yield from missing(case.notes, outcome)
        if not outcome.load:
            return
        if abs(outcome.litres - case.litres) > table.LITRES_SHARE * case.litres:
            yield f"expected a container of {case.litres:.2f} l within {100 * table.LITRES_SHARE} %"
        low, high = case.expected()
        if case.like:
            count = self.count_in(case.like, case.limit)
            low, high = count - 1, count + table.LUCK
        if not low <= outcome.boxes <= high:
            yield f"expected {low} boxes" if low == high else f"expected {low} to {high} boxes"
        if not outcome.verified:
            yield "expected the verdict: verified"
        if PYTHON:
            yield from self.illegal(case)

    def count_in(self, mesh, limit):
        if (mesh, limit) not in COUNTS:
            COUNTS[mesh, limit] = self.search("clean.off", mesh().off(), *limit, "--out", "clean.box").boxes
        return COUNTS[mesh, limit]

    def illegal(self, case):
        """What the independent checker says against the load, in the container that is meant."""
        self.write("meant.off", case.clean().off())
        command = [PYTHON, "-B", str(CHECKER), "load.box", "meant.off"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=support.LIMIT)
        if done.returncode != 0:
            yield f"{CHECKER.name}: {done.stderr.strip().splitlines()[-1]}"


def test_of(case):
    return lambda self: self.run_case(case)


for group, module in GROUPS.items():
    globals()[group] = type(group, (CaseTest,), {"test_" + case.name: test_of(case) for case in module.CASES})


def make(folder, names):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    cases = {case.name: case for module in GROUPS.values() for case in module.CASES}
    for name in names or cases:
        if name not in cases:
            sys.exit(f"there is no case '{name}'; there are: {', '.join(cases)}")
        case = cases[name]
        (folder / file_of(case)).write_text(text_of(case))
        print(f"{folder / file_of(case)}  {shlex.join([*case.options, *case.limit])}")
        if case.clean:
            (folder / f"{name}.meant.off").write_text(case.clean().off())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"] and len(sys.argv) > 2:
        make(sys.argv[2], sys.argv[3:])
    else:
        if not PYTHON:
            print(f"the loads are not verified independently: {CHECKER} or NumPy is not there")
        support.main()
