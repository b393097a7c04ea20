# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Rules of sets of the user's own, gaps, boxes that are kept free, and several files of fixed boxes."""
import json
import re
import struct
import subprocess
import unittest

import checkpoints
import chromium
import support
import trunks

CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "boxes.py"
PYTHON = support.python_with_numpy()
MESHES = support.SOURCE_DIR / "meshes"

CASE = {"name": "case", "edges_mm": [300, 200, 100]}
BAG = {"name": "bag", "edges_mm": [150, 100, 100]}


def written(*items, **keys):
    return json.dumps({"schema": "jampack/box-set/1", "items": list(items), **keys})


def load(*rows):
    """A BOX file of boxes along the axes: (x, y, z, edges)."""
    return f"# box 0.0.3\n{len(rows)}\n" + "".join(f"{x} {y} {z}  1 0 0  0 1 0  0 0  {edges}\n" for x, y, z, edges in rows)


def grown(text, growth):
    """A BOX file of version 0.0.3 with longer edges."""
    lines = []
    for line in text.splitlines():
        fields = line.split("#")[0].split()
        if len(fields) == 14:
            fields[11:] = [repr(float(edge) + growth) for edge in fields[11:]]
            line = " ".join(fields)
        lines.append(line)
    return "\n".join(lines) + "\n"


class RulesTest(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (610, 410, 210))

    def refused_after_reading(self, *arguments, says):
        """One line that tells what is wrong, after those about the mesh."""
        result = self.run_program(*arguments, "--quiet", code=2)
        self.assertEqual(len(result.err.splitlines()), 1, result.err)
        for text in says:
            self.assertIn(text, result.err)

    def pack(self, *options, turns=6, out="a.box", code=0):
        return self.run_program("t.off", "--turns", turns, "--out", out, "--archive", "none", *options, *trunks.FIXED, code=code)

    def verdict(self, set_text, *rows, options=(), code=4):
        self.write("own.json", set_text)
        self.write("a.box", load(*rows))
        return self.run_program("t.off", "--verify", "a.box", "--set", "own.json", *options, code=code).out


class LeastCounts(RulesTest):
    def test_a_load_with_the_least_counts_is_better_than_one_of_more_litres(self):
        # Eight cases fill the trunk, or four and some bags.
        self.write("own.json", written({**CASE, "count": 8}, {**BAG, "least_count": 9, "count": 12}))
        result = self.pack("--set", "own.json", "--json", "a.json", "--standing", "off", turns=24)
        self.assertRegex(result.err, r"(?m)^maximised +least counts, then litres, then the number of items$")
        self.assertGreaterEqual(int(re.search(r"(?m)^pieces .*bag (\d+) of 12$", result.out).group(1)), 9)
        self.assertEqual(json.loads(self.path("a.json").read_text())["totals"]["lacking"], 0)
        self.assert_verified("a.box", "t.off", "--set", "own.json")

    def test_a_search_that_lacks_pieces_says_so_and_fails(self):
        self.write("own.json", written(CASE, {**CASE, "name": "long", "edges_mm": [320, 200, 100], "least_count": 8}))
        result = self.pack("--set", "own.json", "--json", "a.json", "--standing", "off", turns=4, code=4)
        count = int(re.search(r"(?m)^pieces .*long (\d+) \(at least 8\)$", result.out).group(1))
        self.assertIn(f"error: the load lacks {8 - count} of item long ({count} of at least 8)\n", result.err)
        self.assertEqual(json.loads(self.path("a.json").read_text())["totals"]["lacking"], 8 - count)
        out = self.run_program("t.off", "--verify", "a.box", "--set", "own.json", code=4).out
        self.assertIn(f"the load lacks {8 - count} of item long ({count} of at least 8)", out)

    def test_one_size_alone_has_a_least_count_too(self):
        self.cuboid("t.off", (610, 410, 290))
        self.write("own.json", written({**CASE, "least_count": 12}))
        result = self.pack("--set", "own.json", "--standing", "off", turns=2, code=4)
        count = self.count(result)
        self.assertIn(f"error: the load lacks {12 - count} of item case ({count} of at least 12)\n", result.err)

    def test_counts_that_cannot_be(self):
        self.write("own.json", written({**CASE, "count": 2, "least_count": 3}))
        self.refused("t.off", "--set", "own.json", says=["items[0].least_count: at least 3 are asked for, but count allows 2"])
        self.write("own.json", written({**CASE, "least_count": 10}))
        self.refused_after_reading("t.off", "--set", "own.json", says=["the set own asks for 60.00 l at least (least_count), the trunk has 52.52 l for them"])
        self.write("own.json", written({**CASE, "least_count": 10**6}))
        self.refused("t.off", "--set", "own.json", says=["items[0].least_count", "from 1 to 10000"])


    def test_a_million_items(self):
        self.write("list.csv", "name,length,width,height,count\n" + "a,9,9,9,1\n" * 10**6)
        self.refused("t.off", "--set", "list.csv", says=["list.csv: 1000000 items: at most 1000 are accepted"])


class Limits(RulesTest):
    FRAGILE = {**BAG, "name": "<i>eggs</i>", "count": 6, "carries_kg": 0, "value": 50}

    def test_nothing_rests_on_what_may_carry_nothing(self):
        self.write("own.json", written(CASE, self.FRAGILE))
        result = self.pack("--set", "own.json", turns=16)
        self.assertRegex(result.out, r"(?m)^limits +kept")
        self.assertRegex(result.out, r"(?m)eggs</i> [1-6] of 6$")
        self.assert_verified("a.box", "t.off", "--set", "own.json")
        # The same load is illegal for a set whose cases are fragile as well, unless it has one layer.
        rows = trunks.box_rows(self.path("a.box"))
        self.write("hard.json", written({**CASE, "carries_kg": 0}, self.FRAGILE))
        if len({row[2] for row in rows}) > 1:
            self.assertIn("on which nothing may rest", self.run_program("t.off", "--verify", "a.box", "--set", "hard.json", code=4).out)

    def test_what_rests_is_weighed(self):
        items = [{**CASE, "mass_kg": 8, "carries_kg": 10}]
        case, out = "300 200 100", "box 0 is item case, which carries at most 10 kg: 16.000 kg rest on it (box 1)"
        pile = [(150, 100, z, case) for z in (50, 150)]
        self.assertIn("legal: ", self.verdict(written(*items), *pile, code=0))
        self.cuboid("t.off", (610, 410, 310))
        self.assertIn(out, self.verdict(written(*items), *pile, (150, 100, 250, case)))
        # Two below share.
        self.assertIn("legal: ", self.verdict(written(*items), (150, 100, 50, case), (450, 100, 50, case), (300, 100, 150, case),
                                              (300, 100, 250, case), code=0))
        # A box that floats counts on what it would fall on.
        self.assertIn(out, self.verdict(written(*items), *pile, (150, 100, 257, case)))

    def test_limits_are_kept_by_searches_of_one_size(self):
        self.cuboid("t.off", (610, 410, 310))
        self.write("own.json", written({**CASE, "mass_kg": 8, "carries_kg": 8}))
        result = self.pack("--set", "own.json", turns=2)
        self.assertEqual(self.count(result), 8)
        self.assertRegex(result.out, r"(?m)^limits +kept; the best load that breaks them had \d+\.00 l in place of 48\.00 l$")
        self.assert_verified("a.box", "t.off", "--set", "own.json")

    def test_boxes_that_carry_nothing_stand_on_end_where_more_have_room(self):
        self.cuboid("t.off", (600, 400, 300))
        self.write("own.json", written({"name": "egg", "edges_mm": [200, 150, 100], "carries_kg": 0}))
        result = self.pack("--set", "own.json", "--standing", "off", turns=6)
        self.assertEqual(self.count(result), 16)
        self.assert_verified("a.box", "t.off", "--set", "own.json")

    def test_masses_decide_what_holds(self):
        # A heavy box pushes a light one; the other way round it does not get far.
        self.cuboid("t.off", (700, 210, 210))
        rows = [(150, 105, 50, "300 200 100"), (390, 105, 50, "150 100 100")]
        moved = []
        for light, heavy in [(1, 100), (100, 1)]:
            text = written({**CASE, "mass_kg": heavy}, {**BAG, "mass_kg": light})
            self.verdict(text, *rows, options=["--load-test", "brake=1g", "--json", "a.json"], code=0)
            moved.append(json.loads(self.path("a.json").read_text())["load_test"][-1]["moved_mm"])
        self.assertNotEqual(moved[0], moved[1])

    def test_a_mass_is_missing(self):
        self.write("own.json", written({**CASE, "mass_kg": 2, "carries_kg": 5}, BAG))
        self.refused("t.off", "--set", "own.json", says=["items[0].carries_kg: 'bag' has no mass_kg: where one item has a limit above 0"])


class Colours(RulesTest):
    def test_items_have_their_colour_in_the_page_and_in_files(self):
        self.write("own.json", written({**CASE, "count": 2, "colour": "#3366cc"}, {**BAG, "name": "<b>bag"}, name="trip"))
        self.pack("--set", "own.json", "--html", "a.html", "--glb", "a.glb", "--step", "a.step", turns=3)
        page = self.path("a.html").read_text()
        self.assertIn('"colour": "51, 102, 204"', page)
        self.assertNotIn("<b>bag", page)
        glb = self.path("a.glb").read_bytes()
        scene = json.loads(glb[20:20 + struct.unpack("<I", glb[12:16])[0]])
        self.assertIn("case", [material["name"] for material in scene["materials"]])
        step = self.path("a.step").read_text()
        self.run_program("t.off", "--set", "own.json", "--verify", "a.box", "--svg", "a.svg", "--sheet", "s.html")
        self.assertRegex(self.path("s.html").read_text(), r'<i style="background:rgb\(51 102 204\)"></i>2 case<')
        self.assertIn("#3366cc", self.path("a.svg").read_text())
        self.assertEqual(step.count("=STYLED_ITEM("), 2)
        self.assertEqual(step.count("=COLOUR_RGB('',0.2,0.4,0.8)"), 2)


    def test_the_page_shows_names_colours_and_the_gap(self):
        program = chromium.find()
        self.write("own.json", written({**CASE, "count": 2, "colour": "#3366cc"}, {**BAG, "name": "<i>bag"}))
        self.pack("--set", "own.json", "--gap", 5, "--html", "a.html", turns=3)
        browser = chromium.Browser(program)
        self.addCleanup(browser.close)
        browser.open(self.path("a.html").as_uri())
        browser.evaluate("document.querySelector('#rows-part summary').click()")
        browser.wait_until_idle()
        self.assertIn("Gap of boxes5 mm", browser.evaluate("document.body.textContent"))
        self.assertTrue(browser.evaluate("document.getElementById('classes').textContent").startswith("case2"))
        self.assertEqual(browser.evaluate("getComputedStyle(document.querySelector('#classes .swatch')).backgroundColor"), "rgb(51, 102, 204)")
        self.assertIn("<i>bag", browser.evaluate("document.getElementById('rows').textContent"))
        self.assertEqual(browser.evaluate("document.querySelectorAll('#rows i, #classes i, #picked i').length"), 0)
        self.assertEqual(browser.console_errors(), [])


class Gaps(RulesTest):
    def test_boxes_keep_the_gap(self):
        self.write("own.json", written(CASE, {**BAG, "count": 9}))
        for options in [("--box", "200x100x50"), ("--set", "own.json")]:
            with self.subTest(options=options):
                result = self.pack("--gap", 5, *options, "--json", "a.json", turns=4)
                self.assertRegex(result.out, r"(?m)^verified +yes, against the original mesh \(exact\), a gap of 5 mm, smallest clearance 5\.0")
                verification = json.loads(self.path("a.json").read_text())["verification"]
                self.assertEqual((verification["gap_mm"], verification["verified"]), (5, True))
                self.assertGreaterEqual(min(box["clearance_mm"] for box in json.loads(self.path("a.json").read_text())["boxes"]), 5 - 1e-5)
                self.assertIn("# verified: against the original mesh (exact), tolerance 0 mm, gap 5 mm\n", self.path("a.box").read_text())
                self.assertGreaterEqual(self.count(result), 5)
                self.assert_verified("a.box", "t.off", "--gap", 5)
                self.assertIn("less than the gap of 5.01 mm", self.run_program("t.off", "--verify", "a.box", "--gap", 5.01, code=4).out)
                self.path("a.box").unlink()

    def test_a_gap_that_just_fits(self):
        self.cuboid("t.off", (415, 110, 60))
        self.assertEqual(self.count(self.pack("--gap", 5, turns=2)), 2)
        self.cuboid("t.off", (415, 111, 61))
        self.assertEqual(self.count(self.pack("--gap", 5.1, turns=2, out="b.box")), 1)

    def test_boxes_with_a_gap_stand_on_it(self):
        self.write("own.json", written({**BAG, "count": 4}))
        result = self.pack("--gap", 8, "--set", "own.json", "--load-test", "brake=0.2g", "--loading-plan", "p.json", turns=2)
        self.assertRegex(result.out, r"(?m)^standing +4 of 4 boxes$")
        self.assertRegex(result.out, r"(?m)^loading plan +all 4 boxes")
        # On the gap over the floor, whichever edge is vertical, up to the 5 mm that a box which stands may sink.
        for row in trunks.box_rows(self.path("a.box")):
            self.assertTrue(any(-1e-5 <= row[2] - 8 - half <= 5 for half in (50, 75)), row)

    def test_gaps_that_cannot_be(self):
        self.refused("t.off", "--gap", "-1", says=["--gap is '-1': a gap from 0 to 100 mm is accepted"])
        self.refused("t.off", "--gap", 2, "--tolerance", 1, says=["--gap and --tolerance contradict each other"])
        self.refused("t.off", "--gap", 2, "--walls", "points", says=["--gap needs --walls triangles"])
        self.write("p.point", trunks.cuboid_points((300, 200, 100), 20))
        self.refused("--points", "p.point", "--gap", 2, says=["--gap has no effect with --points"])


class KeptFree(RulesTest):
    def test_no_box_enters_what_is_kept_free(self):
        result = self.pack("--keep-out", "0,0,0,205,410,210", "--keep-out", "400,0,0,610,100,300", "--html", "a.html", turns=3)
        self.assertIn("keep-out 0,0,0,205,410,210: no box lies in the 17.651 l that it encloses", result.err)
        rows = trunks.box_rows(self.path("a.box"))
        self.assertGreater(len(rows), 20)
        for x, y, z, *rest in rows:
            self.assertGreaterEqual(x - 25, 205)
        self.assertIn("keep-out 400,0,0,610,100,300", self.path("a.html").read_text())
        self.assertIn("legal: ", self.run_program("t.off", "--verify", "a.box", "--keep-out", "0,0,0,205,410,210").out)
        self.assertIn("cuts the wall", self.run_program("t.off", "--verify", "a.box", "--keep-out", "300,200,0,310,210,90", code=4).out)

    def test_it_is_in_the_frame_and_unit_of_the_mesh(self):
        # 0.61 x 0.21 x 0.41 m with y up.
        self.write("m.off", trunks.cuboid((0.61, 0.21, 0.41)))
        self.run_program("m.off", "--unit", "m", "--up", "y", "--keep-out", "0,0,0,0.205,0.21,0.41", "--turns", 2, "--out", "a.box",
                         "--archive", "none", *trunks.FIXED)
        self.assertTrue(all(row[0] - 25 >= 205 for row in trunks.box_rows(self.path("a.box"))))

    def test_boxes_that_cannot_be(self):
        for text in ["1,2,3", "0,0,0,1,1,x"]:
            self.refused("t.off", "--keep-out", text, says=["--keep-out is", "X0,Y0,Z0,X1,Y1,Z1 is accepted"])
        self.refused("t.off", "--keep-out", "0,0,0,0,1,1", says=["no volume"])
        self.write("p.point", trunks.cuboid_points((300, 200, 100), 20))
        self.refused("--points", "p.point", "--keep-out", "0,0,0,1,1,1", says=["--keep-out has no effect without a mesh"])


class FixedFiles(RulesTest):
    def test_boxes_of_several_files_stay(self):
        self.write("one.box", load((50, 50, 50, "100 100 100")))
        self.write("two.box", load((560, 50, 50, "100 100 100"), (560, 360, 50, "100 100 100")))
        result = self.pack("--fixed", "one.box", "--fixed", "two.box", "--standing", "off", turns=2)
        self.assertRegex(result.out, r"(?m)^fixed +3 of the boxes, from one.box, two.box$")
        rows = trunks.box_rows(self.path("a.box"))
        self.assertEqual([row[0] for row in rows[:3]], [50, 560, 560])
        self.write("other.box", load((50, 55, 50, "100 100 100")))
        out = self.run_program("t.off", "--verify", "a.box", "--set", "din", "--fixed", "one.box", "--fixed", "other.box", code=4).out
        self.assertIn("box 0 of other.box is not in the load", out)

    def test_files_that_overlap(self):
        self.write("one.box", load((50, 50, 50, "100 100 100")))
        self.write("two.box", load((120, 50, 50, "100 100 100")))
        self.refused_after_reading("t.off", "--fixed", "one.box", "--fixed", "two.box", says=["one.box, two.box: fixed boxes have to be legal", "overlap"])


class Continued(checkpoints.CheckpointMixin, RulesTest):
    def test_a_search_with_rules_goes_on_and_with_no_others(self):
        items = [{**CASE, "mass_kg": 5, "carries_kg": 5}, {**BAG, "mass_kg": 1, "least_count": 2, "count": 8}]
        self.write("own.json", written(*items))
        command = ["t.off", "--set", "own.json", "--gap", "2", "--keep-out", "0,0,0,50,50,50", "--seed", "1", "--device", "cpu", "--quiet",
                   "--archive", "none"]
        self.run_program(*command, "--turns", "5", "--out", "whole.box", "--checkpoint", "none")
        self.run_program(*command, "--turns", "3", "--checkpoint", "x.cp")
        self.run_program("--resume", "x.cp", "--turns", "5", "--out", "parts.box", "--quiet")
        self.assertEqual(self.bytes("parts.box"), self.bytes("whole.box"))
        for changed in [{"carries_kg": 4}, {"mass_kg": 4}, {"least_count": 1}]:
            self.write("own.json", written({**items[0], **changed}, items[1]))
            self.refused("--resume", "x.cp", "--quiet", says=["is another trunk than that of x.cp"])


@unittest.skipUnless(CHECKER.exists(), f"the independent checker {CHECKER} is not there")
@unittest.skipUnless(PYTHON, "no Python with NumPy is there")
class IndependentCheck(RulesTest):
    def check(self, name, mesh):
        done = subprocess.run([PYTHON, "-B", CHECKER, name, mesh, "--tol", "0.001"], cwd=self.folder, capture_output=True, text=True,
                              timeout=support.LIMIT)
        return done.returncode, done.stdout + done.stderr

    def test_rules_in_a_trunk(self):
        mesh = MESHES / "roadster.off"
        self.write("own.json", written({**CASE, "count": 6, "carries_kg": 0}, {**BAG, "least_count": 4}))
        self.run_program(mesh, "--set", "own.json", "--gap", "6", "--turns", "4", "--out", "s.box", "--archive", "none", *trunks.FIXED)
        self.assertEqual(self.check("s.box", mesh)[0], 0)
        # Grown by the gap, boxes do not overlap.
        self.write("pairs.box", grown(self.path("s.box").read_text(), 5.999))
        self.assertEqual(self.check("pairs.box", mesh)[0], 0)

    def test_gaps_to_walls(self):
        self.cuboid("u.off", (610, 410, 210), (0, 0, 1), 0.3)
        self.write("own.json", written({**CASE, "count": 3}, {**BAG, "count": 9}))
        self.run_program("u.off", "--set", "own.json", "--gap", "6", "--turns", "4", "--out", "s.box", "--archive", "none", *trunks.FIXED)
        # Grown by twice the gap, each box is inside of the walls, with which it is aligned.
        rows = [line for line in grown(self.path("s.box").read_text(), 11.998).splitlines() if len(line.split()) == 14]
        self.assertGreaterEqual(len(rows), 5)
        for row in rows:
            self.write("one.box", f"# box 0.0.3\n1\n{row}\n")
            self.assertEqual(self.check("one.box", self.path("u.off"))[0], 0, row)


if __name__ == "__main__":
    support.main()
