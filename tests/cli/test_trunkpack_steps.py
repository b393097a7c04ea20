# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Contact simulation alone: the scene of the thesis."""
import re

import support
import trunks

SCENE = support.SOURCE_DIR / "instances" / "trunk"
PHASES = ["copy", "box pairs", "box/box", "candidates", "box/point", "application"]


class Steps(trunks.TrunkTest):
    def simulate(self, name, *options):
        return self.run_program("--points", SCENE / "trunk.point", "--start", SCENE / name, "--device", "cpu", *options)

    def deepest(self, text, when):
        return float(re.search(rf"(?m)^{when} +deepest penetration (\S+) mm", text).group(1))

    def test_perturbed_packing_becomes_legal(self):
        out = self.simulate("perturbed-242.box", "--steps", "500", "--out", "b.box").out
        self.assertGreater(self.deepest(out, "before"), 5)
        self.assertLessEqual(self.deepest(out, "after"), 0.01)
        self.assertEqual(len(trunks.box_rows(self.path("b.box"))), 242)
        self.assertNotIn("outside", out)
        # What the simulation sees is single precision.
        self.assertIn("legal: 242", self.run_program("--points", SCENE / "trunk.point", "--verify", "b.box", "--tolerance", "0.02").out)

    def test_scene_of_the_thesis_becomes_legal_under_both_laws(self):
        # Steps that tests/bench/results/boxes.md states; processors may round one step away.
        for law, expected in (("single", {"0.1": 72, "0.01": 134}), ("patch", {"0.1": 26, "0.01": 27})):
            for tolerance, steps in expected.items():
                with self.subTest(law=law, tolerance=tolerance):
                    options = ["--steps", "500", "--law", law, "--tolerance", tolerance]
                    out = self.simulate("perturbed-242.box", *options, "--out", f"{law}.box").out
                    self.assertLessEqual(self.deepest(out, "after"), float(tolerance))
                    self.assertLessEqual(abs(int(re.search(r"(?m)^steps +(\d+) ", out)[1]) - steps), 1)
                    self.assertIn(f"of perturbed-242.box, law {law}", self.path(f"{law}.box").read_text())
        self.simulate("perturbed-242.box", "--steps", "5", "--out", "d.box")
        self.simulate("perturbed-242.box", "--steps", "5", "--law", "patch", "--out", "p.box")
        self.simulate("perturbed-242.box", "--steps", "5", "--law", "single", "--out", "s.box")
        self.assertEqual(trunks.box_rows(self.path("d.box")), trunks.box_rows(self.path("p.box")))
        self.assertNotEqual(trunks.box_rows(self.path("d.box")), trunks.box_rows(self.path("s.box")))

    def test_law_is_refused_without_steps(self):
        self.cuboid("t.off", (500, 300, 200))
        self.assertIn("--law has no effect", self.run_program("t.off", "--law", "single", "--turns", "1", code=2).err)

    def test_legal_packing_stays_as_it_is(self):
        out = self.simulate("legal-242.box", "--steps", "10", "--out", "b.box").out
        self.assertRegex(out, r"(?m)^steps +0 ")
        before, after = trunks.box_rows(SCENE / "legal-242.box"), trunks.box_rows(self.path("b.box"))
        self.assertLess(max(abs(p - q) for a, b in zip(before, after) for p, q in zip(a, b)), 1e-3)

    def test_a_simulation_that_leaves_the_numbers_is_an_error(self):
        self.cuboid("t.off", (500, 300, 200))
        row = "250 150 100  1 0 0  0 1 0  0 0  1e-15 1e-15 1e-15\n"
        self.write("tiny.box", "# box 0.0.3\n2\n" + 2 * row)
        result = self.run_program("t.off", "--start", "tiny.box", "--steps", "5", "--tolerance", "0", "--out", "b.box", code=2)
        self.assertIn("ended in a position that is not finite", result.err)
        self.assertFalse(self.path("b.box").exists())

    def test_fewer_steps_and_the_same_bits_again(self):
        one = self.simulate("perturbed-242.box", "--steps", "3", "--out", "a.box").out
        self.assertRegex(one, r"(?m)^steps +3 ")
        self.simulate("perturbed-242.box", "--steps", "3", "--out", "b.box", "--threads", "1", "--cell-size", "35")
        self.assertEqual(self.path("a.box").read_text(), self.path("b.box").read_text())

    def test_verbose_shows_the_six_phases(self):
        out = self.simulate("perturbed-242.box", "--steps", "5", "--verbose").out
        for phase in PHASES:
            self.assertRegex(out, rf"(?m)^{phase} +\d+\.\d+ ms, \d+\.\d+ us per step$")
        self.assertNotIn("candidates", self.simulate("perturbed-242.box", "--steps", "5").out)

    def test_mesh_in_place_of_points_and_fixed_boxes_that_stay(self):
        self.cuboid("t.off", (500, 300, 200))
        self.write("f.box", trunks.boxes((110, 60, 40)))
        self.write("a.box", trunks.boxes((290, 60, 40), (300, 200, 100)))
        self.run_program("t.off", "--start", "a.box", "--fixed", "f.box", "--steps", "200", "--out", "b.box", "--device", "cpu")
        rows = trunks.box_rows(self.path("b.box"))
        self.assertEqual(rows[0][:3], (110.0, 60.0, 40.0))
        self.assertGreater(rows[1][0], 300)
        self.assertIn("legal: 3", self.run_program("t.off", "--verify", "b.box", "--tolerance", "0.02").out)


if __name__ == "__main__":
    support.main()
