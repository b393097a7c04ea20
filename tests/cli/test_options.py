# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The command line: help, version, defaults, and what is refused."""
import re

import option_pages
import support


class Pages(option_pages.OptionPages, support.ProgramTest):
    pass


class HelpTopics(option_pages.HelpTopics, support.ProgramTest):
    pass


class DryRun(option_pages.DryRun, support.ProgramTest):
    problem = ["--n", "5"]


class HelpAndVersion(support.ProgramTest):
    def test_help_shows_every_group_with_the_defaults_in_force(self):
        text = self.run_program("--help", "all").out
        for group in ["Problem", "Search", "Moves", "Device", "Output", "Query", "Examples", "Exit codes"]:
            self.assertRegex(text, rf"(?m)^{group}")
        for default in ["--time T (=60s)", "auto|multistart|improve|single|anneal (=auto)", "--device auto|cpu|cuda[:i] (=auto)",
                        "--move-neighbour-swap W (=0.6)", "--relax energy|contact (=energy)", "--instances N|auto (=auto)"]:
            self.assertIn(default, text)

    def test_help_wins_over_other_options_and_short_help_is_the_same(self):
        self.assertEqual(self.run_program("--help", "--n", "-3").out, self.run_program("-h").out)

    def test_a_command_has_a_help_of_its_own(self):
        listed = self.run_program("archive", "list", "--help").out
        self.assertIn("circlepack archive list: lists", listed)
        self.assertIn("  circlepack archive import|merge FILE...", listed)
        self.assertRegex(listed, r"(?m)^  --html FILE")
        self.assertNotRegex(listed, r"(?m)^  --id K")
        self.assertRegex(self.run_program("archive", "--help").out, r"(?m)^  --id K")
        self.assertEqual(self.run_program("--help", "archive").out, self.run_program("archive", "--help").out)
        self.assertIn("jampack-campaign FILE", self.run_program("campaign", "--help").out)

    def test_every_option_is_explained_in_the_manual_and_the_manual_names_no_other(self):
        in_help = set(re.findall(r"--([a-z][a-z-]*)", self.run_program("--help", "all").out))
        manual = (support.SOURCE_DIR / "docs" / "circlepack.md").read_text()
        # Other programs' options may be named after their name only.
        in_manual = set(re.findall(r"(?<![\w-])--([a-z][a-z-]*)", manual))
        self.assertEqual(in_help - in_manual, set())
        self.assertEqual(in_manual - in_help, set())

    def test_version_names_commit_compiler_and_cuda(self):
        lines = self.run_program("--version").out.splitlines()
        self.assertRegex(lines[0], r"^circlepack \d+\.\d+\.\d+$")
        self.assertEqual([line.split()[0] for line in lines[1:]], ["commit", "compiler", "CUDA"] + (["MPI"] if support.NAME == "circlepack" else []))
        self.assertTrue(all(len(line.split()) > 1 for line in lines))

    def test_time_limit_is_60_s_where_none_is_given(self):
        # The limit stands in the opening lines; the target ends the run at once (any packing of one circle has R = 1).
        result = self.run_program("--n", "1", "--target", "1", "--device", "cpu")
        self.assertIn("at most 1m", result.err)
        self.assertIn("default", result.err)

    def test_trials_without_time_have_no_time_limit(self):
        self.assertNotIn("at most", self.run_program("--n", "3", *support.SHORT).err)


class Harmless(support.ProgramTest):
    """What asks for what holds anyway is no error."""

    def test_of_a_search(self):
        for arguments in [["--quiet", "--progress", "off"], ["--quiet", "--progress", "auto"], ["--checkpoint", "none", "--checkpoint-every", "60s"],
                          ["--mass", "equal"], ["--import-format", "auto"], ["--n", "3"], ["--quiet", "--quiet"]]:
            with self.subTest(arguments=arguments):
                self.run_program("--n", "3", *support.SHORT, *arguments)

    def test_of_kinds_of_search_and_other_modes(self):
        self.write("two.circles", support.TWO_CIRCLES)
        for arguments in [
                ["--n", "50", "--search", "single", "--trials", "20", "--seed", "1", "--device", "cpu", "--checkpoint", "none", "--ladders", "0",
                 "--instances", "auto", "--strategy", "tabu"],
                ["--start", "two.circles", "--search", "improve", *support.SHORT, "--ladders", "0", "--islands", "auto", "--start-kind",
                 "auto"],
                ["--verify", "two.circles", "--device", "cpu", "--threads", "2", "--archive", "none", "--checkpoint", "none", "--progress", "off",
                 "--quiet"],
                ["archive", "list", "--quiet", "--progress", "off", "--checkpoint", "none"]]:
            with self.subTest(arguments=arguments):
                result = self.wait(self.start(*arguments))
                if "this build has no archive" in result.err:
                    self.skipTest("this build has no archive")
                self.assertEqual(result.code, 0, result.err)


class Refused(support.ProgramTest):
    def test_no_problem_at_all(self):
        self.refused(says=["--n N", "--start FILE"])

    def test_unknown_option_names_the_nearest_one(self):
        self.refused("--n", "5", "--instnces", "3", says=["--instnces", "did you mean --instances?"])
        self.refused("--nn", "5", says=["--nn", "--n?"])
        self.refused("--frobnicate", says=["--frobnicate", "--help"])

    def test_options_are_not_abbreviated(self):
        self.refused("--n", "5", "--inst", "3", says=["there is no option --inst"])

    def test_word_without_option(self):
        self.refused("file.circles", says=["'file.circles'", "--start"])

    def test_missing_superfluous_and_repeated_values(self):
        self.refused("--n", says=["--n needs a value"])
        self.refused("--n", "5", "--quiet=yes", says=["--quiet takes no value"])
        self.refused("--n", "5", "--n", "6", says=["--n is given twice, as '5' and '6'"])

    def test_values_name_the_option_and_what_is_allowed(self):
        cases = [
            ("--n", "abc", ["a whole number from 1 to"]),
            ("--n", "5.5", ["a whole number"]),
            ("--search", "sinlge", ["auto, multistart, improve, single or anneal", "did you mean single?"]),
            ("--strategy", "random", ["tabu, trials or compress"]),
            ("--start-kind", "x", ["auto, random-relax, random-scale or grid"]),
            ("--relax", "x", ["energy or contact"]),
            ("--instances", "0", ["from 1 to", "auto"]),
            ("--instances", "-3", ["from 1 to"]),
            ("--stuck", "0", ["from 1 to"]),
            ("--trials", "many", ["a whole number"]),
            ("--time", "5x", ["5x"]),
            ("--time", "-5", ["-5"]),
            ("--target", "0", ["an enclosing radius from 1e-100 to 1e100, or best-known, is accepted"]),
            ("--target", "nan", ["from 1e-100 to 1e100, or best-known,"]),
            ("--seed", "-1", ["18446744073709551615"]),
            ("--seed", "18446744073709551616", ["18446744073709551615"]),
            ("--threads", "-1", ["from 0 to 4096 is accepted"]),
            ("--move-insert", "-0.1", ["a frequency of 0 or from 1e-6 to 1e6 is accepted"]),
            ("--move-insert", "inf", ["from 1e-6 to 1e6"]),
            ("--progress", "maybe", ["auto, on or off"]),
            ("--out", "", ["the name of a file"]),
            ("--out", "-", ["only --json"]),
        ]
        for option, value, says in cases:
            with self.subTest(option=option, value=value):
                # An option given twice would be another error.
                problem = [] if option == "--n" else ["--n", "5"]
                self.refused(*problem, option, value, says=[option, *says])

    def test_mistyped_family_of_radii(self):
        self.refused("--n", "5", "--radii", "linaer", says=["--radii", "did you mean linear?"])

    def test_family_without_count(self):
        self.refused("--radii", "sqrt", says=["--n N"])

    def test_options_that_would_do_nothing(self):
        self.write("two.circles", support.TWO_CIRCLES)
        cases = [
            ["--verify", "two.circles", "--time", "5s"],
            ["--verify", "two.circles", "--device", "cuda"],
            ["--n", "5", "--mass", "area"],
            ["--n", "5", "--search", "single", "--instances", "5"],
            ["--n", "5", "--search", "anneal", "--islands", "2"],
            ["--n", "5", "--search", "anneal", "--relax", "contact"],
            ["--n", "5", "--import-format", "pac"],
            ["--start", "two.circles", "--search", "improve", "--start-kind", "grid"],
            ["--start", "two.circles", "--search", "improve", "--strategy", "compress", "--stuck", "500"],
            ["--start", "two.circles", "--search", "improve", "--strategy", "compress", "--move-gradual-swap", "1"],
            ["--n", "5", "--strategy", "compress", "--move-gradual-swap", "1"],
            ["--n", "5", "--strategy", "compress", "--ladders", "2"],
            ["--n", "5", "--search", "multistart", "--strategy", "compress", "--active", "2"],
            ["--n", "5", "--quiet", "--progress", "on"],
        ]
        for arguments in cases:
            with self.subTest(arguments=arguments):
                self.refused(*arguments, says=["has no effect"])

    def test_numbers_beyond_their_range(self):
        # Each of these was taken, and ended in a crash, in an endless run or in nonsense.
        cases = [(move, value, "a frequency of 0 or from 1e-6 to 1e6 is accepted")
                 for move in support.move_options(self) for value in ["999999999999999999999999999999", "18446744073709551615", "5e-324", "1e7"]]
        cases += [("--time", "1e300", "from 0 to 36500d"), ("--time", "36501d", "from 0 to 36500d"),
                  ("--checkpoint-every", "40000d", "from 0 to 36500d"), ("--target", "1e-300", "from 1e-100 to 1e100"),
                  ("--target", "1e300", "from 1e-100 to 1e100"), ("--trials", "9223372036854775807", "from 1 to 1000000000000000000"),
                  ("--stuck", "9223372036854775807", "from 1 to 1000000000000000000")]
        for option, value, says in cases:
            with self.subTest(option=option, value=value):
                self.refused("--n", "5", option, value, says=[f"{option} is '{value}': ", says])

    def test_moves_of_extreme_proportions(self):
        error = self.run_program("--n", "24", "--move-swap", "1e6", "--move-neighbour-swap", "1e-6", *support.SHORT, code=2).err
        self.assertRegex(error.splitlines()[-1], "error: .* too small a share .* --move-neighbour-swap")
        self.run_program("--n", "5", "--move-swap", "1e3", *support.SHORT)

    def test_output_that_would_replace_an_input(self):
        self.write("two.circles", support.TWO_CIRCLES)
        self.write("radii.txt", "1\n2\n")
        self.refused("--start", "two.circles", "--svg", "two.circles", says=["--start and --svg", "same file"])
        self.refused("--radii", "radii.txt", "--out", "./radii.txt", says=["--radii and --out", "same file"])
        self.refused("--verify", "two.circles", "--json", "two.circles", says=["--verify and --json", "same file"])
        self.assertEqual(self.path("two.circles").read_text(), support.TWO_CIRCLES)

    def test_options_that_contradict_each_other(self):
        self.refused("--n", "5", "--quiet", "--verbose", says=["--quiet", "--verbose"])
        self.refused("--n", "5", "--out", "a", "--svg", "./a", says=["--out", "--svg", "same file"])
        zero = [text for move in support.move_options(self) for text in (move, "0")]
        self.refused("--n", "5", *zero, says=["at least one move"])

    def test_improve_needs_a_start(self):
        self.refused("--n", "5", "--search", "improve", says=["--start FILE"])

    def test_target_best_known_where_nothing_is_published(self):
        self.refused("--n", "999", "--target", "best-known", says=["not in the table of this version", "--target R"])


if __name__ == "__main__":
    support.main()
