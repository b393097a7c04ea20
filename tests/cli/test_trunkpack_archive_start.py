# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""`--start archive` of trunkpack: searches that begin from the best loads of the archive."""
import support
import trunks


class ArchiveStart(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        built = self.wait(self.start("archive", "list", "nowhere"))
        if "this build has no archive" in built.err:
            self.skipTest("this build has no archive")
        self.cuboid("t.off", (410, 210, 110))

    def import_load(self, *centres, options=()):
        self.write("import.box", trunks.boxes(*centres))
        self.run_program("archive", "import", "t.off", "import.box", "--archive", "a", *options)

    def search(self, *arguments, **settings):
        return self.run_program("t.off", "--start", "archive", "--archive", "a", "--turns", "1", "--instances", "2", "--out", "r.box",
                                *trunks.FIXED, *arguments, **settings)

    def test_best_loads_are_taken_and_the_result_says_so(self):
        self.import_load((105, 55, 30))
        self.import_load((105, 55, 30), (105, 55, 81))
        result = self.search()
        self.assertRegex(result.err, r"(?m)^note +starts from a, results 2 \(2\.00 l\), 1 \(1\.00 l\)$")
        self.assertRegex(result.err, r"(?m)^ +\S+ +2 +2\.00 +start$")
        self.assertRegex(support.annotation(self.path("r.box"), "starts"), r"^2\.00 l \(\S+Z\), 1\.00 l \(\S+Z\)$")
        self.assertIn("--start archive", support.annotation(self.path("r.box"), "options"))

    def test_another_tolerance_is_another_problem(self):
        self.import_load((105, 55, 30), options=["--tolerance", "1"])
        result = self.search("--quiet")
        self.assertIn("warning: --start archive: a holds no result of this problem: the search starts without one", result.err)
        self.assertIsNone(support.annotation(self.path("r.box"), "starts"))
        self.assertIn("starts from a", self.search("--tolerance", "1").err)

    def test_fixed_boxes_are_no_part_of_the_start(self):
        self.write("fixed.box", trunks.boxes((105, 55, 30)))
        self.import_load((105, 55, 30), (105, 55, 81), options=["--fixed", "fixed.box"])
        result = self.search("--fixed", "fixed.box")
        self.assertRegex(result.err, r"(?m)^ +\S+ +2 +2\.00 +start$")
        rows = trunks.box_rows(self.path("r.box"))
        self.assertEqual(len(rows), len(set(rows)))

    def test_search_that_goes_on_reads_no_archive(self):
        self.import_load((105, 55, 30))
        self.search("--checkpoint", "c")
        starts = support.annotation(self.path("r.box"), "starts")
        self.path("r.box").unlink()
        result = self.run_program("--resume", "c", "--turns", "2", "--archive", "none", "--out", "r.box")
        self.assertNotIn("starts from", result.err)
        self.assertEqual(support.annotation(self.path("r.box"), "starts"), starts)

    def test_uses_that_make_no_sense(self):
        self.write("w.point", trunks.cuboid_points((412, 212, 112), 10))
        for arguments, says in [(["t.off", "--start", "archive", "--archive", "none"], "leave one of them out"),
                                (["--points", "w.point", "--start", "archive"], "not archived")]:
            with self.subTest(arguments=arguments):
                self.refused(*arguments, says=[says])


if __name__ == "__main__":
    support.main()
