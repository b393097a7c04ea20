# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The stored records of circles: every packing is legal, and every number reported for it is that of its file. And the campaign and the script that make them.

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
COLLECT = support.SOURCE_DIR / "scripts" / "collect-records"
CAMPAIGN = support.SOURCE_DIR / "instances" / "campaigns" / "records.json"
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

    def test_the_campaign_covers_the_aims(self):
        known, planned = best_known(), {}
        for entry in json.loads(CAMPAIGN.read_text())["entries"]:
            problem = entry["problem"]
            numbers = problem["n"]
            if isinstance(numbers, str):
                first, last = numbers.split("..")
                numbers = range(int(first), int(last) + 1)
            for n in numbers:
                self.assertNotIn((problem["radii"], n), planned)
                planned[problem["radii"], n] = entry.get("seeds", 1)
        for n in range(5, 31):
            self.assertGreaterEqual(planned["linear", n], 3, n)
        wanted = [("linear", n) for n in [*range(31, 51), 60, 80, 100, 128, 150, 200]] + [("equal", n) for n in range(2, 101)]
        wanted += [(family, int(n)) for family, n in known if family not in ("linear", "equal")]
        self.assertEqual([problem for problem in wanted if problem not in planned], [])


class Scripts(support.ProgramTest):
    """Campaigns and scripts/collect-records, with small problems on the CPU and a source tree of their own."""

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

    def search(self, folder, *entries):
        """Runs a campaign of entries (family, n, seeds, seconds, target)."""
        campaign = {"schema": "jampack/campaign/1", "folder": folder, "devices": "cpu", "archive": "none", "slice": "5m",
                    "entries": [{"problem": {"radii": family, "n": n}, "seeds": seeds, "time": seconds, "target": target}
                                for family, n, seeds, seconds, target in entries]}
        self.write(f"{folder}.json", json.dumps(campaign))
        self.call([support.PROGRAM], "campaign", f"{folder}.json")

    def collect(self, *arguments, code=0):
        command = [sys.executable, "-B", COLLECT, "--tree", self.tree]
        return self.call(command, *arguments, *([] if "--check" in arguments else ["--program", support.PROGRAM]), code=code)

    def test_from_a_campaign_to_the_page(self):
        self.search("a", ("linear", 5, 2, 60, "best-known"), ("equal", 4, 1, 60, 2.5))
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
        self.search("worse", ("linear", 9, 1, 1, 21))  # Any packing is good enough.
        self.search("better", ("linear", 9, [2], 60, "best-known"))
        self.collect("worse", "--device", "CPU")
        self.assertEqual(claim(self.records / "linear-n9.circles"), claim(self.path("worse/best/linear-n9.circles")))
        self.collect("better", "--device", "CPU")
        best = claim(self.path("better/best/linear-n9.circles"))
        self.assertEqual(claim(self.records / "linear-n9.circles"), best)
        self.search("third", ("linear", 9, [3], 1, 21))
        self.assertIn("1 runs taken, 0 packings stored", self.collect("third", "--device", "CPU"))
        (row,) = read_csv(self.records / "records.csv")
        self.assertEqual((row["radius"], row["seed"], row["seeds"]), (best, "2", "3"))

    def test_of_several_runs_of_a_seed_the_last_one_counts(self):
        self.search("a", ("linear", 5, 2, 60, "best-known"))
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
        self.search("a", ("linear", 5, 1, 60, "best-known"))
        packing = self.path("a/searches/linear-n5-seed1.circles")
        lines = packing.read_text().splitlines()
        lines[-1] = "5 0 0"
        packing.write_text("\n".join(lines) + "\n")
        self.assertIn("not legal", self.collect("a", "--device", "CPU", code=2))
        self.assertFalse(self.records.exists())

    def test_a_claim_that_is_not_the_one_of_the_search_is_refused(self):
        self.search("a", ("linear", 5, 1, 60, "best-known"))
        file = self.path("a/campaign-state.json")
        state = json.loads(file.read_text())
        state["searches"][0]["value"] = 9.0
        file.write_text(json.dumps(state))
        self.assertIn("its radius", self.collect("a", "--device", "CPU", code=2))

    def test_runs_on_another_device_are_left_out(self):
        self.search("a", ("linear", 5, 1, 60, "best-known"))
        self.assertIn("not on NVIDIA H200", self.collect("a"))
        self.assertFalse(self.records.exists())

    def test_a_search_without_a_result_is_left_out(self):
        self.search("a", ("linear", 5, 1, 60, "best-known"))
        self.path("a/searches/linear-n5-seed1.circles").unlink()
        self.assertIn("linear-n5-seed1.circles is missing", self.collect("a", "--device", "CPU"))
        self.assertIn("holds no campaign-state.json", self.collect("tree", code=2))


if __name__ == "__main__":
    support.main()
