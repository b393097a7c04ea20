# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Sets of the user's own: files of --set, their rules, and what loads of them say."""
import json
import re
import subprocess
import unittest

import checkpoints
import support
import trunks

SETS = support.SOURCE_DIR / "examples" / "sets"
MESHES = support.SOURCE_DIR / "meshes"
CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "boxes.py"
PYTHON = support.python_with_numpy()

CASE = {"name": "case", "edges_mm": [300, 200, 100], "count": 2}
CRATE = {"name": "crate: <b>", "edges_mm": [150, 120, 180], "count": 3, "orientations": "upright"}
BAG = {"name": "bag", "edges_mm": [100, 90, 60], "last": True}


def written(*items, **keys):
    return json.dumps({"schema": "jampack/box-set/1", "items": list(items), **keys})


class SetTest(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (620, 410, 210), (0, 0, 1), 0.3)

    def search(self, set_file, *options, turns=6, out="a.box"):
        return self.run_program("t.off", "--set", set_file, "--turns", turns, "--out", out, "--archive", "none", *options, *trunks.FIXED)


class Standards(SetTest):
    def same(self, name, trunk, turns):
        for given, out in [(name, "standard.box"), (SETS / f"{name}.json", "file.box")]:
            self.run_program(trunk, "--set", given, "--turns", turns, "--out", out, "--archive", "none", "--quiet", *trunks.FIXED)
        rows = trunks.box_rows(self.path("standard.box"))
        self.assertEqual(rows, trunks.box_rows(self.path("file.box")))
        return rows

    def test_files_of_the_standards_give_the_same_loads(self):
        for name in ["din", "iso3832"]:
            self.assertEqual(len(self.same(name, "t.off", 3)), 48)
        self.cuboid("l.off", (900, 700, 500))
        self.assertGreater(len(self.same("sae-j1100", "l.off", 24)), 3)


class Loads(SetTest):
    def test_a_load_names_its_items_everywhere(self):
        self.write("own.json", written(CASE, CRATE, BAG, name="trip"))
        result = self.search("own.json", "--json", "a.json", "--html", "a.html", "--stl", "a.stl", "--step", "a.step")
        self.assertRegex(result.err, r"(?m)^boxes +set trip$")
        self.assertRegex(result.err, r"(?m)^items +3 from own.json$")
        self.assertRegex(result.err, r"(?m)^maximised +litres, then the number of items$")
        pieces = re.search(r"(?m)^pieces +(.*)$", result.out).group(1)
        self.assertRegex(pieces, r"^case 2 of 2, crate: <b> 3 of 3, bag \d+$")
        load = json.loads(self.path("a.json").read_text())
        names = [box["piece"] for box in load["boxes"]]
        self.assertEqual((names.count("case"), names.count("crate: <b>")), (2, 3))
        self.assertNotIn("value", load["totals"])
        lines = [line for line in self.path("a.box").read_text().splitlines() if "# piece " in line]
        self.assertEqual([line.split("  # piece ")[1] for line in lines], names)
        page = self.path("a.html").read_text()
        self.assertFalse("crate: <b>" in page, "a name is markup")
        self.assertTrue("crate: \\u003cb" in page, "a name is missing")
        for name in ["a.stl", "a.step"]:
            self.assertIn("_crate___b_", self.path(name).read_text())
        # Crates stand on the edge of 180 mm.
        for box, name in zip(load["boxes"], names):
            if name == "crate: <b>":
                heights = [abs(box["matrix"][6 + k]) for k in range(3)]
                self.assertEqual(box["edges_mm"][heights.index(max(heights))], 180)
        self.assertIn("pieces of the set trip", self.run_program("t.off", "--verify", "a.box", "--set", "own.json").out)

    def test_values_are_maximised_where_there_are_some(self):
        self.cuboid("t.off", (310, 210, 110))
        self.write("own.json", written({**CASE, "value": 1}, {"name": "box", "edges_mm": [150, 100, 50], "count": 1, "value": 9}))
        result = self.search("own.json", "--json", "a.json")
        self.assertRegex(result.err, r"(?m)^maximised +the value of the items, then their number$")
        self.assertRegex(result.out, r"(?m)^value +9$")
        self.assertRegex(result.out, r"(?m)^pieces +case 0 of 2, box 1 of 1$")
        self.assertEqual(json.loads(self.path("a.json").read_text())["totals"]["value"], 9)
        # A load of more litres and less value does not replace it.
        self.write("less.json", written({**CASE, "value": 1}))
        self.search("less.json", out="b.box")
        self.write("a.box", self.path("b.box").read_text())
        self.assertRegex(self.search("own.json").err, r"(?m)  6\.00  pieces, value 1\n.*  0\.75  (pieces|annealing), value 9$")
        self.assertIn("  # piece box", self.path("a.box").read_text())
        # Nor does it in the other direction.
        self.run_program("t.off", "--set", "own.json", "--turns", "6", "--archive", "none", *trunks.FIXED)
        result = self.run_program("t.off", "--set", "own.json", "--turns", "1", "--archive", "none", *trunks.FIXED)
        self.assertRegex(result.out, r"(?m)^kept +t.box, .*: its value 9 is more")

    def test_a_packing_list_is_packed(self):
        self.path("list.csv").write_bytes(b'\xef\xbb\xbfname,length,width,height,count\r\n"crate, blue",300,200,100,2\r\nshoes,150,100,100,3\r\n')
        result = self.search("list.csv")
        self.assertRegex(result.out, r"(?m)^pieces +crate, blue 2 of 2, shoes 3 of 3$")
        self.assertIn("  # piece crate, blue\n", self.path("a.box").read_text())

    def test_items_of_equal_edges_keep_their_names(self):
        self.write("own.json", written(CASE, {**CASE, "name": "other", "count": 1, "orientations": "upright"}))
        result = self.search("own.json")
        self.assertRegex(result.out, r"(?m)^pieces +case 2 of 2, other 1 of 1$")
        self.assert_verified("a.box", "t.off", "--set", "own.json")


class Verdicts(SetTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (620, 410, 210))

    def verdict(self, items, *rows):
        self.write("own.json", written(*items))
        lines = [f"{x} {y} {z}  {a}  {b}  0 0  {edges}" for x, y, z, a, b, edges in rows]
        self.write("a.box", "# box 0.0.3\n" + "\n".join([str(len(rows)), *lines]) + "\n")
        return self.run_program("t.off", "--verify", "a.box", "--set", "own.json", code=4).out

    def test_counts_sizes_and_orientations_are_checked(self):
        case = "300 200 100"
        row = (150, 100, 50, "1 0 0", "0 1 0", case)
        self.assertIn("2 boxes are piece case, of which the set own has 1",
                      self.verdict([{**CASE, "count": 1}], row, (150, 100, 150, "1 0 0", "0 1 0", case)))
        self.assertIn("box 0 of 300 x 200 x 101 mm is no piece of the set own",
                      self.verdict([CASE], (150, 100, 51, "1 0 0", "0 1 0", "300 200 101")))
        self.assertIn("box 0 is piece case, which may not lie like this: its edge of 200 mm has to be vertical, within 5 degrees",
                      self.verdict([{**CASE, "orientations": [2]}], row))


class Refused(SetTest):
    def refuse(self, text, *says, name="own.json"):
        self.write(name, text)
        self.refused("t.off", "--set", name, "--quiet", "--archive", "none", says=[f"--set is '{name}': {name}", *says])

    def test_bad_sets(self):
        self.refuse("{", "line 1")
        self.refuse(written(), "items", "at least one item")
        self.refuse(written({**CASE, "color": "#ff0000"}), "items[0].color", "did you mean colour?")
        self.refuse(written({**CASE, "cuont": 1}), "did you mean count?")
        self.refuse(written({**CASE, "count": 10**6}), "items[0].count", "from 1 to 10000")
        self.refuse(written({**CASE, "count": 0}), "items[0].count", "from 1 to 10000")
        self.refuse(written({**CASE, "edges_mm": [300, 200, -100]}), "items[0].edges_mm[2]", "0.001 to 1e6 mm")
        self.refuse(written({**CASE, "name": "a\u0007"}), "items[0].name")
        self.refuse(written(CASE, CASE), "items[1].name", "'case'")
        self.refuse(written({**CASE, "orientations": "flat"}), "items[0].orientations", "upright")
        self.refuse(written(*[{**CASE, "name": str(i)} for i in range(1001)]), "1001 items: at most 1000")
        self.refuse("name,length\n", "name,length,width,height,count", name="list.csv")
        self.refuse("name,length,width,height,count\na,1,2,3,many\n", "list.csv:2: count is 'many'", name="list.csv")

    def test_names_that_are_no_sets(self):
        self.refused("t.off", "--set", "sae", says=["din, iso3832, sae-j1100 or the name of a file (JSON, CSV) is accepted"])
        self.refused("t.off", "--set", "no.json", says=["no.json"])
        self.write("own.json", written(CASE))
        self.refused("t.off", "--set", "own.json", "--json", "own.json", says=["--set and --json", "own.json"])
        self.write("x.box", trunks.boxes((100, 50, 30)))
        self.refused("t.off", "--set", "own.json", "--start", "x.box", says=["x.box: holds a box of 200 x 100 x 50 mm, which is no piece of the set own"])
        self.write("small.json", written({**CASE, "edges_mm": [3, 2, 1]}))
        self.refused("t.off", "--set", "small.json", "--tolerance", "0.5", says=["--tolerance"])

    def test_items_that_do_not_fit_are_left_out(self):
        self.write("own.json", written({**CASE, "name": "ski", "edges_mm": [1900, 120, 100]}, CASE))
        self.assertRegex(self.search("own.json").out, r"(?m)^pieces +ski 0 of 2, case 2 of 2$")


class Annealed(SetTest):
    def test_a_search_begins_from_a_load_of_the_set_and_anneals_it(self):
        self.write("own.json", written(CASE, CRATE, BAG))
        self.write("start.box", "1\n150 110 60  1 0 0  0 1 0  0 0  300 200 100\n")
        result = self.search("own.json", "--start", "start.box", "--instances", "2", turns=3)
        self.assertRegex(result.err, r"(?m)^ +0\.\d+ +1 +6\.00  start$")
        self.assertRegex(result.err, r"(?m) annealing$")
        self.assertRegex(result.out, r"(?m)^search .* annealing rounds of ")
        self.assert_verified("a.box", "t.off", "--set", "own.json")
        self.assertGreater(self.count(result), 1)

    def test_rounded_boxes_of_a_set(self):
        self.write("own.json", written(CASE, CRATE))
        self.search("own.json", "--rounded", "5", turns=4)
        self.assertEqual(support.annotation(self.path("a.box"), "rounded"), "5")
        self.assert_verified("a.box", "t.off", "--set", "own.json")


class Continued(checkpoints.CheckpointMixin, SetTest):
    def test_a_search_goes_on_with_its_set_and_with_no_other(self):
        self.write("own.json", written({**CASE, "count": 9}, CRATE, {**BAG, "value": 2}))
        command = ["t.off", "--set", "own.json", "--seed", "1", "--device", "cpu", "--quiet", "--archive", "none"]
        self.run_program(*command, "--turns", "8", "--out", "whole.box", "--checkpoint", "none")
        self.run_program(*command, "--turns", "4", "--checkpoint", "x.cp")
        self.run_program("--resume", "x.cp", "--turns", "8", "--out", "parts.box", "--quiet")
        self.assertEqual(self.bytes("parts.box"), self.bytes("whole.box"))
        for changed in [[{**CASE, "count": 8}, CRATE, {**BAG, "value": 2}],
                        [{**CASE, "count": 9}, {**CRATE, "orientations": "any"}, {**BAG, "value": 2}],
                        [{**CASE, "count": 9}, CRATE, {**BAG, "value": 3}]]:
            self.write("own.json", written(*changed))
            self.refused("--resume", "x.cp", "--quiet", says=["with the set of own.json", "is another trunk than that of x.cp"])
        self.path("own.json").unlink()
        self.refused("--resume", "x.cp", "--quiet", says=["own.json"])


class Archived(SetTest):
    def test_an_archive_tells_sets_apart(self):
        if "this build has no archive" in self.wait(self.start("archive", "list", "nowhere")).err:
            self.skipTest("this build has no archive")
        own, free = written({**CASE, "orientations": "upright"}), written(CASE)
        for name, text in [("own.json", own), ("free.json", free)]:
            self.write(name, text)
            out = self.run_program("t.off", "--set", name, "--turns", "2", "--archive", "a", "--out", "a.box", *trunks.FIXED).out
            self.assertRegex(out, r"(?m)^archive +new best in a$")
            self.path("a.box").unlink()
        self.assertEqual(self.run_program("archive", "verify", "a").out, "2 results of 2 problems: all legal\n")
        # The standard's own file is the standard.
        for name in ["sae-j1100", SETS / "sae-j1100.json"]:
            self.run_program("t.off", "--set", name, "--turns", "8", "--archive", "a", "--out", "a.box", *trunks.FIXED)
        self.assertEqual(self.run_program("archive", "verify", "a").out, "3 results of 3 problems: all legal\n")
        self.write("own.json", written({**CASE, "value": 1}, CRATE))
        self.refused("archive", "import", "t.off", "a.box", "--set", "own.json", "--archive", "a", says=["has values"])
        result = self.run_program("t.off", "--set", "own.json", "--turns", "2", "--archive", "a", "--out", "b.box", *trunks.FIXED)
        self.assertNotRegex(result.out, r"(?m)^archive")


@unittest.skipUnless(CHECKER.exists(), f"the independent checker {CHECKER} is not there")
@unittest.skipUnless(PYTHON, "no Python with NumPy is there")
class IndependentCheck(SetTest):
    def test_examples_in_a_trunk(self):
        mesh = MESHES / "sedan.off"
        for name, turns in [("family.json", 10), ("move.csv", 8), ("sae-j1100.json", 12)]:
            with self.subTest(set=name):
                result = self.run_program(mesh, "--set", SETS / name, "--turns", turns, "--out", "s.box", "--archive", "none", *trunks.FIXED)
                done = subprocess.run([PYTHON, "-B", CHECKER, "s.box", mesh, "--tol", "0.001"], cwd=self.folder, capture_output=True,
                                      text=True, timeout=support.LIMIT)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertRegex(result.out, r"(?m)^search .* annealing rounds of ")
                self.assertEqual(int(re.search(r"boxes=(\d+)", done.stdout).group(1)), self.count(result))
                self.assert_verified("s.box", mesh, "--set", SETS / name)
                self.path("s.box").unlink()


if __name__ == "__main__":
    support.main()
