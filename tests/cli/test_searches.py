# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The three searches and all moves through the program. How good and how fast they are is measured in tests/bench."""
import re

import support


class Searches(support.ProgramTest):
    def test_best_known_radius_of_1_to_10(self):
        # 22.000193012737: Ye et al. 2013. The target ends the run; the limit only matters when the test is going to fail.
        result = self.run_program("--n", "10", "--time", "60s", "--target", "best-known", "--device", "cpu", "--seed", "1")
        self.assertRegex(result.out, r"(?m)^R +22\.000193012737$")
        self.assertRegex(result.out, r"(?m)^best known .*, reached$")
        self.assertRegex(result.out, r"(?m)^ended by +target reached$")

    def test_a_best_known_radius_is_shown_as_published_and_ends_the_search_that_reaches_it(self):
        # 18.1: no digits beyond those of the table (a double has 17), and values of three decimals, rounded down, are reached all the same.
        for n, text in [(10, "3.8130256313981243982516251560"), (14, "4.328")]:
            with self.subTest(n=n):
                result = self.run_program("--n", n, "--radii", "equal", "--time", "60s", "--target", "best-known", "--device", "cpu",
                                          "--seed", "1")
                self.assertRegex(result.out, rf"(?m)^best known +{re.escape(text)} \(.*\), reached$")
                self.assertRegex(result.out, r"(?m)^ended by +target reached$")
                self.assertRegex(result.err, rf"(?m)^best known +{re.escape(text)} \(")

    def test_proven_optima_of_equal_circles(self):
        # R/r for n = 2, 3, 5, 7: 2; 1 + 2/sqrt(3); 1 + 1/sin(36 deg); 3.
        for n, radius in [(2, 2), (3, 2.154700538379), (5, 2.701301616704), (7, 3)]:
            with self.subTest(n=n):
                # A relative 1e-9 ends the run, as the target does.
                result = self.run_program("--n", n, "--radii", "equal", "--time", "60s", "--target", radius, "--device", "cpu",
                                          "--seed", "1")
                self.assertAlmostEqual(result.radius(), radius, delta=1.1e-9 * radius)

    def test_improve_never_ends_above_a_legal_start(self):
        self.run_program("--n", "12", *support.SHORT, "--out", "start.circles")
        before = float(support.annotation(self.path("start.circles"), "enclosing-radius"))
        for strategy in ["tabu", "trials", "compress"]:
            with self.subTest(strategy=strategy):
                result = self.run_program("--start", "start.circles", "--search", "improve", "--strategy", strategy, "--trials", "500",
                                          "--instances", "20", "--seed", "2", "--device", "cpu", "--out", "better.circles")
                # Rounding outwards may cost a few units in the last place.
                self.assertLessEqual(result.radius(), before * (1 + 1e-12))
                self.assert_verified("better.circles", "--n", "12", "--radii", "linear")

    def test_many_instances_by_each_strategy_and_law(self):
        for strategy in ["tabu", "trials", "compress"]:
            for law in ["energy", "contact"]:
                with self.subTest(strategy=strategy, law=law):
                    result = self.run_program("--n", "12", "--search", "multistart", "--strategy", strategy, "--relax", law, "--instances", "3",
                                              "--islands", "1", "--stuck", "400", "--trials", "4000", "--seed", "2", "--device", "cpu", "--out",
                                              "best.circles")
                    # 28.37 is the best known radius.
                    self.assertLess(result.radius(), 29.5)
                    self.assertRegex(result.out, r"(?m)^search +multistart, seed 2, .*, 3 instances")
                    self.assert_verified("best.circles", "--n", "12", "--radii", "linear")
                    self.path("best.circles").unlink()

    def test_many_circles_are_annealed_or_searched_by_single_unless_an_option_speaks_against_it(self):
        limits = ["--trials", "3", "--device", "cpu", "--seed", "1", "--out", "r.circles"]
        for n, option, search in [("200", [], "anneal"), ("199", [], "multistart"), ("200", ["--ladders", "1"], "multistart"),
                                  ("401", ["--islands", "1"], "multistart"), ("401", ["--stuck", "9"], "single"),
                                  ("401", ["--search", "multistart"], "multistart"), ("3000", [], "anneal"), ("3001", [], "single"),
                                  ("3001", ["--islands", "2"], "single"),
                                  ("301", ["--radii", "equal"], "single"), ("300", ["--radii", "equal"], "multistart"),
                                  ("201", ["--radii", "inv-two-thirds"], "single"), ("401", ["--radii", "inv-sqrt"], "anneal"),
                                  ("401", ["--instances", "auto", "--islands", "auto"], "anneal"),
                                  ("1000", ["--radii", "equal", "--islands", "auto"], "single"),
                                  ("1000", ["--radii", "equal", "--exchange-every", "8"], "multistart")]:
            with self.subTest(n=n, option=option):
                result = self.run_program("--n", n, *option, *limits)
                self.assertRegex(result.out, rf"(?m)^search +{search},")
                self.assertIn(f"--search {search}", self.path("r.circles").read_text())

    def test_single_packs_many_circles(self):
        for radii in ["equal", "sqrt"]:
            with self.subTest(radii=radii):
                self.run_program("--n", "500", "--radii", radii, "--search", "single", "--time", "1s", "--device", "cpu", "--seed", "1")
                self.assert_verified(f"{radii}-n500.circles", "--n", "500", "--radii", radii)

    def test_anneal_packs_many_circles_and_goes_on_from_a_packing(self):
        first = self.run_program("--n", "250", "--search", "anneal", "--instances", "2", "--trials", "100", "--device", "cpu", "--seed", "1",
                                 "--out", "first.circles")
        self.assert_verified("first.circles", "--n", "250", "--radii", "linear")
        later = self.run_program("--start", "first.circles", "--search", "anneal", "--instances", "1", "--trials", "75", "--device", "cpu",
                                 "--seed", "1", "--out", "later.circles")
        self.assertLess(later.radius(), first.radius())
        self.assert_verified("later.circles", "--n", "250", "--radii", "linear")

    def test_every_move_alone(self):
        moves = support.move_options(self)
        for move in moves:
            with self.subTest(move=move):
                others = [text for other in moves if other != move for text in (other, "0")]
                self.run_program("--n", "8", *support.SHORT, move, "1", *others, "--out", "r.circles", "--strategy", "trials")
                self.assert_verified("r.circles", "--n", "8", "--radii", "linear")

    def test_every_start_kind_and_relaxation(self):
        for kind in ["random-relax", "random-scale", "grid"]:
            for relax in [["--relax", "energy"], ["--relax", "contact"], ["--relax", "contact", "--mass", "area"]]:
                with self.subTest(kind=kind, relax=relax):
                    self.run_program("--n", "7", *support.SHORT, "--start-kind", kind, *relax, "--out", "r.circles")
                    self.assert_verified("r.circles", "--n", "7", "--radii", "linear")

    def test_stuck_packings_are_replaced(self):
        result = self.run_program("--n", "6", "--instances", "4", "--stuck", "20", "--trials", "5000", "--seed", "1", "--device", "cpu")
        self.assertIn("stagnated ones replaced", result.out)

    def test_target_ends_the_search(self):
        result = self.run_program("--n", "6", "--target", "20", "--time", "60s", "--device", "cpu")
        self.assertLessEqual(result.radius(), 20 * (1 + 1e-9))
        self.assertRegex(result.out, r"(?m)^ended by +target reached$")


if __name__ == "__main__":
    support.main()
