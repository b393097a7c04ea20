# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Verdicts on packings, and what their conversions claim."""
import json
import re
import subprocess

import support
import trunks

PIECE_A = (610, 483, 229)
PIECE_H = (325, 152, 114)


class Verdicts(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (410, 210, 110))

    def test_verdicts(self):
        self.write("good.box", trunks.boxes((105, 55, 28), (305, 55, 28)))
        self.write("bad.box", trunks.boxes((105, 55, 28), (295, 55, 28)))
        good = self.run_program("t.off", "--verify", "good.box").out
        self.assertRegex(good, r"^legal: 2 boxes, 2\.00 l, against the original mesh")
        self.assertIn("clearance: ", good)
        bad = self.run_program("t.off", "--verify", "bad.box", "--json", "bad.json", code=4).out
        self.assertRegex(bad, r"^illegal: 1 violation, 2 boxes\n  boxes 0 and 1 overlap by 10\.0")
        self.assertFalse(json.loads(self.path("bad.json").read_text())["verification"]["verified"])
        self.assertIn("legal: ", self.run_program("t.off", "--verify", "bad.box", "--tolerance", "10").out)

    def test_a_load_test_tells_which_boxes_move(self):
        # Friction of 0.4 holds a box on the floor at 0.2 g and not at 0.8 g, where it slides to the wall at x = 0, 205 mm away. The other
        # one stands at that wall. Thrown up with 2 g for 0.1 s, both leave the floor.
        self.cuboid("room.off", (810, 420, 310))
        self.write("two.box", trunks.boxes((305, 105, 25), (100, 305, 25)))
        result = self.run_program("room.off", "--verify", "two.box", "--load-test", "brake=0.8g,corner=0.2g,bump=2g", "--json", "a.json")
        self.assertRegex(result.out, r"(?m)^load test +FAILS: bump 2 g: 2 of 2 boxes move by more than 5 mm \(friction 0\.4, 250 kg/m3\)\n +standing: no box moves by more than 5 mm; box \d by 0\.\d mm")
        self.assertRegex(result.out, r"(?m)^ +brake 0\.8 g: 1 box moves; box 0 by 20[45]\.\d mm, 20[45]\.\d mm at the end$")
        self.assertRegex(result.out, r"(?m)^ +corner 0\.2 g: no box moves by more than 5 mm; ")
        self.assertRegex(result.out, r"(?m)^ +bump 2 g: 2 boxes move; ")
        load = json.loads(self.path("a.json").read_text())
        self.assertEqual([(one["manoeuvre"], one["acceleration_g"], one["moving_boxes"]) for one in load["load_test"]],
                         [("standing", 0, 0), ("brake", 0.8, 1), ("corner", 0.2, 0), ("bump", 2, 2)])
        self.assertEqual(load["load_test_verdict"], {"holds": False, "manoeuvre": "bump", "limit_mm": 5, "friction": 0.4,
                                                     "density_kg_m3": 250, "settle_first": False})
        brake = load["load_test"][1]
        self.assertAlmostEqual(brake["moved_mm"][0], 205, delta=1.5)
        self.assertLess(brake["moved_mm"][1], 1)
        self.assertEqual(len(brake["left_mm"]), 2)
        self.assertNotIn("pressure_kPa", brake)
        result = self.run_program("room.off", "--verify", "two.box", "--load-test", "bump=0.1g", "--pressure", "--json", "c.json", "--html", "c.html")
        self.assertRegex(result.out, r"(?m)^load test +holds: no box of 2 moves by .*\n +standing: .*; box \d bears \d")
        standing = json.loads(self.path("c.json").read_text())["load_test"][0]
        # 250 kg/m^3, 50 mm high.
        for pressure in standing["pressure_kPa"]:
            self.assertAlmostEqual(pressure, 250 * 9.81 * 0.05 * 1e-3, delta=0.02)
        self.assertEqual(len(standing["edge_force_N"]), 2)
        self.refused("t.off", "--verify", "two.box", "--pressure", says=["--pressure needs --load-test"])
        # Nothing of it without the option, or for what is illegal.
        self.run_program("room.off", "--verify", "two.box", "--json", "b.json")
        self.assertNotIn("load_test", json.loads(self.path("b.json").read_text()))

    def test_a_load_test_that_is_required_decides_the_exit_code(self):
        self.cuboid("room.off", (810, 420, 310))
        self.write("two.box", trunks.boxes((305, 105, 25), (100, 305, 25)))
        self.write("air.box", trunks.boxes((305, 105, 60)))
        test = ["--load-test", "brake=0.3g", "--require-load-test"]
        held = self.run_program("room.off", "--verify", "two.box", *test, "--json", "a.json")
        self.assertIn("holds: no box of 2 moves by more than 5 mm (friction 0.4, 250 kg/m3)\n", held.out)
        self.assertEqual(json.loads(self.path("a.json").read_text())["load_test_verdict"]["holds"], True)
        slides = self.run_program("room.off", "--verify", "two.box", *test, "--friction", "0.1", "--density", "100", "--limit", "20", "--json", "b.json", code=4)
        self.assertIn("FAILS: brake 0.3 g: 1 of 2 boxes moves by more than 20 mm (friction 0.1, 100 kg/m3)\n", slides.out)
        self.assertIn("error: the load does not hold (--require-load-test)", slides.err)
        self.assertTrue(self.path("b.json").exists())
        # Without the demand the verdict is told, and that is all.
        self.run_program("room.off", "--verify", "two.box", "--load-test", "brake=0.3g", "--friction", "0.1")
        # A box that floats does not hold, unless it may settle first.
        self.assertIn("FAILS: standing: 1 of 1 box moves", self.run_program("room.off", "--verify", "air.box", *test, code=4).out)
        self.assertIn("holds: no box of 1 moves by more than 5 mm (friction 0.4, 250 kg/m3, settled first)",
                      self.run_program("room.off", "--verify", "air.box", *test, "--settle-first").out)
        both = self.run_program("room.off", "--verify", "two.box", "air.box", *test, code=4)
        self.assertRegex(both.out, r"(?m)^two\.box: legal: .*; load test holds: .*\nair\.box: legal: .*; load test FAILS: standing: ")
        self.assertIn("error: air.box: the load does not hold", both.err)

    def test_a_search_tests_its_load(self):
        self.cuboid("small.off", (202, 102, 52))
        search = ["small.off", "--turns", "1", "--seed", "1", "--load-test", "standard", "--require-load-test", "--json", "c.json"]
        self.assertRegex(self.run_program(*search).out, r"(?m)^load test +holds: no box of 1 moves by more than 5 mm .*\n +standing: .*\n +full-braking 0\.9 g: "
                         r".*\n +lane-change 0\.7 g: .*\n +kerb 1 g: .*\n +luggage-retention 20 g: ")
        self.cuboid("long.off", (260, 102, 52))
        failed = self.run_program("long.off", *search[1:], "--friction", "0.1", code=4)
        self.assertRegex(failed.out, r"(?m)^load test +FAILS: ")
        self.assertIn("error: the load does not hold (--require-load-test)", failed.err)

    def test_progress_of_a_load_test(self):
        self.cuboid("room.off", (810, 420, 310))
        self.write("two.box", trunks.boxes((305, 105, 25), (100, 305, 25)))
        shown = self.run_program("room.off", "--verify", "two.box", "--load-test", "brake=0.8g,bump=1g", "--progress", "on").err
        self.assertRegex(shown, r"\d:\d\d ETA \d:\d\d  load test: \S+ \([123] of 3\), \d\.\d\d of \d\.\d\d s simulated")
        self.assertNotIn("simulated", self.run_program("room.off", "--verify", "two.box", "--load-test", "brake=0.8g", "--quiet").err)
        self.refused("room.off", "--verify", "two.box", "--progress", "on", says=["--progress has no effect with --verify, without --load-test, --loading-plan and --tight"])

    def test_rules_of_a_load_test_that_make_no_sense(self):
        self.write("good.box", trunks.boxes((105, 55, 28)))
        for option, texts, says in (("--friction", ("0", "-0.4", "nan", "inf", "2.1"), "a friction from 0.01 to 2 is accepted"),
                                    ("--density", ("0", "-250", "inf", "x"), "a density from 1 to 25000 kg/m3 is accepted"),
                                    ("--limit", ("0", "-5", "0.9", "nan"), "a distance from 1 to 1000 mm is accepted")):
            for text in texts:
                self.refused("t.off", "--verify", "good.box", "--load-test", "kerb", option, text, says=[option, says])
        for option in (("--friction", "0.3"), ("--density", "300"), ("--limit", "9"), ("--settle-first",), ("--require-load-test",)):
            self.refused("t.off", "--verify", "good.box", *option, says=[option[0] + " needs --load-test"])

    def test_manoeuvres_that_there_are_not(self):
        self.write("good.box", trunks.boxes((105, 55, 28)))
        for text in ("brake", "brake=0.8", "brake=0g", "brake=11g", "stop=1g", "brake=1g,", "brake=1g,brake=2g", "", "brake=-1g", "brake=nang", "kerb=1g", "standard,kerb", "standing"):
            self.refused("t.off", "--verify", "good.box", "--load-test", text, says=["--load-test", "brake, accelerate, corner and bump are accepted"])
        self.refused("t.off", "--verify", "good.box", "--load-test", "bump=1g", "--rounded", "5", says=["--load-test has no effect with --rounded"])

    def test_conversion_claims_only_what_was_checked_now(self):
        comments = ["generator: me", "options: t.off --seed 5", "verified: against all", "problem: x.off", "boxes: 1 x 1 x 1 mm"]
        text = "".join(f"# {comment}\n" for comment in comments)
        self.write("good.box", text + trunks.boxes((105, 55, 28)))
        self.write("bad.box", text + trunks.boxes((105, 55, 28), (295, 55, 28)))
        self.run_program("t.off", "--verify", "good.box", "--tolerance", "1e-7", "--out", "good2.box")
        self.run_program("t.off", "--verify", "bad.box", "--out", "bad2.box", code=4)
        for name, verdict in [("good2.box", "against the original mesh (exact), tolerance 1e-07 mm"),
                              ("bad2.box", "no: boxes 0 and 1 overlap")]:
            self.assertEqual(support.annotation(self.path(name), "problem"), "t.off")
            self.assertTrue(support.annotation(self.path(name), "verified").startswith(verdict))
            self.assertEqual(support.annotation(self.path(name), "generator"), "me")
            for key in ["options", "boxes"]:
                self.assertIsNone(support.annotation(self.path(name), key))

    def test_file_may_be_converted_in_place(self):
        self.write("a.box", trunks.boxes((105, 55, 28)))
        self.run_program("t.off", "--verify", "a.box", "--out", "a.box")
        self.assertEqual(support.annotation(self.path("a.box"), "converted-from"), "a.box")

    def test_how_a_load_was_found_is_not_known(self):
        self.write("a.box", trunks.boxes((105, 55, 28)))
        self.run_program("t.off", "--verify", "a.box", "--json", "a.json")
        run = json.loads(self.path("a.json").read_text())["run"]
        self.assertEqual([run[key] for key in ["seed", "device", "time_s"]], [None, None, None])

    def test_one_box_is_no_boxes(self):
        self.write("a.box", trunks.boxes((105, 55, 28)))
        self.assertTrue(self.run_program("t.off", "--verify", "a.box").out.startswith("legal: 1 box, "))

    def test_full_disk_behind_standard_output_is_an_error(self):
        self.write("a.box", trunks.boxes((105, 55, 28)))
        for options in [["--verify", "a.box"], ["--verify", "a.box", "--json", "-"],
                        ["--start", "a.box", "--steps", "1", "--device", "cpu"]]:
            with self.subTest(options=options), open("/dev/full", "w") as full:
                done = subprocess.run([support.PROGRAM, "t.off", *options], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True,
                                      timeout=support.LIMIT)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("error: standard output could not be written", done.stderr)

    def test_tolerance_has_a_limit_that_depends_on_the_boxes(self):
        self.write("a.box", "1\n100 50 25 1 0 0 0 1 0 0 0 150 100 20\n")
        self.refused("t.off", "--verify", "a.box", "--tolerance", "5", says=["--tolerance is 5 mm", "less than 5 mm", "150 x 100 x 20"])
        self.refused("t.off", "--fixed", "a.box", "--tolerance", "5", says=["--tolerance is 5 mm", "150 x 100 x 20"])
        self.refused("t.off", "--start", "a.box", "--steps", "1", "--tolerance", "5", says=["--tolerance is 5 mm"])
        self.run_program("t.off", "--verify", "a.box", "--tolerance", "4.99")


class Points(trunks.TrunkTest):
    def test_violations_speak_of_points(self):
        self.write("w.point", trunks.cuboid_points((412, 212, 112), 10))
        self.write("a.box", trunks.boxes((50, 106, 56), (206, 106, 56), (2000, 0, 0)))
        out = self.run_program("--points", "w.point", "--verify", "a.box", code=4).out
        self.assertNotIn("triangle", out)
        self.assertNotIn("mesh", out)
        self.assertRegex(out, r"(?m)^  box 0 holds \d+ points of the walls, 25\.0\d+ mm deep$")
        self.assertRegex(out, r"(?m)^  box 0 cuts the surface through the points, \d+\.\d+ mm deep$")
        self.assertEqual(out.count("box 2 has its centre outside"), 1)
        self.assertIn("box 2 has its centre outside of the points\n", out)

    def test_many_violations_are_counted_not_listed(self):
        self.write("w.point", trunks.cuboid_points((412, 212, 112), 10))
        self.write("a.box", trunks.boxes(*[(5000 + 300 * i, 0, 0) for i in range(15)]))
        lines = self.run_program("--points", "w.point", "--verify", "a.box", code=4).out.splitlines()
        self.assertEqual(len(lines), 1 + 10 + 1 + 1)
        self.assertRegex(lines[11], r"^  and \d+ more$")


class Sets(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (8000, 500, 240))

    def load(self, name, *sizes):
        """Boxes of these sizes in a row, and one line per box."""
        rows, x = [], 5
        for size in sizes:
            rows.append(f"{x + size[0] / 2} {size[1] / 2 + 5} {size[2] / 2 + 5}  1 0 0  0 1 0  0 0  {size[0]} {size[1]} {size[2]}\n")
            x += size[0] + 5
        self.write(name, f"{len(rows)}\n" + "".join(rows))
        return rows

    def test_load_of_a_set(self):
        self.load("a.box", PIECE_A, PIECE_A, (PIECE_H[2], PIECE_H[0], PIECE_H[1]))
        out = self.run_program("t.off", "--verify", "a.box", "--set", "sae-j1100", "--out", "b.box").out
        self.assertRegex(out, r"^legal: 3 boxes, .* pieces of the set sae-j1100, against")
        self.assertEqual(support.annotation(self.path("b.box"), "boxes"), "set sae-j1100")

    def test_too_many_of_a_piece(self):
        self.load("a.box", *[PIECE_A] * 5)
        self.run_program("t.off", "--verify", "a.box")
        out = self.run_program("t.off", "--verify", "a.box", "--set", "sae-j1100", code=4).out
        self.assertIn("illegal: 1 violation, 5 boxes\n  5 boxes are piece A, of which the set sae-j1100 has 4\n", out)

    def test_box_that_is_no_piece(self):
        self.load("a.box", PIECE_A, (200, 100, 50))
        out = self.run_program("t.off", "--verify", "a.box", "--set", "sae-j1100", "--out", "b.box", code=4).out
        self.assertIn("  box 1 of 200 x 100 x 50 mm is no piece of the set sae-j1100\n", out)
        self.assertIsNone(support.annotation(self.path("b.box"), "boxes"))
        self.run_program("t.off", "--verify", "a.box", "--set", "din", code=4)

    def test_fixed_boxes_are_no_pieces_but_have_to_be_there(self):
        rows = self.load("a.box", (200, 100, 50), PIECE_A)
        self.write("f.box", "1\n" + rows[0])
        self.run_program("t.off", "--verify", "a.box", "--set", "sae-j1100", "--fixed", "f.box")
        self.load("c.box", PIECE_A)
        out = self.run_program("t.off", "--verify", "c.box", "--set", "sae-j1100", "--fixed", "f.box", code=4).out
        self.assertIn("  box 0 of f.box is not in the load\n", out)
        self.refused("t.off", "--verify", "a.box", "--fixed", "f.box", says=["--fixed", "--verify", "--set"])


class SeveralFiles(trunks.TrunkTest):
    def test_one_line_each_the_worst_exit_code_and_a_list_as_json(self):
        self.cuboid("t.off", (410, 210, 110))
        self.write("a.box", trunks.boxes((105, 55, 30)))
        self.write("b.box", trunks.boxes((105, 55, 30), (105, 55, 60)))
        result = self.run_program("t.off", "--verify", "a.box", "b.box", "none.box", "--json", "l.json", code=2)
        self.assertRegex(result.out, r"^a\.box: legal: 1 box.*\nb\.box: illegal: .*\n$")
        self.assertIn("none.box", result.err)
        self.assertEqual([row["legal"] for row in json.loads(self.path("l.json").read_text())], [True, False, None])
        self.run_program("t.off", "--verify", "a.box", "b.box", code=4)

    def test_a_load_comes_from_a_pipe(self):
        self.cuboid("t.off", (410, 210, 110))
        self.write("a.box", trunks.boxes((105, 55, 30)))
        done = subprocess.run(["bash", "-c", f"exec {support.PROGRAM} t.off --verify <(cat a.box)"], cwd=self.folder, capture_output=True,
                              text=True, timeout=support.LIMIT)
        self.assertEqual(done.returncode, 0, done.stderr)


class Comparisons(trunks.TrunkTest):
    def test_two_loads_on_one_page(self):
        self.cuboid("t.off", (410, 210, 110))
        self.write("a.box", trunks.boxes((105, 55, 30), (305, 55, 30)))
        self.write("b.box", trunks.boxes((105, 55, 30), (305, 155, 80)))
        out = self.run_program("t.off", "--verify", "a.box", "b.box", "--compare", "page.html").out
        self.assertRegex(out, r"(?m)^a\.box: legal: 2 boxes.*\nb\.box: legal: 2 boxes.*\nwritten page\.html$")
        page = self.path("page.html").read_text()
        self.assertEqual(page.count("<svg"), 3)
        self.assertIn("boxes that are the same</th><td>1</td><td>1</td>", page)
        # Each box has six faces of four corners in three views, in its own picture and in the overlay.
        paths = re.findall(r'<path d="([^"]*)"', page)
        self.assertEqual([(path.count("M"), path.count("L"), path.count("Z")) for path in paths], [(6, 18, 6)] * 24)


if __name__ == "__main__":
    support.main()
