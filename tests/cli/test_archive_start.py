# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""`--start archive` of circlepack: searches that begin from the best packings of the archive."""
import os
import sqlite3
import unittest.mock

import support


def two_circles(radius):
    """Radii 1 and 2 in a circle of this radius, legal where it is at least 3."""
    return f"# enclosing-radius: {radius}\n2\n1 {radius - 1} 0\n2 {2 - radius} 0\n"


class ArchiveStart(support.ProgramTest):
    def setUp(self):
        super().setUp()
        built = self.wait(self.start("archive", "list", "nowhere"))
        if "this build has no archive" in built.err:
            self.skipTest("this build has no archive")

    def archive(self, *radii):
        for radius in radii:
            self.write("import.circles", two_circles(radius))
            self.run_program("archive", "import", "import.circles", "--archive", "a")

    def search(self, *arguments, **settings):
        return self.run_program("--n", "2", "--start", "archive", "--archive", "a", *support.SHORT, "--out", "r.circles", *arguments,
                                **settings)

    def test_best_packings_are_taken_and_the_result_says_so(self):
        self.archive(3.5, 3.25)
        result = self.search()
        self.assertRegex(result.err, r"(?m)^note +starts from a, results 2 \(R = 3\.250*\), 1 \(R = 3\.50*\)$")
        starts = support.annotation(self.path("r.circles"), "starts")
        self.assertRegex(starts, r"^R = 3\.250* \(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\), R = 3\.50* \(\S+Z\)$")
        self.assertIn("--start archive", support.annotation(self.path("r.circles"), "options"))
        self.assertRegex(result.out, r"(?m)^R +3\.0+$")

    def test_at_most_eight_are_taken_and_one_by_the_other_searches(self):
        self.archive(*[4 - k / 16 for k in range(10)])
        self.assertEqual(self.search().err.count("(R = "), 8)
        for search in ["improve", "single"]:
            with self.subTest(search=search):
                count = [] if search == "single" else ["--instances", "4"]
                result = self.run_program("--n", "2", "--start", "archive", "--archive", "a", "--search", search, "--trials", "50", *count,
                                          "--seed", "1", "--device", "cpu", "--out", "s.circles")
                self.assertEqual(result.err.count("(R = "), 1)

    def test_result_is_never_worse_than_the_archive(self):
        self.run_program("--n", "9", *support.SHORT, "--archive", "a", "--out", "r.circles")
        first = float(support.annotation(self.path("r.circles"), "enclosing-radius"))
        again = self.run_program("--n", "9", "--start", "archive", "--archive", "a", "--trials", "1", "--instances", "4", "--seed", "2",
                                 "--device", "cpu", "--out", "s.circles")
        self.assertLessEqual(again.radius(), first)

    def test_files_come_first_and_give_the_radii(self):
        self.archive(3.5)
        self.write("start.circles", two_circles(3.25))
        result = self.run_program("--start", "archive", "--start", "start.circles", "--archive", "a", *support.SHORT)
        self.assertRegex(result.err, r"(?s)start start\.circles, R = 3\.25.*starts from a, result 1 \(R = 3\.5")

    def test_file_that_is_called_archive(self):
        self.write("archive", two_circles(3.25))
        result = self.run_program("--start", "./archive", *support.SHORT)
        self.assertIn("start ./archive, R = 3.25", result.err)

    def test_without_a_result_it_begins_anew(self):
        for present in [False, True]:
            with self.subTest(archive=present):
                if present:
                    self.run_program("--n", "3", *support.SHORT, "--archive", "a")
                result = self.search("--quiet")
                self.assertRegex(result.err, r"warning: --start archive: a holds no result of this problem: the search starts without one")
                self.assertIsNone(support.annotation(self.path("r.circles"), "starts"))
                self.path("a").unlink()
        result = self.run_program("--n", "2", "--start", "archive", "--search", "improve", "--archive", "b", code=2)
        self.assertIn("--search improve needs a packing", result.err)

    def test_unsound_result_is_no_start(self):
        self.archive(3.5, 3.25)
        connection = sqlite3.connect(self.path("a"))
        connection.execute("UPDATE result SET value = 1 WHERE id = 2")
        connection.commit()
        connection.close()
        result = self.search()
        self.assertRegex(result.err, r"result 2: damaged.*left out")
        self.assertRegex(result.err, r"starts from a, result 1 \(R = 3\.5")

    def test_search_that_goes_on_reads_no_archive(self):
        self.archive(3.5)
        self.search("--checkpoint", "c")
        starts = support.annotation(self.path("r.circles"), "starts")
        self.path("r.circles").unlink()
        result = self.run_program("--resume", "c", "--trials", "900", "--archive", "none", "--out", "r.circles")
        self.assertNotIn("starts from", result.err)
        self.assertEqual(support.annotation(self.path("r.circles"), "starts"), starts)

    def test_uses_that_make_no_sense(self):
        for arguments, says in [(["--n", "2", "--start", "archive", "--archive", "none"], "leave one of them out"),
                                (["--start", "archive"], "no problem is given"),
                                (["--n", "2", "--start", "archive", "--import-format", "pac"], "--import-format has no effect"),
                                (["--n", "2", "--start", "archive", "--start", "x", "--search", "improve"], "2 times")]:
            with self.subTest(arguments=arguments):
                self.refused(*arguments, says=[says])


class NoHome(support.ProgramTest):
    def test_without_a_home_there_is_no_archive(self):
        with unittest.mock.patch.dict(os.environ):
            os.environ.pop("XDG_DATA_HOME", None)
            os.environ.pop("HOME", None)
            result = self.run_program("--n", "2", "--start", "archive", *support.SHORT, code=2)
        self.assertIn("--start archive: there is no archive here", result.err)


if __name__ == "__main__":
    support.main()
