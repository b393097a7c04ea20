# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The archive of trunkpack. What all programs share, kill, damage, full disk and the like, is in test_archive.py."""
import json
import sqlite3

import support
import trunks


class Archive(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        built = self.wait(self.start("archive", "list", "nowhere"))
        if "this build has no archive" in built.err:
            self.skipTest("this build has no archive")
        self.cuboid("t.off", (410, 210, 110), (1, 2, 3), 1.0)

    def search(self, *arguments, mesh="t.off"):
        return self.run_program(mesh, "--turns", "1", "--archive", "a", *arguments, *trunks.FIXED)

    def test_load_is_archived_listed_exported_and_verified_without_its_mesh(self):
        result = self.search("--standing", "off")
        self.assertRegex(result.out, r"(?m)^archive +new best in a$")
        self.path("t.off").rename(self.path("moved.off"))
        listed = self.run_program("archive", "list", "a").out.splitlines()
        self.assertEqual(len(listed), 2)
        for text in ["8", "t, 200 x 100 x 50 mm", "8.00 l", "0 mm"]:
            self.assertIn(text, listed[1])
        self.assertEqual(self.run_program("archive", "verify", "a").out, "1 results of 1 problems: all legal\n")
        self.run_program("archive", "export", "a", "--id", "1", "--out", "back.box")
        self.assertEqual(self.path("back.box").read_text(), self.path("t.box").read_text())
        self.assert_verified("back.box", "moved.off")
        shown = self.run_program("archive", "show", "a", "--id", "1").out
        self.assertRegex(shown, r"(?m)^seed +1$")

    def test_list_and_export_speak_json_html_and_glb_without_the_mesh(self):
        self.search()
        self.path("t.off").unlink()
        listed = json.loads(self.run_program("archive", "list", "a", "--json", "-").out)
        self.assertEqual((listed["kind"], listed["problems"][0]["n"], listed["problems"][0]["value"]), ("boxes", 8, 8.0))
        self.run_program("archive", "export", "a", "--id", "1", "--json", "l.json", "--glb", "l.glb")
        load = json.loads(self.path("l.json").read_text())
        self.assertEqual((len(load["boxes"]), load["verification"]["verified"]), (8, True))
        self.assertTrue(self.path("l.glb").read_bytes().startswith(b"glTF"))

    def test_only_more_litres_enter(self):
        self.write("few.box", trunks.boxes((105, 55, 30)))
        self.cuboid("flat.off", (410, 210, 110))
        self.run_program("archive", "import", "flat.off", "few.box", "--archive", "a")
        self.assertRegex(self.search(mesh="flat.off").out, r"(?m)^archive +new best in a$")
        self.assertRegex(self.search(mesh="flat.off").out, r"(?m)^archive +a holds 8.00 l, as much$")
        out = self.run_program("archive", "import", "flat.off", "few.box", "--archive", "a").out
        self.assertIn("no better than what the archive holds", out)

    def test_same_trunk_with_other_names_is_the_same_problem(self):
        self.search()
        self.write("u.off", self.path("t.off").read_text())
        self.search("--box", "50x100x200", mesh="u.off")
        self.search("--tolerance", "1", mesh="u.off")
        connection = sqlite3.connect(self.path("a"))
        self.addCleanup(connection.close)
        self.assertEqual(connection.execute("SELECT count(*) FROM problem").fetchone(), (2,))

    def test_illegal_load_is_refused(self):
        self.cuboid("flat.off", (410, 210, 110))
        self.write("bad.box", trunks.boxes((105, 55, 30), (105, 55, 60)))
        self.write("large.box", "# box 0.0.3\n1\n105 55 30  1 0 0  0 1 0  0 0  190 100 50\n")
        for name in ["bad.box", "large.box"]:
            result = self.run_program("archive", "import", "flat.off", name, "--archive", "a", code=4)
            self.assertIn(f"refused: {name}: illegal: ", result.err)

    def test_fixed_boxes_belong_to_the_problem(self):
        self.cuboid("flat.off", (410, 210, 110))
        self.write("fixed.box", "# box 0.0.3\n1\n105 55 30  1 0 0  0 1 0  7 0  190 90 50\n")
        self.search("--fixed", "fixed.box", mesh="flat.off")
        self.search(mesh="flat.off")
        self.assertEqual(self.run_program("archive", "verify", "a").out, "2 results of 2 problems: all legal\n")

    def test_wrapped_mesh_is_verified_against_both_surfaces(self):
        lines = trunks.cuboid((430, 230, 130)).splitlines()
        lines[1] = lines[1].replace(" 6 ", " 5 ")  # Without one of its sides.
        self.write("open.off", "\n".join(lines[:-1]) + "\n")
        self.search("--wrap", "130,1", mesh="open.off")
        self.assertEqual(self.run_program("archive", "verify", "a").out, "1 results of 1 problems: all legal\n")

    def test_loads_among_points_and_none(self):
        self.write("w.point", trunks.cuboid_points((412, 212, 112), 10))
        self.run_program("--points", "w.point", "--turns", "1", *trunks.FIXED)
        self.run_program("t.off", "--turns", "1", "--archive", "none", *trunks.FIXED)
        self.assertEqual(list(self.data.iterdir()), [])
        self.refused("--points", "w.point", "--archive", "a", says=["--archive has no effect with --points"])

    def test_uses_that_make_no_sense(self):
        self.search()
        for arguments, says in [(["archive", "import", "t.off"], "at least one BOX"), (["archive", "show", "a"], "--id K"),
                                (["archive", "list", "a", "--set", "din"], "no effect"), (["t.off", "archive", "list"], "before archive"),
                                (["t.off", "--id", "1"], "no effect"), (["t.off", "--out", "x", "--archive", "x"], "same file")]:
            with self.subTest(arguments=arguments):
                self.refused(*arguments, says=[says])


if __name__ == "__main__":
    support.main()
