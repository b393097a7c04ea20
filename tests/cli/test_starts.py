# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Problems and starts from files."""
import support


class Radii(support.ProgramTest):
    def test_radii_from_a_file_in_any_order_with_comments(self):
        self.write("mine.txt", "# three circles\n2.5\n1 # the smallest\n\n7.25\n")
        self.run_program("--radii", "mine.txt", *support.SHORT)
        self.assertEqual(sorted(r for r, _, _ in support.circle_rows(self.path("mine-n3.circles"))), [1, 2.5, 7.25])
        self.assert_verified("mine-n3.circles", "--radii", "mine.txt")

    def test_radii_are_counted_or_listed_in_csv(self):
        self.write("counted.txt", "2 x 1.25\n3*0.5\n")
        self.write("table.csv", "count,radius\n2,1.25\n3,0.5\n")
        for name in ["counted.txt", "table.csv"]:
            self.run_program("--radii", name, *support.SHORT, "--out", "r.circles")
            self.assertEqual(sorted(r for r, _, _ in support.circle_rows(self.path("r.circles"))), [0.5, 0.5, 0.5, 1.25, 1.25])
        self.write("bad.txt", "1\n1.5 x 2\n")
        self.refused("--radii", "bad.txt", says=["bad.txt:2", "count"])

    def test_every_family_of_powers(self):
        exponents = {"linear": 1, "equal": 0, "sqrt": 1 / 2, "inv-sqrt": -1 / 2, "inv-fifth": -1 / 5, "inv-two-thirds": -2 / 3}
        for family, exponent in exponents.items():
            with self.subTest(family=family):
                self.run_program("--n", "6", "--radii", family, *support.SHORT)
                radii = sorted(r for r, _, _ in support.circle_rows(self.path(f"{family}-n6.circles")))
                for radius, expected in zip(radii, sorted(i**exponent for i in range(1, 7))):
                    # pow of two libraries may differ by a few units in the last place.
                    self.assertAlmostEqual(radius, expected, delta=1e-14 * expected)

    def test_two_sizes(self):
        self.run_program("--n", "5", "--radii", "bidisperse", *support.SHORT)
        self.assertEqual(sorted(r for r, _, _ in support.circle_rows(self.path("bidisperse-n5.circles"))), [1, 1, 1, 1.4, 1.4])

    def test_one_circle(self):
        self.assertEqual(self.run_program("--n", "1", *support.SHORT).radius(), 1)


class Starts(support.ProgramTest):
    def test_start_without_n_and_radii_gives_the_radii(self):
        self.write("start.xyr", "0 0 1.5\n10 0 2\n0 9 2\n")
        result = self.run_program("--start", "start.xyr", *support.SHORT)
        self.assertIn("3 circles", result.out)
        self.assertEqual(sorted(r for r, _, _ in support.circle_rows(self.path("file-n3.circles"))), [1.5, 2, 2])

    def test_overlapping_start_is_relaxed_and_this_is_said(self):
        self.write("start.circles", "4\n1 0 0\n2 0.5 0\n3 0 1\n4 2 2\n")
        for search in ["multistart", "improve", "single"]:
            with self.subTest(search=search):
                count = [] if search == "single" else ["--instances", "4"]
                result = self.run_program("--start", "start.circles", "--search", search, "--quiet", "--trials", "200", "--seed", "1",
                                          "--device", "cpu", "--out", "result.circles", *count)
                self.assertIn("overlap", result.err)
                self.assertIn("relaxed", result.err)
                self.assert_verified("result.circles", "--n", "4", "--radii", "linear")

    def test_pck_is_written_by_a_search_and_begins_another(self):
        self.run_program("--n", "6", *support.SHORT, "--out", "six.pck")
        self.assert_verified("six.pck", "--n", "6", "--radii", "linear")
        result = self.run_program("--start", "six.pck", *support.SHORT, "--search", "improve", "--out", "six.circles")
        self.assertIn("start six.pck", result.err)
        self.assert_verified("six.circles", "--n", "6", "--radii", "linear")

    def test_legal_start_is_announced_without_a_warning(self):
        self.write("start.circles", support.TWO_CIRCLES)
        result = self.run_program("--start", "start.circles", *support.SHORT)
        self.assertIn("start start.circles, R = 3", result.err)
        self.assertNotIn("warning", result.err)

    def test_fewer_instances_than_the_neighbourhood_of_a_start_are_named(self):
        self.run_program("--n", "12", *support.SHORT, "--out", "s.circles")
        improve = ["--start", "s.circles", "--search", "improve", "--trials", "200", "--seed", "1", "--device", "cpu", "--out", "r.circles"]
        err = self.run_program(*improve, "--instances", "4").err
        self.assertRegex(err, r"(?m)^search +improve, \d+ instances \(the whole neighbourhood, which is more than --instances 4\)")
        for other in (["--instances", "500"], ["--instances", "4", "--strategy", "trials"]):
            self.assertNotIn("whole neighbourhood", self.run_program(*improve, *other).err)

    def test_coincident_centres_are_relaxed(self):
        self.write("start.circles", "5\n1 0 0\n2 0 0\n3 0 0\n4 0 0\n5 0 0\n")
        self.run_program("--start", "start.circles", *support.SHORT)
        self.assert_verified("linear-n5.circles")

    def test_several_starts_for_multistart_and_one_for_the_others(self):
        self.write("a.circles", support.TWO_CIRCLES)
        self.write("b.circles", support.TWO_CIRCLES)
        self.run_program("--start", "a.circles", "--start", "b.circles", *support.SHORT)
        self.refused("--start", "a.circles", "--start", "b.circles", "--search", "improve", says=["2 times", "improve"])

    def test_starts_shipped_with_the_program_can_be_read(self):
        folder = support.SOURCE_DIR / "instances" / "circles"
        files = sorted(folder.glob("*.circles"))
        if not files:
            self.skipTest(f"{folder} holds no packings")
        for file in files:
            with self.subTest(file=file.name):
                self.assert_verified(file)


if __name__ == "__main__":
    support.main()
