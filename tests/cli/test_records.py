# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The stored records of circles: every packing is legal, and every number reported for it is that of its file. And the two scripts that make them.

The independent checker circles.py reads every packing, too, where it is there. While none is stored, those tests are skipped.
"""
import concurrent.futures
import contextlib
import csv
import io
import json
import re
import runpy
import shutil
import subprocess
import sys
import unittest
from decimal import ROUND_CEILING, Decimal

import support

sys.path.insert(0, str(support.SOURCE_DIR / "scripts"))
import records_files  # noqa: E402

CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "circles.py"
RUN, COLLECT = support.SOURCE_DIR / "scripts" / "records", support.SOURCE_DIR / "scripts" / "collect-records"
CIRCLES = support.SOURCE_DIR / "instances" / "circles"
PACKINGS = sorted((CIRCLES / "records").glob("*.circles"))
WORKERS = 2


def read_csv(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return list(csv.DictReader(lines))


def best_known():
    return {(row["family"], row["n"]): row["radius"] for row in read_csv(CIRCLES / "best-known.csv")}


def problem_of(path):
    return re.fullmatch(r"([a-z-]+)-n(\d+)\.circles", path.name).groups()


def claim(path):
    return re.search(r"^# enclosing-radius: (\S+)$", path.read_text(), re.M).group(1)


def independent_verdict(path):
    """What the independent checker says of a packing, within this process: it starts in a fraction of the time of a new one."""
    family, n = problem_of(path)
    printed = io.StringIO()
    sys.argv = [str(CHECKER), str(path), "--n", n, "--radii", "linear" if family == "linear" else "file"]
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(str(CHECKER), run_name="__main__")
    except SystemExit as refusal:
        return f"{path.name}: {refusal}"
    return printed.getvalue().splitlines()[0]


def program_verdict(path):
    done = subprocess.run([support.PROGRAM, "--verify", path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=support.LIMIT)
    return done.stdout.strip() if done.returncode == 0 else f"{path.name}: {done.stdout}{done.stderr}"


@unittest.skipUnless(PACKINGS, "no records are stored yet")
class Stored(unittest.TestCase):
    def assert_legal(self, path, verdict):
        n = problem_of(path)[1]
        self.assertTrue(verdict.startswith(f"legal: n={n} R="), verdict)
        # Up to the digits that are printed: sixteen, or twelve decimals.
        radius = float(claim(path))
        self.assertAlmostEqual(float(verdict.split("R=")[1].split()[0]), radius, delta=1e-15 * radius + 1e-12, msg=verdict)

    def test_the_program_finds_every_packing_legal(self):
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for path, verdict in zip(PACKINGS, pool.map(program_verdict, PACKINGS)):
                self.assert_legal(path, verdict)

    @unittest.skipUnless(CHECKER.exists(), f"the independent checker {CHECKER} is not there")
    def test_the_independent_checker_finds_every_packing_legal(self):
        with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
            for path, verdict in zip(PACKINGS, pool.map(independent_verdict, PACKINGS, chunksize=8)):
                self.assert_legal(path, verdict)

    def test_radii_are_those_of_the_family(self):
        powers = {"linear": 1, "equal": 0, "sqrt": 1 / 2, "inv-sqrt": -1 / 2, "inv-fifth": -1 / 5, "inv-two-thirds": -2 / 3}
        for path in PACKINGS:
            family, n = problem_of(path)
            radii = sorted(row[0] for row in support.circle_rows(path))
            if family == "bidisperse":
                expected = [1.0] * ((int(n) + 1) // 2) + [1.4] * (int(n) // 2)
            else:
                expected = sorted(i ** powers[family] for i in range(1, int(n) + 1))
            self.assertEqual(len(radii), len(expected), path)
            for radius, value in zip(radii, expected):
                self.assertAlmostEqual(radius, value, delta=1e-15 * value, msg=path)

    def test_the_table_tells_what_the_files_hold(self):
        known, rows = best_known(), read_csv(CIRCLES / "records" / "records.csv")
        self.assertEqual({(row["family"], row["n"]) for row in rows}, {problem_of(path) for path in PACKINGS})
        for row in rows:
            path = CIRCLES / "records" / f"{row['family']}-n{row['n']}.circles"
            self.assertEqual(row["radius"], claim(path), path)
            self.assertEqual(row["best_known"], known.get((row["family"], row["n"]), ""), path)
            if row["best_known"]:
                self.assertEqual(row["ratio"], f"{Decimal(row['radius']) / Decimal(row['best_known']):.12f}", path)
            text = path.read_text()
            self.assertIn(f"\n# seed: {row['seed']}\n", text, path)
            self.assertIn(f"\n# options: {row['options']}\n", text, path)

    def test_the_page_tells_what_the_files_hold(self):
        listed = {}
        for section in (support.SOURCE_DIR / "docs" / "records.md").read_text().split("\n## "):
            family = re.search(r"^`--radii (\S+)`$", section, re.M)
            if family:
                for n, radius in re.findall(r"^\| (\d+) \| (\S+) \|", section, re.M):
                    listed[family.group(1), n] = radius
        expected = {problem_of(path): str(Decimal(claim(path)).quantize(Decimal("1e-12"), rounding=ROUND_CEILING)) for path in PACKINGS}
        self.assertEqual(listed, expected)


class Texts(unittest.TestCase):
    def test_tables_and_texts_are_what_the_script_makes_of_the_stored_files(self):
        if not PACKINGS and not (CIRCLES / "records" / "runs.csv").exists():
            self.skipTest("no records are stored yet")
        done = subprocess.run([sys.executable, "-B", COLLECT, "--check"], capture_output=True, text=True, timeout=support.LIMIT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_value_of_few_decimals_is_reached_one_unit_above_it(self):
        reaches = records_files.reaches
        self.assertTrue(reaches("4.328428554861", "4.328"))
        self.assertFalse(reaches("4.3290001", "4.328"))
        self.assertTrue(reaches("7.000000006", "7"))
        self.assertFalse(reaches("7.00000001", "7"))

    def test_the_plan_has_targets_where_values_are_published_and_covers_the_aims(self):
        known, planned = best_known(), {}
        for line in (CIRCLES / "records" / "plan.txt").read_text().splitlines():
            fields = line.split("#")[0].split()
            if fields:
                family, n, seed, seconds, target = fields
                self.assertTrue(target == "none" or (family, n) in known, line)
                self.assertGreater(int(seconds), 0, line)
                seeds = planned.setdefault((family, int(n)), [])
                self.assertNotIn(seed, seeds, line)
                seeds.append(seed)
        for n in range(5, 31):
            self.assertGreaterEqual(len(planned["linear", n]), 3, n)
        wanted = [("linear", n) for n in [*range(31, 51), 60, 80, 100, 128, 150, 200]] + [("equal", n) for n in range(2, 101)]
        wanted += [(family, int(n)) for family, n in known if family not in ("linear", "equal")]
        self.assertEqual([problem for problem in wanted if problem not in planned], [])


class Scripts(support.ProgramTest):
    """scripts/records and scripts/collect-records, with small problems on the CPU and a source tree of their own."""

    def setUp(self):
        super().setUp()
        self.tree = self.path("tree")
        (self.tree / "docs").mkdir(parents=True)
        (self.tree / "instances" / "circles").mkdir(parents=True)
        shutil.copy(CIRCLES / "best-known.csv", self.tree / "instances" / "circles")
        (self.tree / "docs" / "validation.md").write_text("Before.\n<!-- records: begin -->\n<!-- records: end -->\nAfter.\n")
        self.records = self.tree / "instances" / "circles" / "records"

    def call(self, command, *arguments, code=0):
        done = subprocess.run([str(part) for part in [*command, *arguments]], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=support.LIMIT)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def run_plan(self, plan, out, *options, code=0):
        self.write(f"{out}.plan", plan)
        return self.call([RUN, "--devices", "cpu", "--program", support.PROGRAM], "--plan", f"{out}.plan", "--out", out, *options, code=code)

    def collect(self, *arguments, code=0):
        command = [sys.executable, "-B", COLLECT, "--tree", self.tree]
        return self.call(command, *arguments, *([] if "--check" in arguments else ["--program", support.PROGRAM]), code=code)

    def test_from_a_plan_to_the_page(self):
        self.run_plan("# small\nlinear 5 1 60 best-known\nlinear 5 2 60 best-known # twice\nequal 4 1 60 2.5\n", "a")
        self.assertEqual(self.path("a/remaining.txt").read_text(), "")
        self.assertIn("2 packings stored", self.collect("a", "--device", "CPU"))
        rows = {(row["family"], row["n"]): row for row in read_csv(self.records / "records.csv")}
        five, four = rows["linear", "5"], rows["equal", "4"]
        self.assertEqual((five["seeds"], five["hits"], five["best_known"]), ("2", "2", "9.001397746050"))
        self.assertEqual(five["radius"], claim(self.records / "linear-n5.circles"))
        self.assertEqual((four["seeds"], four["best_known"]), ("1", "2.414213562373"))
        page, validation = [(self.tree / "docs" / name).read_text() for name in ("records.md", "validation.md")]
        self.assertRegex(page, r"\n\| 5 \| 9\.0013977460\d\d \| 9\.001397746050 \|.*\| 2 of 2 \|")
        self.assertTrue(validation.startswith("Before.\n") and validation.endswith("\nAfter.\n") and "2 packings" in validation, validation)
        # The same results again change nothing.
        self.assertIn("0 runs taken, 0 packings stored", self.collect("a", "--device", "CPU"))
        self.collect("--check")
        (self.tree / "docs" / "records.md").write_text(page.replace("9.0013977460", "9.0013977450"))
        self.assertIn("docs/records.md is not what", self.collect("--check", code=1))

    def test_a_better_packing_replaces_and_a_worse_one_does_not(self):
        worse = "linear 9 1 1 21\n"  # any packing will do
        self.run_plan(worse, "worse")
        self.run_plan("linear 9 2 60 best-known\n", "better")
        self.collect("worse", "--device", "CPU")
        self.assertEqual(claim(self.records / "linear-n9.circles"), claim(self.path("worse/linear-n9-s1.circles")))
        self.collect("better", "--device", "CPU")
        best = claim(self.path("better/linear-n9-s2.circles"))
        self.assertEqual(claim(self.records / "linear-n9.circles"), best)
        self.run_plan("linear 9 3 1 21\n", "third")
        self.assertIn("1 runs taken, 0 packings stored", self.collect("third", "--device", "CPU"))
        (row,) = read_csv(self.records / "records.csv")
        self.assertEqual((row["radius"], row["seed"], row["seeds"]), (best, "2", "3"))

    def test_of_several_runs_of_a_seed_the_last_one_counts(self):
        self.run_plan("linear 5 1 60 best-known\nlinear 5 2 60 best-known\n", "a")
        self.collect("a", "--device", "CPU")
        table = self.records / "runs.csv"
        header, *lines = table.read_text().splitlines()
        columns = header.split(",")
        for started, hits in [("2001-01-01T00:00:00Z", "2"), ("2999-01-01T00:00:00Z", "1")]:
            # A run of seed 1 by another version, that did not reach the best known radius.
            other = dict(zip(columns, next(csv.reader([line for line in lines if "--seed 1" in line]))), version="0", started=started, reached_seconds="")
            table.write_text("\n".join([header, *lines, ",".join(other[column] for column in columns)]) + "\n")
            self.collect()
            (row,) = read_csv(self.records / "records.csv")
            self.assertEqual((row["seeds"], row["hits"]), ("2", hits))

    def test_what_is_not_legal_is_refused(self):
        self.run_plan("linear 5 1 60 best-known\n", "a")
        packing = self.path("a/linear-n5-s1.circles")
        lines = packing.read_text().splitlines()
        lines[-1] = "5 0 0"
        packing.write_text("\n".join(lines) + "\n")
        self.assertIn("not legal", self.collect("a", "--device", "CPU", code=2))
        self.assertFalse(self.records.exists())

    def test_a_claim_that_is_not_the_one_of_the_search_is_refused(self):
        self.run_plan("linear 5 1 60 best-known\n", "a")
        status = self.path("a/linear-n5-s1.json")
        state = json.loads(status.read_text())
        state["best"]["radius"] = 9.0
        status.write_text(json.dumps(state))
        self.assertIn("its radius", self.collect("a", "--device", "CPU", code=2))

    def test_runs_on_another_device_are_left_out(self):
        self.run_plan("linear 5 1 60 best-known\n", "a")
        self.assertIn("not on NVIDIA H200", self.collect("a"))
        self.assertFalse(self.records.exists())

    def test_the_budget_ends_a_search_with_its_result_written(self):
        self.run_plan("linear 30 1 900 none\nlinear 5 1 60 best-known\n", "a", "--budget", "2")
        self.assertEqual(self.path("a/remaining.txt").read_text(), "linear 30 1 900 none\nlinear 5 1 60 best-known\n")
        self.assert_verified("a/linear-n30-s1.circles")
        self.assertEqual(json.loads(self.path("a/linear-n30-s1.json").read_text())["state"], "interrupted")

    def test_a_search_that_fails_is_reported_and_the_others_continue(self):
        said = self.run_plan("linear 999 1 5 best-known\nlinear 5 1 60 best-known\n", "a", code=1)
        self.assertIn("linear 999 1 5 best-known  # exit code 2", said)
        self.assertIn("not in the table of this version", self.path("a/linear-n999-s1.txt").read_text())
        self.assert_verified("a/linear-n5-s1.circles")

    def test_it_ends_where_results_cannot_be_kept(self):
        program = self.write("thief", f'#!/bin/sh\ncase $1 in --n) rm -rf "{self.path("a")}";; *) exec {support.PROGRAM} "$@";; esac\n')
        self.path(program).chmod(0o755)
        plan = "linear 5 1 9 none\nlinear 6 1 9 none\n"
        said = self.run_plan(plan, "a", "--program", self.path(program), code=2)
        self.assertIn("linear-n5-s1 cannot be kept", said)
        self.assertNotIn("linear-n6", said)

    def test_bad_plans_and_options_are_refused_before_anything_runs(self):
        for plan, says in [("linear 5 1 9 none\nlinear 5 1 ten none\n", ":2: expected 'family n seed seconds target'"), ("# nothing\n", "holds no search")]:
            self.assertIn(says, self.run_plan(plan, "a", code=2))
            self.assertFalse(self.path("a").exists())
        self.assertIn("neither cpu nor cuda:NUMBER", self.run_plan("linear 5 1 9 none\n", "a", "--devices", "gpu0", code=2))
        self.assertIn("neither cpu nor cuda:NUMBER", self.run_plan("linear 5 1 9 none\n", "a", "--devices", "cuda:08", code=2))
        self.assertIn(f"{self.folder}: cannot be read", self.run_plan("linear 5 1 9 none\n", "a", "--plan", self.folder, code=2))
        self.assertIn("cannot be made", self.run_plan("linear 5 1 9 none\n", "a", "--out", "a.plan/b", code=2))
        self.assertIn("--budget", self.run_plan("linear 5 1 9 none\n", "a", "--budget", "0", code=2))


if __name__ == "__main__":
    support.main()
