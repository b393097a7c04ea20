# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Searches as users run them: results, files, interruption, repetition."""
import json
import os
import re
import signal

import support
import trunks


class KnownAnswers(trunks.TrunkTest):
    def test_eight_boxes_go_into_eight_litres_turned_arbitrarily(self):
        self.cuboid("t.off", (400, 200, 100), (1, 2, 3), 1.0)
        result = self.run_program("t.off", *trunks.FIXED)
        self.assertEqual(self.count(result), 8)
        self.assertIn("optimum", result.out)
        self.assertRegex(result.out, r"(?m)^verified +yes, against the original mesh \(exact\), no penetration")
        self.assertEqual(len(trunks.box_rows(self.path("t.box"))), 8)

    def test_sixty_four_go_into_sixty_four(self):
        self.cuboid("t.off", (800, 400, 200), (-0.3, 0.1, 0.7), 2.3)
        self.assertEqual(self.count(self.run_program("t.off", *trunks.FIXED)), 64)

    def test_search_uses_the_tolerance(self):
        self.cuboid("t.off", (599.9, 299.9, 99.9), (1, 2, 3), 1.0)
        self.assertLess(self.count(self.run_program("t.off", "--turns", "3", *trunks.FIXED)), 10)
        result = self.run_program("t.off", "--tolerance", "0.1", "--out", "u.box", *trunks.FIXED)
        self.assertEqual(self.count(result), 18)
        self.assertRegex(result.out, r"(?m)^litres +18\.00$")
        self.assertIn("# every box is 200 x 100 x 50 mm\n", self.path("u.box").read_text())
        self.assert_verified("u.box", "t.off", "--tolerance", "0.1")

    def test_target_ends_the_search(self):
        self.cuboid("t.off", (410, 210, 110))
        result = self.run_program("t.off", "--target", "5", "--time", "100s", *trunks.FIXED)
        self.assertRegex(result.out, r"(?m)^ended by +target reached$")
        self.assertGreaterEqual(int(re.search(r"(?m)^boxes +(\d+) of", result.out).group(1)), 5)
        self.refused("t.off", "--target", "0", says=["--target is '0'", "from 1"])

    def test_boxes_of_another_size(self):
        self.cuboid("t.off", (400, 200, 100))
        self.assertEqual(self.count(self.run_program("t.off", "--box", "100x100x100", *trunks.FIXED)), 8)
        self.assertEqual({row[11:] for row in trunks.box_rows(self.path("t.box"))}, {(100.0, 100.0, 100.0)})

    def test_luggage_of_sae_j1100(self):
        # Exactly one piece A; nothing else has room beside it.
        self.cuboid("t.off", (630, 490, 235))
        result = self.run_program("t.off", "--set", "sae-j1100", "--turns", "8", *trunks.FIXED)
        self.assertRegex(result.out, r"(?m)^pieces +A 1 of 4, B 0 of 4, .*H 0 of 20$")
        self.assertRegex(result.out, r"(?m)^litres +67\.47$")
        self.assert_verified("t.box", "t.off")

    def test_first_load_of_a_set_is_quick(self):
        # Eight turns are the first load, one for each kind: its effort is a small part of that of the next one, so that the small pieces H
        # come within seconds. Then lattices have one turn of three.
        self.cuboid("t.off", (1100, 700, 500))
        rounds = []
        for turns in (8, 32):
            result = self.run_program("t.off", "--set", "sae-j1100", "--turns", turns, *trunks.FIXED)
            self.assertGreaterEqual(int(re.search(r"(?m)^pieces .*H (\d+) of 20$", result.out).group(1)), 1)
            rounds.append(float(re.search(r"(?m)^search .*, ([\d.]+)k lattice rounds", result.out).group(1)))
        self.assertLessEqual(2 * rounds[0], rounds[1] - rounds[0])

    def test_points_without_a_mesh(self):
        self.write("w.point", trunks.cuboid_points((412, 212, 112), 10))
        result = self.run_program("--points", "w.point", "--turns", "1", *trunks.FIXED)
        self.assertEqual(self.count(result), 8)
        self.assertRegex(result.out, r"(?m)^verified +no: checked against the points and a surface through them")
        self.assertTrue(support.annotation(self.path("w.box"), "verified").startswith("no: checked against the points and a surface through them"))
        verdict = self.run_program("--points", "w.point", "--verify", "w.box", "--json", "w.json").out
        self.assertRegex(verdict, "^legal: .*, checked against the points and a surface through them")
        self.assertEqual([json.loads(self.path("w.json").read_text())["verification"][key] for key in ("verified", "legal")], [False, True])


class Walls(trunks.TrunkTest):
    """The annealing against triangles and against points. Lattices fill the cavity alone too; so what tells them apart is the work."""
    SEARCH = ["t.off", "--start", "s.box", "--instances", "2", "--turns", "6", *trunks.FIXED]

    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (350, 230, 130))
        self.write("s.box", trunks.boxes((150, 70, 40)))

    def searched(self, *options):
        """(log, work, bytes of the load)."""
        result = self.run_program(*self.SEARCH, "--out", "a.box", *options)
        self.assert_verified("a.box", "t.off")
        self.assertRegex(result.out, r"(?m)^verified +yes")
        return result.err, re.search(r"(?m)^search .*?(\d+ annealing rounds? of \S+ steps)", result.out)[1], trunks.box_rows(self.path("a.box"))

    def test_both_kinds_give_verified_loads_and_the_log_says_which(self):
        triangles, points = self.searched(), self.searched("--walls", "points")
        self.assertRegex(triangles[0], r"(?m)^walls +triangles$")
        self.assertRegex(points[0], r"(?m)^walls +\d+ points, 8\.49 mm apart$")
        self.assertNotIn("points", triangles[0])
        self.assertNotEqual(triangles[1], points[1])
        self.assertIn("--walls points", support.annotation(self.path("a.box"), "options"))
        self.assertEqual(self.searched("--walls", "triangles")[1:], triangles[1:])

    def test_the_spacing_of_points_decides_and_threads_do_not(self):
        points = self.searched("--walls", "points", "--threads", "1")
        self.assertEqual(self.searched("--walls", "points", "--threads", "3", "--cell-size", "35")[1:], points[1:])
        self.assertNotEqual(self.searched("--walls", "points", "--spacing", "30")[1], points[1])

    def test_points_are_made_for_a_start_that_is_not_legal(self):
        self.write("s.box", trunks.boxes((150, 70, 40), (150, 70, 88)))
        self.assertRegex(self.searched()[0], r"(?m)^note +\d+ points on the walls, 8\.49 mm apart, for the contact simulation of the start$")


class Trunks(trunks.TrunkTest):
    def test_a_soup_of_triangles_takes_as_many_boxes_as_before_within_two_percent(self):
        # Every triangle has corners of its own, one of 97 is missing.
        lines = (support.SOURCE_DIR / "meshes" / "roadster.off").read_text().splitlines()
        rows = [line.split() for line in lines if line and not line.startswith("#")]
        points, triangles = int(rows[1][0]), int(rows[1][1])
        corners = rows[2:2 + points]
        soup = []
        for number, triangle in enumerate(rows[2 + points:2 + points + triangles]):
            if number % 97:
                soup += [[float(x) for x in corners[int(i)]] for i in triangle[1:4]]
        self.write("soup.off", trunks.off(soup, [[i, i + 1, i + 2] for i in range(0, len(soup), 3)]))
        result = self.run_program("soup.off", "--turns", "4", *trunks.FIXED)
        self.assertIn("closed by an alpha wrap", result.err)
        self.assertGreater(self.count(result), 0.98 * 98)
        self.assertIn("the original mesh and its wrap", result.out)
        self.assert_verified("soup.box", "soup.off")


class Files(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (410, 210, 110))

    def test_json_on_standard_output(self):
        result = self.run_program("t.off", "--turns", "1", "--json", "-", *trunks.FIXED)
        load = json.loads(result.out)
        self.assertEqual(load["schema"], "jampack/trunk-packing/1")
        self.assertEqual(load["totals"]["count"], 8)
        self.assertTrue(load["verification"]["verified"])
        run = load["run"]
        self.assertEqual((run["problem"], run["device_kind"], run["stop_reason"]), ("t.off", "cpu", "work_limit"))
        self.assertEqual(run["improvements"][-1][1], load["totals"]["litres"])
        self.assertIn("fill ratio", result.err)
        self.assertEqual(sorted(os.listdir(self.folder)), ["t.off"])

    def test_the_phase_tells_what_found_a_box(self):
        err = self.run_program("t.off", "--turns", "1", *trunks.FIXED).err
        self.assertRegex(err, r"(?m)^ +[\d.]+ +8 +8\.00  plain grid$")

    def test_all_files_are_written_and_named(self):
        result = self.run_program("t.off", "--turns", "1", "--out", "a.box", "--json", "a.json", "--glb", "a.glb", *trunks.FIXED)
        for name in ["a.box", "a.json", "a.glb"]:
            self.assertRegex(result.out, rf"(?m)^written +{name}$")
        self.assertEqual(self.path("a.glb").read_bytes()[:4], b"glTF")
        self.assertEqual(json.loads(self.path("a.json").read_text())["totals"]["count"], 8)

    def test_log_and_statistics_follow_the_search(self):
        result = self.run_program("t.off", "--turns", "2", "--log", "r.log", "--stats", "r.csv", *trunks.FIXED)
        self.assertRegex(result.out, r"(?m)^written +r\.csv$")
        rows = [row.split(",") for row in self.path("r.csv").read_text().splitlines()]
        self.assertEqual(rows[0], "seconds turns lattice_rounds annealing_rounds steps boxes litres present_boxes "
                                  "least_penetration_mm".split())
        self.assertEqual((rows[-1][1], rows[-1][5], rows[-1][6]), ("2", "8", "8"))
        seconds = [float(row[0]) for row in rows[1:]]
        self.assertEqual(seconds, sorted(seconds))
        log = self.path("r.log").read_text()
        for line in [r"trunk +t\.off, ", r"    time \[s\]  boxes", r" +\d+\.\d{3} +8 +8\.00  plain grid", r"verified +yes"]:
            self.assertRegex(log, r"(?m)^\S+Z  " + line)

    def test_statistics_go_on(self):
        self.run_program("t.off", "--turns", "1", "--checkpoint", "x.cp", "--stats", "a.csv", *trunks.FIXED)
        self.run_program("--resume", "x.cp", "--turns", "2", "--stats", "b.csv")
        first, second = (self.path(name).read_text().splitlines() for name in ["a.csv", "b.csv"])
        # The last line of the first part is its end, which the checkpoint does not know.
        self.assertEqual(second[:len(first) - 1], first[:-1])
        self.assertEqual(second[-1].split(",")[1], "2")

    def test_better_load_in_the_default_file_stays(self):
        self.run_program("t.off", "--turns", "1", *trunks.FIXED)
        before = self.path("t.box").read_text()
        result = self.run_program("t.off", "--turns", "1", "--device", "cpu", "--seed", "2")
        self.assertRegex(result.out, r"(?m)^kept +t.box, verified again .* as many")
        self.assertEqual(self.path("t.box").read_text(), before)
        # Something else of that name stays, too.
        self.write("t.box", "my notes\n")
        self.run_program("t.off", "--turns", "1", *trunks.FIXED)
        self.assertEqual(self.path("t.box").read_text(), "my notes\n")
        self.assertEqual(len(trunks.box_rows(self.path("t-2.box"))), 8)


class Going(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (523, 437, 333), (0.2, 0.1, 1), 0.9)

    def test_same_seed_and_turns_give_the_same_file_whatever_the_threads(self):
        self.run_program("t.off", "--turns", "4", "--threads", "1", "--out", "a.box", *trunks.FIXED)
        self.run_program("t.off", "--turns", "4", "--threads", "2", "--out", "b.box", *trunks.FIXED)
        self.assertEqual(self.path("a.box").read_text(), self.path("b.box").read_text())
        self.assertGreater(len(trunks.box_rows(self.path("a.box"))), 30)

    def test_start_is_never_made_worse_and_fixed_boxes_stay(self):
        first = self.run_program("t.off", "--turns", "3", "--out", "a.box", *trunks.FIXED)
        result = self.run_program("t.off", "--turns", "2", "--start", "a.box", "--out", "b.box", "--device", "cpu", "--seed", "9")
        self.assertGreaterEqual(self.count(result), self.count(first))
        self.assertIn("  start\n", result.err)
        lines = self.path("a.box").read_text().splitlines()
        row = next(line for line in lines if len(line.split("#")[0].split()) == 11)
        self.write("f.box", f"1\n{row}\n")
        self.run_program("t.off", "--turns", "2", "--fixed", "f.box", "--start", "a.box", "--out", "c.box", *trunks.FIXED)
        self.assertEqual(trunks.box_rows(self.path("c.box"))[0], trunks.box_rows(self.path("a.box"))[0])
        self.assertGreaterEqual(len(trunks.box_rows(self.path("c.box"))), self.count(first))
        self.assert_verified("c.box", "t.off")

    def stopped_by(self, *signals):
        process = self.start("t.off", "--time", "0", "--out", "a.box", *trunks.FIXED)
        self.wait_for(self.path("a.box").exists, process)
        for number in signals:
            process.send_signal(number)
        return self.wait(process)

    def test_a_signal_that_asks_for_a_checkpoint_ends_nothing(self):
        result = self.stopped_by(signal.SIGUSR1, signal.SIGTERM)
        self.assertEqual(result.code, 143, result.err)

    def test_ctrl_c_and_sigterm_write_the_best_load(self):
        for number, code in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
            with self.subTest(code=code):
                self.path("a.box").unlink(missing_ok=True)
                result = self.stopped_by(number)
                self.assertEqual(result.code, code, result.err)
                self.assertEqual(len(trunks.box_rows(self.path("a.box"))), self.count(result))
                self.assert_verified("a.box", "t.off")

    def test_killed_program_leaves_its_best_load(self):
        self.assertEqual(self.stopped_by(signal.SIGKILL).code, -signal.SIGKILL)
        self.assert_verified("a.box", "t.off")

    def test_quiet_says_nothing_but_the_result(self):
        result = self.run_program("t.off", "--turns", "1", "--quiet", *trunks.FIXED)
        self.assertEqual(result.err, "")
        self.assertGreater(self.count(result), 0)

    def test_search_that_its_time_ended_says_how_to_go_on(self):
        result = self.run_program("t.off", "--time", "2s", *trunks.FIXED)
        self.assertRegex(result.out, r"(?m)^ended by +time limit of 2s$")
        self.assertIn("--start t.box", result.err)
        self.assertRegex(result.err, r"(?m)^    time \[s\]  boxes    litres  phase$")

    def test_bar_on_demand(self):
        text = self.run_program("t.off", "--turns", "2", "--progress", "on", *trunks.FIXED).err
        self.assertRegex(text, r"\x1b\[K\[[=> ]+\] 0:0\d  lattice  \d+/\d+ boxes  [\d.]+ l")

    def test_a_long_wrap_shows_its_progress_and_ends_at_a_signal(self):
        self.write("open.off", trunks.off(trunks.corners((420, 220, 120)), trunks.QUADS[1:]))
        process = self.start("open.off", "--wrap", "0.5,1", "--time", "0", "--progress", "on", *trunks.FIXED)
        shown = b""
        while b"ETA" not in shown and (text := os.read(process.stderr.fileno(), 4096)):
            shown += text
        self.assertRegex(shown.decode(), r"\x1b\[Ka wrap with alpha = 0.50 mm, offset = 1.00 mm, 1 s, \d+ %, ETA \d+ s \.\.\.")
        process.send_signal(signal.SIGINT)
        result = self.wait(process)
        self.assertEqual(result.code, 130, result.err)
        self.assertEqual(result.out, "")
        self.assertRegex(result.err, r"trunkpack: error: .*a wrap with alpha")


if __name__ == "__main__":
    support.main()
