# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Trunks, points and packings that are broken or strange."""

import support
import trunks

SHORT = ["--turns", "1", *trunks.FIXED]


class Meshes(trunks.TrunkTest):
    def test_no_file_a_folder_an_empty_file(self):
        self.refused("missing.off", says=["missing.off"])
        self.path("folder.off").mkdir()
        self.refused("folder.off", says=["folder.off"])
        self.write("empty.off", "")
        self.refused("empty.off", says=["empty.off", "empty"])

    def test_what_is_no_mesh(self):
        self.write("text.off", "once upon a time\n")
        self.refused("text.off", says=["text.off"])
        self.write("list.txt", "1 2 3\n")
        self.refused("list.txt", says=["list.txt", "OFF"])

    def test_coordinates_that_are_no_numbers(self):
        self.write("nan.off", trunks.cuboid((300, 200, 100)).replace("300.0", "nan", 1))
        self.refused("nan.off", says=["nan.off"])

    def test_no_volume(self):
        flat = trunks.corners((300, 200, 0))
        self.write("flat.off", trunks.off(flat[:4], [(0, 1, 3, 2)]))
        self.refused("flat.off", says=["flat.off", "volume"])

    def test_inside_out_is_the_same_room(self):
        self.write("t.off", trunks.off(trunks.corners((410, 210, 110)), [f[::-1] for f in trunks.QUADS]))
        result = self.run_program("t.off", *SHORT)
        self.assertEqual(self.count(result), 8)
        self.assertRegex(result.err, r"(?m)^trunk +t.off, 9\.47 l")

    def test_of_several_components_the_largest_is_kept_and_that_is_said(self):
        vertices = trunks.corners((410, 210, 110)) + trunks.corners((205, 105, 55), (1000, 0, 0))
        self.write("t.off", trunks.off(vertices, trunks.QUADS + [[i + 8 for i in f] for f in trunks.QUADS]))
        result = self.run_program("t.off", *SHORT)
        self.assertEqual(self.count(result), 8)
        self.assertRegex(result.err, r"(?m)^note +kept 9\.471 l, dropped 1 part outside of it \(1\.184 l\)$")

    def test_many_triangles_are_sampled_more_thinly_than_they_lie(self):
        self.write("t.off", trunks.grid_cuboid((410, 210, 110), 120))
        result = self.run_program("t.off", *SHORT)
        self.assertEqual(self.count(result), 8)
        self.assertIn("172800 triangles", result.err)

    def test_metres_taken_for_millimetres_are_suspicious(self):
        self.cuboid("t.off", (1.2, 0.9, 0.5))
        # Also where notes are not shown.
        for options in [], ["--quiet"]:
            result = self.run_program("t.off", *options, *SHORT, code=2)
            self.assertRegex(result.err.splitlines()[-1], r"error: t.off: the room of 5.4e-07 l is smaller than the smallest box of 1 l;.*--unit m$")
            self.assertRegex(result.err, r"(?m)^warning.*--unit m\b")
        # Too small for the unit to be likely, though boxes fit.
        self.cuboid("small.off", (120, 90, 50))
        result = self.run_program("small.off", "--box", "20x10x5", *SHORT)
        self.assertRegex(result.err, r"(?m)^warning.*--unit cm\b")
        self.assertEqual(self.count(result), 540)

    def test_warnings_are_shown_by_every_command_that_reads_a_mesh_and_with_quiet_too(self):
        self.cuboid("small.off", (120, 90, 50))
        box = ["--box", "20x10x5"]
        self.run_program("small.off", *box, *SHORT, "--out", "load.box", "--quiet")
        for command in (["small.off", "--verify", "load.box"], ["check", "small.off"],
                        ["small.off", *box, "--start", "load.box", "--steps", "1", "--device", "cpu", "--out", "moved.box"],
                        ["archive", "import", "small.off", "load.box", *box, "--archive", "a.sqlite"]):
            with self.subTest(command=command):
                result = self.run_program(*command, "--quiet")
                self.assertRegex(result.err + (result.out if "check" in command else ""), r"(?m)^warning:? .*suspicious size.*--unit cm\b")

    def test_of_two_rooms_that_may_be_meant_none_is_packed_without_being_asked(self):
        vertices = trunks.corners((410, 210, 110)) + trunks.corners((410, 210, 110), (1000, 0, 0))
        self.write("t.off", trunks.off(vertices, trunks.QUADS + [[i + 8 for i in f] for f in trunks.QUADS]))
        for options in [], ["--quiet"]:
            self.refused("t.off", *options, *SHORT, says=["encloses 2 rooms", "1: 9.5 l, 410 x 210 x 110 mm, around ", "--inside X,Y,Z", "--all-parts"])
        self.assertEqual(self.count(self.run_program("t.off", "--inside", "1200,100,50", *SHORT)), 8)
        self.assertEqual(self.count(self.run_program("t.off", "--all-parts", *SHORT)), 16)

    def test_of_many_rooms_eight_are_listed(self):
        vertices = [corner for k in range(60) for corner in trunks.corners((410, 210, 110), (1000 * k, 0, 0))]
        self.write("t.off", trunks.off(vertices, [[i + 8 * k for i in f] for k in range(60) for f in trunks.QUADS]))
        err = self.refused("t.off", "--quiet", *SHORT, says=["encloses 60 rooms", "; 8: 9.5 l"]).err
        self.assertEqual(err.count("around"), 8)

    def test_unit_and_axis_make_it_right(self):
        self.cuboid("t.off", (0.41, 0.11, 0.21))
        result = self.run_program("t.off", "--unit", "m", "--up", "y", "--json", "r.json", *SHORT)
        self.assertEqual(self.count(result), 8)
        self.assertNotIn("--unit", result.err.split("note")[-1])

    def test_trunk_smaller_than_a_box_is_refused(self):
        self.cuboid("tiny.off", (100, 90, 80))
        result = self.run_program("tiny.off", *SHORT, code=2)
        self.assertIn("error: tiny.off: the room of 0.72 l is smaller than the smallest box of 1 l", result.err.splitlines()[-1])
        self.assertEqual([path.name for path in self.folder.iterdir()], ["tiny.off"])

    def test_trunk_in_which_no_box_fits_has_none_and_that_is_no_error(self):
        self.cuboid("cube.off", (130, 130, 130))
        result = self.run_program("cube.off", "--device", "cpu")
        self.assertEqual(self.count(result), 0)
        self.assertIn("no box fits into this trunk", result.err)
        self.assertEqual(trunks.box_rows(self.path("cube.box")), [])

    def test_that_no_box_fits_is_said_with_a_proof_only(self):
        self.cuboid("t.off", (199, 110, 60))
        result = self.run_program("t.off", *SHORT, code=4)
        self.assertIn("that there is none is not proven", result.err)
        self.assertNotIn("no box fits", result.err)

    def test_cavities_of_boxes_without_a_common_divisor_are_filled(self):
        for box, size, count in [("97x47x33", (970, 470, 330), 1000), ("409x209x109", (410, 210, 110), 1)]:
            self.cuboid("t.off", size)
            result = self.run_program("t.off", "--box", box, "--time", "60", *trunks.FIXED)
            self.assertEqual(self.count(result), count)
            self.assertIn("this is the optimum", result.out)

    def panels(self, gap):
        """Six plates that do not touch: gaps along all edges."""
        vertices, faces = [], []
        size = (420, 220, 120)
        for axis in range(3):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for side in (0, size[axis]):
                ring = []
                for a, b in ((gap, gap), (size[u] - gap, gap), (size[u] - gap, size[v] - gap), (gap, size[v] - gap)):
                    p = [0, 0, 0]
                    p[axis], p[u], p[v] = side, a, b
                    ring.append(len(vertices))
                    vertices.append(p)
                faces.append(ring)
        self.write("t.off", trunks.off(vertices, faces))

    def test_gaps_between_plates_are_closed_exactly(self):
        self.panels(4)
        result = self.run_program("t.off", *SHORT)
        self.assertIn("closed gaps of up to 6 mm", result.err)
        self.assertRegex(result.out, r"(?m)^mesh litres +11\.09$")
        self.assertEqual(self.count(result), 8)
        for x, y, z, *_ in trunks.box_rows(self.path("t.box")):
            self.assertTrue(0 < x < 420 and 0 < y < 220 and 0 < z < 120)

    def test_open_mesh_is_wrapped_and_boxes_stay_inside_of_the_original(self):
        # Gaps too wide to be closed exactly.
        self.panels(14)
        result = self.run_program("t.off", *SHORT)
        self.assertIn("alpha wrap", result.err)
        self.assertEqual(self.count(result), 8)
        self.assertIn("the original mesh and its wrap", result.out)
        for x, y, z, *_ in trunks.box_rows(self.path("t.box")):
            self.assertTrue(0 < x < 420 and 0 < y < 220 and 0 < z < 120)


class Packings(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (410, 210, 110))

    def test_broken_box_files(self):
        for text, says in [("", "empty"), ("2\n100 50 25 1 0 0 0 1 0 0 0\n", "2"), ("1\n100 50 x 1 0 0 0 1 0 0 0\n", "x"),
                           ("1\n100 50 25 1 0 0 1 0 0 0 0\n", "rotation"), ("1\n100 50 25\n", "field")]:
            self.write("a.box", text)
            for option in ["--start", "--fixed", "--verify"]:
                with self.subTest(text=text, option=option):
                    self.refused("t.off", option, "a.box", says=["a.box", says])

    def test_broken_point_files(self):
        for text, says in [("", "empty"), ("2\n1 2 3\n", "2"), ("1\n1 2 x\n", "x"), ("1\n1 2 nan\n", "nan")]:
            with self.subTest(text=text):
                self.write("p.point", text)
                self.refused("--points", "p.point", says=["p.point", says])

    def test_points_that_enclose_nothing(self):
        self.write("p.point", "3\n0 0 0\n1000 0 0\n0 1000 0\n")
        self.refused("--points", "p.point", says=["p.point", "no volume"])

    def test_start_far_outside_is_refused(self):
        self.write("a.box", trunks.boxes((90000, 0, 0), (90000, 300, 0)))
        result = self.run_program("t.off", "--start", "a.box", *SHORT, code=2)
        self.assertIn("error: a.box: none of its 2 boxes lies in the trunk", result.err)

    def test_start_that_is_not_legal_is_relaxed_and_that_is_said(self):
        self.write("a.box", trunks.boxes((105, 55, 28), (150, 120, 60), (9000, 0, 0)))
        result = self.run_program("t.off", "--start", "a.box", *SHORT)
        self.assertRegex(result.err, r"(?m)^warning: a.box is not legal .*1 box outside was left out.*2 of 3 boxes legal now")
        self.assertRegex(result.err, r"(?m)^ +\d+\.\d{3} +2 +2\.00  start$")

    def test_start_of_other_boxes_is_refused(self):
        self.write("a.box", "1\n100 50 25 1 0 0 0 1 0 0 0 150 100 50\n")
        self.refused("t.off", "--start", "a.box", says=["a.box", "150 x 100 x 50", "--box"])

    def test_fixed_boxes_that_overlap_are_refused(self):
        self.write("f.box", trunks.boxes((105, 55, 28), (120, 60, 30)))
        result = self.run_program("t.off", "--fixed", "f.box", code=2)
        self.assertRegex(result.err.splitlines()[-1], "^trunkpack: error: f.box: fixed boxes have to be legal: .*overlap")

    def test_output_that_cannot_be_written_is_found_before_the_search(self):
        for option in ["--out", "--html", "--json", "--glb"]:
            with self.subTest(option=option):
                self.refused("t.off", option, "nowhere/x", says=["nowhere"])


if __name__ == "__main__":
    support.main()
