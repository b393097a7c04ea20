# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Boxes with rounded edges and corners, from the command line."""
import json
import math

import support
import trunks


def filleted(size, radius, parts):
    """A cuboid around the origin with fillets along all edges and at all corners, `parts` facets to a quarter turn."""
    core = [s / 2 - radius for s in size]
    number, vertices, faces = {}, [], []

    def vertex(i, k):
        quarter, upper = i // (parts + 1), k > parts
        turn = (quarter + i % (parts + 1) / parts) * math.pi / 2
        step = k - parts - 1 if upper else k - parts
        flat = 0 if abs(step) == parts else math.cos(step * math.pi / 2 / parts)
        p = ((core[0] if quarter in (0, 3) else -core[0]) + radius * flat * math.cos(turn),
             (core[1] if quarter < 2 else -core[1]) + radius * flat * math.sin(turn),
             (core[2] if upper else -core[2]) + radius * math.sin(step * math.pi / 2 / parts))
        if p not in number:
            number[p] = len(vertices)
            vertices.append(p)
        return number[p]

    around, up = 4 * (parts + 1), 2 * parts + 1
    for i in range(around):
        j = (i + 1) % around
        for k in range(up):
            faces += [[vertex(i, k), vertex(j, k), vertex(j, k + 1)], [vertex(i, k), vertex(j, k + 1), vertex(i, k + 1)]]
    floor = [vertex(q * (parts + 1), 0) for q in range(4)]
    lid = [vertex(q * (parts + 1), up) for q in range(4)]
    faces += [lid[:3], [lid[0], *lid[2:]], [floor[2], floor[1], floor[0]], [floor[3], floor[2], floor[0]]]
    return trunks.off(vertices, [f for f in faces if len(set(f)) == 3])


class Rounded(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.write("f.off", filleted((200.4, 100.4, 50.4), 10.2, 8))
        self.write("one.box", trunks.boxes((0, 0, 0)))

    def test_radius_must_fit_the_boxes(self):
        for text, says in [("1e-9", "of 0 or from 1e-6 to 10000 mm"), ("-1", "of 0 or from 1e-6"), ("nan", "--rounded"), ("much", "--rounded")]:
            self.refused("f.off", "--rounded", text, says=["--rounded", says])
        self.refused("f.off", "--rounded", "25.1", says=["rounded by 25.1 mm", "at most 25 mm", "200 x 100 x 50 mm"])
        self.refused("f.off", "--rounded", "11", "--box", "100x20x100", says=["at most 10 mm"])
        self.refused("f.off", "--rounded", "58", "--set", "sae-j1100", says=["rounded by 58 mm", "at most 57 mm", "325 x 152 x 114 mm"])
        self.refused("archive", "list", "--rounded", "5", says=["--rounded", "no effect"])
        self.write("flat.box", "# box 0.0.3\n1\n0 0 0  1 0 0  0 1 0  0 0  200 100 10\n")
        for option in ["--verify", "--fixed"]:
            self.refused("f.off", option, "flat.box", "--rounded", "6", says=["rounded by 6 mm", "at most 5 mm", "200 x 100 x 10 mm"])
        self.write("bad.box", "# rounded: very\n" + trunks.boxes((0, 0, 0)))
        self.refused("f.off", "--verify", "bad.box", says=["bad.box", "rounded", "very"])

    def test_box_is_legal_rounded_and_not_sharp_in_a_cavity_with_fillets(self):
        self.assertIn("illegal", self.run_program("f.off", "--verify", "one.box", code=4).out)
        out = self.run_program("f.off", "--verify", "one.box", "--rounded", "10", "--out", "r.box", "--json", "r.json").out
        self.assertRegex(out, r"^legal: 1 box, 1\.00 l, .*edges rounded by 10 mm\n")
        self.assertEqual(support.annotation(self.path("r.box"), "rounded"), "10")
        load = json.loads(self.path("r.json").read_text())
        self.assertEqual(load["verification"]["corner_radius_mm"], 10)
        self.assertIn("drawn sharp", load["container"]["notes"][-1])
        # The file tells it from now on, whatever the option says.
        self.assertIn("rounded by 10 mm", self.run_program("f.off", "--verify", "r.box").out)
        other = self.run_program("f.off", "--verify", "r.box", "--rounded", "3")
        self.assertIn("--rounded is not used", other.err)
        self.assertIn("rounded by 10 mm", other.out)
        self.write("large.box", "# rounded: 25.5\n" + trunks.boxes((0, 0, 0)))
        self.refused("f.off", "--verify", "large.box", says=["rounded by 25.5 mm", "at most 25 mm"])

    def test_search_finds_more_than_with_sharp_boxes_and_goes_round_through_files(self):
        self.write("c.off", filleted((406, 206, 106), 21, 8))
        sharp = self.run_program("c.off", "--turns", "3", "--out", "s.box", *trunks.FIXED)
        again = self.run_program("c.off", "--turns", "3", "--start", "s.box", "--rounded", "20", "--out", "r.box", *trunks.FIXED)
        self.assertGreaterEqual(self.count(again), self.count(sharp))
        self.assertRegex(again.out, r"(?m)^boxes +\d of 200 x 100 x 50 mm, edges rounded by 20 mm$")
        self.assertIn(" --rounded 20 ", support.annotation(self.path("r.box"), "options"))
        self.assertEqual(support.annotation(self.path("r.box"), "boxes"), "200 x 100 x 50 mm, edges rounded by 20 mm")
        self.assert_verified("r.box", "c.off")
        more = self.run_program("c.off", "--turns", "12", "--start", "r.box", "--rounded", "20", "--out", "m.box", *trunks.FIXED)
        self.assertGreater(self.count(more), self.count(sharp))
        self.assert_verified("m.box", "c.off")
        # The same without the comment needs the option.
        text = self.path("m.box").read_text().replace("# rounded: 20\n", "")
        self.write("bare.box", text)
        self.run_program("c.off", "--verify", "bare.box", code=4)
        self.assert_verified("bare.box", "c.off", "--rounded", "20")
        # A search for sharp boxes says that the start is of others.
        back = self.run_program("c.off", "--turns", "1", "--start", "m.box", "--out", "b.box", *trunks.FIXED)
        self.assertIn("--rounded", back.err)
        self.assertIsNone(support.annotation(self.path("b.box"), "rounded"))
        self.assert_verified("b.box", "c.off")

    def test_contact_simulation_takes_the_radius_from_the_file_or_the_option(self):
        # Turned by 45 degrees about x, above a box along the axes: sharp edges would reach 4.1 mm into it.
        half = math.sqrt(0.5)
        rows = f"250 150 100  1 0 0  0 1 0  0 0\n250 150 {100 + 25 + 75 * half - 4.1:.9f}  1 0 0  0 {half!r} {half!r}  0 0\n"
        self.cuboid("t.off", (500, 300, 300))
        self.write("a.box", "2\n" + rows)
        self.write("r.box", "# rounded: 10\n2\n" + rows)
        for name, options, steps in [("a.box", [], False), ("a.box", ["--rounded", "10"], True), ("r.box", [], True)]:
            out = self.run_program("t.off", "--start", name, "--steps", "300", "--out", "o.box", "--device", "cpu", *options).out
            self.assertEqual(steps, " 0 in " in out.split("\nsteps")[1].splitlines()[0], out)
            self.assertEqual(support.annotation(self.path("o.box"), "rounded"), "10" if steps else None)

    def test_archive_knows_the_radius(self):
        built = self.wait(self.start("archive", "list", "nowhere"))
        if "this build has no archive" in built.err:
            self.skipTest("this build has no archive")
        self.assertIn("refused", self.run_program("archive", "import", "f.off", "one.box", "--archive", "a", code=4).err)
        self.run_program("archive", "import", "f.off", "one.box", "--rounded", "10", "--archive", "a")
        self.run_program("archive", "import", "f.off", "one.box", "--rounded", "11", "--archive", "a")
        self.assertEqual(self.run_program("archive", "verify", "a").out, "2 results of 2 problems: all legal\n")
        self.assertIn("edges rounded by 10 mm", self.run_program("archive", "list", "a").out)
        self.run_program("archive", "export", "a", "--id", "1", "--out", "back.box")
        self.assert_verified("back.box", "f.off")


if __name__ == "__main__":
    support.main()
