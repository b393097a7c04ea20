# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The files a run leaves, and what stands on standard output."""
import csv
import json
import math
import os
import re
import shlex
import subprocess
import unittest.mock
import xml.etree.ElementTree

import support

SVG = "{http://www.w3.org/2000/svg}"


class DefaultFile(support.ProgramTest):
    def test_result_goes_to_a_file_named_after_the_problem(self):
        result = self.run_program("--n", "5", *support.SHORT)
        self.assertIn("linear-n5.circles", result.out)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["linear-n5.circles"])

    def test_better_packing_in_the_default_file_is_kept(self):
        # The optimum for radii 1, 2; a search finds no smaller radius, at best the same.
        self.write("linear-n2.circles", support.TWO_CIRCLES)
        result = self.run_program("--n", "2", *support.SHORT)
        self.assertEqual(self.path("linear-n2.circles").read_text(), support.TWO_CIRCLES)
        self.assertRegex(result.out, r"(?m)^kept +linear-n2.circles.*--out")

    def test_worse_packing_in_the_default_file_is_replaced(self):
        self.write("linear-n2.circles", "# enclosing-radius: 30\n2\n1 20 0\n2 -10 0\n")
        result = self.run_program("--n", "2", *support.SHORT)
        self.assertNotIn("kept", result.out)
        self.assertAlmostEqual(float(support.annotation(self.path("linear-n2.circles"), "enclosing-radius")), 3, delta=1e-9)

    def test_file_that_is_no_legal_packing_of_the_problem_stays(self):
        foreign = "these are my notes\n"
        overlapping = support.TWO_CIRCLES_OVERLAPPING
        self.write("linear-n2.circles", foreign)
        self.write("linear-n2-2.circles", overlapping)
        result = self.run_program("--n", "2", *support.SHORT)
        self.assertEqual(self.path("linear-n2.circles").read_text(), foreign)
        self.assertEqual(self.path("linear-n2-2.circles").read_text(), overlapping)
        self.assertIn("linear-n2-3.circles", result.out)
        self.assert_verified("linear-n2-3.circles")

    def test_explicit_file_is_replaced_whatever_it_holds(self):
        self.write("mine.circles", support.TWO_CIRCLES)
        self.run_program("--n", "3", *support.SHORT, "--out", "mine.circles")
        self.assertEqual(len(support.circle_rows(self.path("mine.circles"))), 3)

    def test_json_alone_is_enough(self):
        self.run_program("--n", "3", *support.SHORT, "--json", "r.json")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["r.json"])
        self.assert_verified("r.json")


class Files(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.result = self.run_program("--n", "12", *support.SHORT, "--out", "r.circles", "--svg", "r.svg", "--json", "r.json",
                                       "--packomania", "r.txt", "--log", "r.log", "--stats", "r.csv")

    def test_final_block_names_everything(self):
        out = self.result.out
        for line in [r"circles +12 circles, linear", r"R +\d+\.\d{12}$", r"density +0\.\d{9}$", r"contacts +\d+, rattlers \d+$",
                     r"verified +exact$", r"best known +28\.371389436409",
                     r"search +multistart, seed 1, .* trials", r"ended by +trial limit of 300$"]:
            self.assertRegex(out, "(?m)^" + line)
        for name in ["r.circles", "r.svg", "r.json", "r.txt", "r.csv"]:
            self.assertRegex(out, rf"(?m)^written +{name}$")

    def test_printed_radius_density_and_file_agree(self):
        path = self.path("r.circles")
        claimed = float(support.annotation(path, "enclosing-radius"))
        # Twelve decimals are printed.
        self.assertAlmostEqual(self.result.radius(), claimed, delta=0.6e-12)
        density = sum(r * r for r, _, _ in support.circle_rows(path)) / claimed**2
        self.assertAlmostEqual(float(re.search(r"density +(\S+)", self.result.out).group(1)), density, delta=0.6e-9)

    def test_circles_file_says_where_it_comes_from_and_how_to_repeat_it(self):
        path = self.path("r.circles")
        self.assertEqual(support.annotation(path, "seed"), "1")
        self.assertRegex(support.annotation(path, "generator"), r"^circlepack \d")
        options = support.annotation(path, "options").split()
        trials = support.annotation(path, "trials")
        self.run_program(*options, "--trials", trials, "--out", "again.circles")
        self.assertEqual(self.path("again.circles").read_text(), path.read_text())

    def test_all_files_hold_the_same_packing(self):
        rows = support.circle_rows(self.path("r.circles"))
        radius = float(support.annotation(self.path("r.circles"), "enclosing-radius"))
        data = json.loads(self.path("r.json").read_text())
        run = data["run"]
        self.assertEqual((run["device_kind"], run["stop_reason"], run["improvements"][-1][1]), ("cpu", "work_limit", radius))
        self.assertEqual((data["schema"], data["n"], data["family"], data["enclosing_radius"]), ("jampack/circles/1", 12, "linear", radius))
        self.assertEqual([(c["radius"], c["x"], c["y"]) for c in data["circles"]], rows)

        packomania = [list(map(float, line.split())) for line in self.path("r.txt").read_text().splitlines() if not line.startswith("#")]
        self.assertEqual([row[0] for row in packomania], list(range(1, 13)))
        for (_, x, y), row in zip(packomania, sorted(rows)):
            # Scaling to the unit container and back rounds twice.
            self.assertAlmostEqual(x * radius, row[1], delta=1e-14 * radius)
            self.assertAlmostEqual(y * radius, row[2], delta=1e-14 * radius)

        circles = xml.etree.ElementTree.parse(self.path("r.svg")).iter(SVG + "circle")
        drawn = {(float(c.get("r")), float(c.get("cx")), float(c.get("cy"))) for c in circles}
        self.assertLessEqual(set(rows), drawn)

    def test_the_page_holds_the_packing_and_the_improvements_over_time(self):
        result = self.wait(self.start("--n", "12", *support.SHORT, "--out", "p.circles", "--html", "p.html"))
        if "three.js" in result.err:
            self.skipTest("this build has no three.js (Debian package libjs-three)")
        document = json.loads(re.search(r'<script type="application/json" id="document">(.*?)</script>', self.path("p.html").read_text(), re.S).group(1))
        radius = float(support.annotation(self.path("p.circles"), "enclosing-radius"))
        self.assertEqual((document["kind"], document["circles"]["enclosing_radius"], document["verified"]), ("circles", radius, True))
        self.assertEqual(document["circles"]["run"]["improvements"][-1][1], radius)
        self.assertEqual(document["best_known"]["text"], "28.371389436409")
        self.run_program("--verify", "p.circles", "--html", "again.html")
        self.assertIn('"verified": true', self.path("again.html").read_text())

    def test_stats_follow_the_search(self):
        with open(self.path("r.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), "seconds trials relaxation_steps rounds meta_stable best_radius mean_radius gap".split())
        seconds = [float(row["seconds"]) for row in rows]
        best = [float(row["best_radius"]) if row["best_radius"] else math.inf for row in rows]
        self.assertEqual(seconds, sorted(seconds))
        self.assertEqual(best, sorted(best, reverse=True))
        self.assertAlmostEqual(best[-1], self.result.radius(), delta=0.6e-12)
        self.assertEqual(rows[-1]["trials"], support.annotation(self.path("r.circles"), "trials"))

    def test_log_holds_opening_improvements_and_result(self):
        text = self.path("r.log").read_text()
        self.assertRegex(text, r"(?m)^\S+Z  search +multistart, 4 instances, seed 1")
        self.assertRegex(text, r"(?m)^\S+Z   +\d+\.\d{3} +\d+\.\d{12} ")
        self.assertRegex(text, r"(?m)^\S+Z  verified +exact$")


class Streams(support.ProgramTest):
    def test_json_on_standard_output_is_all_there_is(self):
        result = self.run_program("--n", "4", *support.SHORT, "--json", "-")
        data = json.loads(result.out)
        self.assertEqual(data["n"], 4)
        self.assertEqual(data["annotations"]["seed"], "1")
        self.assertIn("verified", result.err)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_quiet_prints_the_final_block_alone(self):
        result = self.run_program("--n", "4", *support.SHORT, "--quiet")
        self.assertEqual(result.err, "")
        self.assertRegex(result.out, r"(?m)^verified +exact$")

    def test_seed_is_drawn_printed_and_kept_where_none_is_given(self):
        seeds = set()
        for name in ["a.circles", "b.circles"]:
            result = self.run_program("--n", "3", "--trials", "20", "--instances", "2", "--device", "cpu", "--out", name)
            seed = re.search(r"seed (\d+) \(drawn", result.err).group(1)
            self.assertEqual(support.annotation(self.path(name), "seed"), seed)
            seeds.add(seed)
        # Two equal seeds by chance: once in 4e9.
        self.assertEqual(len(seeds), 2)

    def test_output_is_relative_to_where_the_user_stands(self):
        self.path("results").mkdir()
        self.run_program("--n", "3", *support.SHORT, "--out", "results/r.circles")
        self.assert_verified("results/r.circles")


class Determinism(support.ProgramTest):
    def test_same_seed_gives_the_same_bytes_with_one_and_two_threads(self):
        texts = []
        for threads in ["1", "2", "1"]:
            self.run_program("--n", "14", "--trials", "2000", "--instances", "6", "--seed", "5", "--device", "cpu", "--threads", threads,
                             "--out", "r.circles", "--json", "r.json")
            texts.append((self.path("r.circles").read_bytes(), support.without_run(self.path("r.json"))))
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(texts[0], texts[2])


class LostOutput(support.ProgramTest):
    """What cannot be written is an error, wherever it was to go."""

    def lost(self, *arguments):
        with open("/dev/full", "w") as full:
            done = subprocess.run([support.PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=support.LIMIT)
        self.assertEqual(done.returncode, 2, f"{arguments}: {done.stderr}")
        self.assertIn("standard output could not be written", done.stderr)
        closed = subprocess.run(["bash", "-c", 'exec "$@" >&-', "bash", support.PROGRAM, *arguments], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=support.LIMIT)
        self.assertEqual(closed.returncode, 2, f"{arguments}: {closed.stderr}")

    def test_standard_output(self):
        self.write("p.circles", support.TWO_CIRCLES)
        commands = [["--help"], ["--help", "search"], ["--version"], ["--man"], ["--completion", "bash"], ["--verify", "p.circles"],
                    ["--verify", "p.circles", "--json", "-"], ["--verify", "p.circles", "p.circles"],
                    ["--verify", "p.circles", "p.circles", "--json", "-"], ["--n", "3", *support.SHORT, "--archive", "none"],
                    ["--n", "3", *support.SHORT, "--archive", "none", "--json", "-"]]
        for arguments in commands:
            with self.subTest(arguments=arguments):
                self.lost(*arguments)

    def test_archive_commands(self):
        self.write("p.circles", support.TWO_CIRCLES)
        if "this build has no archive" in self.wait(self.start("archive", "import", "p.circles", "--archive", "a")).err:
            self.skipTest("this build has no archive")
        for arguments in [["list", "a"], ["list", "a", "--json", "-"], ["show", "a", "--id", "1"], ["export", "a", "--id", "1"],
                          ["export", "a", "--id", "1", "--json", "-"], ["verify", "a"]]:
            with self.subTest(arguments=arguments):
                self.lost("archive", *arguments)

    def test_files(self):
        self.write("p.circles", support.TWO_CIRCLES)
        for option in ["--json", "--svg", "--packomania", "--out"]:
            self.run_program("--verify", "p.circles", option, "/dev/full", code=2)
        for option in ["--json", "--svg", "--out", "--log", "--stats", "--status", "--metrics"]:
            with self.subTest(option=option):
                result = self.run_program("--n", "3", *support.SHORT, "--archive", "none", option, "/dev/full", code=2)
                self.assertIn("/dev/full", result.err)


class OtherMachine(support.ProgramTest):
    def test_the_options_in_a_file_give_it_again_on_a_machine_with_other_cores(self):
        files = []
        for cores, options in [("12", ["--n", "9", "--seed", "5", "--device", "cpu"]), ("3", None)]:
            with unittest.mock.patch.dict(os.environ, JAM_THREADS=cores):
                name = f"{cores}.circles"
                options = options or shlex.split(support.annotation(self.path("12.circles"), "options"))
                self.run_program(*options, "--trials", "20000", "--archive", "none", "--out", name)
                files.append(self.path(name).read_text())
        for option in ["--instances 12 ", "--active 12 ", "--islands 1 ", "--ladders 12 "]:
            self.assertIn(option, support.annotation(self.path("12.circles"), "options") + " ")
        self.assertEqual(files[0], files[1])


if __name__ == "__main__":
    support.main()
