# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What trunkpack reads from files and which files it replaces."""
import os
import re
import shlex
import subprocess

import support
import trunks

ONE_TURN = ["--turns", "1", *trunks.FIXED]
CLAIM = "# every box is 200 x 100 x 50 mm\n"
# Eight litre boxes fill a trunk of 410 x 210 x 110 mm.
EIGHT = [(105 + 200 * i, 55 + 100 * k, 28 + 50 * m) for i in (0, 1) for k in (0, 1) for m in (0, 1)]


class Pipes(trunks.TrunkTest):
    def from_pipe(self, data, *arguments, **settings):
        """Runs with a pipe that holds the data in place of the argument PIPE."""
        end, beginning = os.pipe()
        try:
            os.write(beginning, data)
            os.close(beginning)
            return self.run_program(*[f"/dev/fd/{end}" if word == "PIPE" else word for word in arguments], pass_fds=[end], **settings)
        finally:
            os.close(end)

    def test_meshes_boxes_and_points_are_read_from_pipes(self):
        self.cuboid("t.off", (410, 210, 110))
        mesh = self.path("t.off").read_bytes()
        self.assertEqual(self.count(self.from_pipe(mesh, "PIPE", *ONE_TURN, "--out", "a.box")), 8)
        self.assertIn("legal: 8 boxes", self.from_pipe(mesh, "PIPE", "--verify", "a.box").out)
        self.assertIn("legal: 8 boxes", self.from_pipe(self.path("a.box").read_bytes(), "t.off", "--verify", "PIPE").out)
        self.from_pipe(self.path("a.box").read_bytes(), "t.off", "--start", "PIPE", *ONE_TURN, "--out", "b.box")
        error = self.from_pipe(b"once upon a time", "PIPE", *ONE_TURN, code=2).err
        self.assertIn("the format is not recognised by the content", error)

    def test_a_pipe_without_end_is_refused_by_its_size(self):
        self.cuboid("t.off", (410, 210, 110))
        with subprocess.Popen(["yes", "1 2 3"], stdout=subprocess.PIPE) as endless:
            result = self.run_program("t.off", "--verify", f"/dev/fd/{endless.stdout.fileno()}", pass_fds=[endless.stdout.fileno()], code=2)
            endless.kill()
        self.assertIn("is larger than 512 MiB", result.err)


class CadFrame(trunks.TrunkTest):
    """18.4: --stl, --obj and --step are in the coordinates and the unit of the mesh as it was given."""

    def test_boxes_for_cad_lie_in_the_mesh_as_given(self):
        # 0.41 m along x, 0.11 m up along y, 0.21 m along z: eight litre boxes fill it but for 1 cm on each side. Its corner is far from the
        # origin, so that a lost shift, a permuted axis, a sign or a factor of 1000 leaves the mesh.
        low, size = (1.0, -2.0, 3.0), (0.41, 0.11, 0.21)
        self.write("t.off", trunks.off(trunks.corners(size, low), trunks.QUADS))
        frame = ["--unit", "m", "--up", "y"]
        # With y as z: x, -z, y in mm.
        self.write("eight.box", CLAIM + trunks.boxes(*[(1000 + x, -3210 + y, -2000 + z) for x, y, z in EIGHT]))
        files = ["--stl", "t.stl", "--obj", "t.obj", "--step", "t.step"]
        self.assertIn("legal: 8 boxes", self.run_program("t.off", *frame, "--verify", "eight.box", *files).out)
        number = r"(-?[\d.]+(?:[eE][-+]?\d+)?)"
        patterns = {"t.stl": rf"vertex {number} {number} {number}", "t.obj": rf"(?m)^v {number} {number} {number}",
                    "t.step": rf"CARTESIAN_POINT\('[^']*',\({number},{number},{number}\)\)"}
        # EIGHT are centres of boxes of 200 x 100 x 50 mm from (5, 5, 3) on.
        wanted = {tuple(round(c, 6) for c in (1.005 + 0.2 * i, -1.997 + 0.05 * k, 3.205 - 0.1 * m))
                  for i in range(3) for k in range(3) for m in range(3)}
        for name, pattern in patterns.items():
            with self.subTest(name=name):
                found = {tuple(round(float(c), 6) for c in point) for point in re.findall(pattern, self.path(name).read_text())}
                if name == "t.step":
                    found -= {(0.0, 0.0, 0.0)}  # Of the coordinate system.
                self.assertEqual(found, wanted)


class Sizes(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (410, 210, 110))

    def test_default_file_holds_litre_boxes_whatever_box_is_packed(self):
        self.write("t.box", trunks.boxes(*EIGHT))
        before = self.path("t.box").read_text()
        # Read as boxes of 100 x 50 x 50 mm it would hold 2 l, and be replaced by any better load.
        self.run_program("t.off", "--box", "100x50x50", *ONE_TURN)
        self.assertEqual(self.path("t.box").read_text(), before)
        self.assertEqual({row[11:] for row in trunks.box_rows(self.path("t-2.box"))}, {(100.0, 50.0, 50.0)})

    def test_default_file_holds_litre_boxes_whatever_set_is_packed(self):
        self.cuboid("t.off", (630, 490, 235))
        self.write("t.box", trunks.boxes((315, 245, 117)))
        before = self.path("t.box").read_text()
        # Read as a piece A it would be the best load there is.
        self.run_program("t.off", "--set", "sae-j1100", "--turns", "8", *trunks.FIXED)
        self.assertEqual(self.path("t.box").read_text(), before)
        self.assertEqual(len(trunks.box_rows(self.path("t-2.box"))), 1)

    def test_fixed_boxes_without_edges_are_litre_boxes(self):
        self.write("f.box", trunks.boxes((105, 55, 28)))
        result = self.run_program("t.off", "--fixed", "f.box", "--box", "100x50x50", *ONE_TURN)
        self.assertRegex(result.out, r"(?m)^boxes +\d+: 1 of 200 x 100 x 50 mm, ")

    def test_box_applies_to_files_that_do_not_tell_their_size(self):
        rows = "1\n75 50 25  1 0 0  0 1 0  0 0\n"
        self.write("a.box", rows)
        self.write("b.box", CLAIM + rows)
        options = ["--box", "150x100x50"]
        self.assertIn("legal: 1 box, 0.75 l", self.run_program("t.off", "--verify", "a.box", *options).out)
        result = self.run_program("t.off", "--verify", "b.box", *options, code=4)
        self.assertIn("note: b.box states the size of its boxes: --box is not used", result.err)
        result = self.run_program("t.off", "--start", "a.box", *options, *ONE_TURN)
        self.assertRegex(result.err, r"(?m)^ +\d+\.\d{3} +1 +0\.75  start$")
        self.refused("t.off", "--start", "b.box", *options, says=["b.box", "200 x 100 x 50"])
        result = self.run_program("t.off", "--start", "b.box", "--steps", "1", "--device", "cpu", *options)
        self.assertIn("--box is not used", result.err)

    def test_empty_load_claims_no_size(self):
        self.run_program("t.off", "--box", "300x200x150", *trunks.FIXED)
        self.assertNotIn("every box", self.path("t.box").read_text())


class Replaced(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (410, 210, 110))
        self.write("w.point", trunks.cuboid_points((412, 212, 112), 10))
        self.write("f.box", trunks.boxes((105, 55, 28)))

    def test_no_output_replaces_an_input(self):
        os.link(self.path("t.off"), self.path("hard.off"))
        self.path("soft.off").symlink_to("t.off")
        for output in ["--out", "--html", "--json", "--glb"]:
            for name in ["./t.off", "hard.off", "soft.off"]:
                with self.subTest(output=output, name=name):
                    self.refused("t.off", output, name, says=["MESH", output, "same file"])
            self.refused("--points", "w.point", output, "w.point", says=["--points", output, "same file"])
            self.refused("t.off", "--fixed", "f.box", output, "f.box", says=["--fixed", output, "same file"])
        for output in ["--html", "--json", "--glb"]:
            self.refused("t.off", "--start", "f.box", output, "f.box", says=["--start", output, "same file"])
            self.refused("t.off", "--verify", "f.box", output, "f.box", says=["--verify", output, "same file"])
        self.refused("t.off", "--start", "f.box", "--steps", "1", "--out", "t.off", says=["MESH", "--out"])

    def test_two_outputs_are_two_files(self):
        self.write("a", "")
        os.link(self.path("a"), self.path("b"))
        self.refused("t.off", "--json", "a", "--glb", "b", says=["--json", "--glb", "same file"])
        self.path("here").symlink_to(".")
        self.refused("t.off", "--html", "here/x", "--glb", "x", says=["--html", "--glb", "same file"])

    def test_default_file_is_no_other_file_of_the_run(self):
        self.write("t.box", trunks.boxes((105, 55, 28)))
        self.run_program("t.off", "--fixed", "t.box", *ONE_TURN)
        self.assertEqual(len(trunks.box_rows(self.path("t.box"))), 1)
        self.assertEqual(len(trunks.box_rows(self.path("t-2.box"))), 8)
        self.path("t.box").unlink()
        self.path("t-2.box").unlink()
        self.run_program("t.off", "--json", "t.box", *ONE_TURN)
        self.assertEqual(self.path("t.box").read_text()[0], "{")
        self.assertEqual(len(trunks.box_rows(self.path("t-2.box"))), 8)

    def test_default_file_is_tried_before_the_mesh_is_read(self):
        # The mesh is not there, and neither is the folder any more.
        command = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" /nowhere/t.off'
        done = subprocess.run(["sh", "-c", command, support.PROGRAM], cwd=self.folder, capture_output=True, text=True,
                              timeout=support.LIMIT)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^trunkpack: error: t.box: .*--out")

    def test_kept_load_was_verified_at_this_tolerance(self):
        self.write("t.box", trunks.boxes(*EIGHT))
        result = self.run_program("t.off", "--tolerance", "0.25", *ONE_TURN)
        self.assertRegex(result.out, r"(?m)^kept +t.box, verified again at a tolerance of 0.25 mm: its 8.00 l are as many")
        # Legal at 0.25 mm only: nothing to be compared with at 0.
        self.write("t.box", trunks.boxes(*[(x + (0.2 if x < 200 else 0), y, z) for x, y, z in EIGHT]))
        result = self.run_program("t.off", *ONE_TURN)
        self.assertRegex(result.out, r"(?m)^written +t-2.box$")

    def test_tolerance_is_written_with_the_digits_that_it_has(self):
        self.run_program("t.off", "--tolerance", "1e-8", *ONE_TURN)
        self.assertIn("tolerance 1e-08 mm", support.annotation(self.path("t.box"), "verified"))

    def test_bound_is_no_optimum_where_boxes_may_penetrate(self):
        self.cuboid("u.off", (400, 200, 100))
        result = self.run_program("u.off", "--tolerance", "0.5", *trunks.FIXED)
        self.assertNotIn("optimum", result.out)
        self.assertRegex(result.out, r"(?m)^ended by +as many boxes as fit by volume, each smaller by the tolerance; .* more might fit$")

    def test_pieces_that_a_set_has_left_bound_what_fits(self):
        self.cuboid("u.off", (630, 490, 235))
        out = self.run_program("u.off", "--set", "sae-j1100", "--turns", "8", *trunks.FIXED).out
        self.assertRegex(out, r"(?m)^left free +5\.07 l, by volume enough for no more$")


class Commands(trunks.TrunkTest):
    def test_hint_repeats_the_options_as_a_shell_takes_them(self):
        self.cuboid("my trunk's.off", (523, 437, 333), (0.2, 0.1, 1), 0.9)
        options = ["--unit", "mm", "--wrap", "30,1", "--walls", "points", "--spacing", "9", "--tolerance", "0.01", "--threads", "1", "--device", "cpu",
                   "--out", "a b.box"]
        err = self.run_program("my trunk's.off", *options, "--time", "3s").err
        command = re.search(r"to search on from this packing: (.*) \(--time 0", err).group(1)
        words = shlex.split(command)
        self.assertEqual(words[:2], ["trunkpack", "my trunk's.off"])
        self.assertEqual(words[-2:], ["--time", "10m"])
        given = dict(zip(words[2::2], words[3::2]))
        self.assertEqual(given, dict(zip(options[::2], options[1::2])) | {"--start": "a b.box", "--time": "10m"})
        written = shlex.split(support.annotation(self.path("a b.box"), "options"))
        self.assertEqual(written[:3], ["my trunk's.off", "--unit", "mm"])

    def test_one_turn_is_no_turns_and_what_is_zero_is_left_out(self):
        self.cuboid("t.off", (630, 490, 235))
        out = self.run_program("t.off", "--set", "sae-j1100", *ONE_TURN).out
        self.assertRegex(out, r"(?m)^search +seed 1, 1 turn in ")
        self.assertRegex(out, r"(?m)^ended by +limit of 1 turn$")
        self.assertNotIn(" 0 ", re.search(r"(?m)^search.*$", out).group(0))

    def test_notes_come_before_the_search_is_prepared(self):
        # What ends the program here is found after the mesh was read and before anything is searched.
        self.cuboid("t.off", (1.2, 0.9, 0.5))
        self.write("f.box", trunks.boxes((105, 55, 28)))
        result = self.run_program("t.off", "--fixed", "f.box", code=2)
        self.assertRegex(result.err, r"(?m)^warning:? +suspicious size.*--unit m\b")


if __name__ == "__main__":
    support.main()
