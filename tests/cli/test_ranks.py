# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""One search in several processes under mpirun: the same packing as in one, and what is left when a rank is killed."""
import json
import re
import shlex
import signal

import ranks
import support

SEARCH = ["--n", "16", "--seed", "3", "--instances", "6", "--islands", "3", "--ladders", "3", "--exchange-every", "4", "--stuck", "1000",
          "--device", "cpu", "--threads", "1"]


@ranks.needs_mpi
class Ranks(ranks.RankMixin, support.ProgramTest):
    def assert_same_packing(self, name, other):
        self.assert_same_rows(name, other)
        self.assertEqual(*(support.annotation(self.path(file), "enclosing-radius") for file in [name, other]))

    def test_two_and_three_ranks_find_the_packing_of_one_process(self):
        limits = ["--trials", "200000", "--archive", "none"]
        alone = self.run_program(*SEARCH, *limits, "--out", "one.circles")
        for count in [2, 3]:
            result = self.run_ranks(count, *SEARCH, *limits, "--out", "ranks.circles", "--status", "status.json")
            self.assertEqual(len(re.findall(r"^R  ", result.out, re.M)), 1)  # Rank 0 alone speaks.
            self.assert_same_packing("ranks.circles", "one.circles")
            trials = [re.search(r"^search .* (\S+) trials", text, re.M).group(1) for text in [alone.out, result.out]]
            self.assertEqual(trials[0], trials[1])
            self.assertEqual(json.loads(self.path("status.json").read_text())["state"], "finished")
            self.path("ranks.circles").unlink()
        self.assert_verified("one.circles")

    def test_a_killed_rank_ends_the_search_and_one_process_goes_on(self):
        self.kill_one_rank(self.start_with_checkpoints(2, *SEARCH, "--time", "0", "--out", "best.circles"))
        self.assert_verified("best.circles")
        before = float(support.annotation(self.path("best.circles"), "enclosing-radius"))

        # As much again as the checkpoint has, on one rank, and then on three.
        self.run_program("--resume", "x.cp", "--trials", "400000", "--out", "best.circles")
        self.assert_verified("best.circles")
        self.assertLessEqual(float(support.annotation(self.path("best.circles"), "enclosing-radius")), before)
        self.run_ranks(3, "--resume", "x.cp", "--trials", "500000", "--out", "best.circles")
        self.assert_verified("best.circles")

    def test_a_target_that_another_rank_reaches_is_why_the_search_ended(self):
        result = self.run_ranks(4, "--n", "9", "--target", "best-known", "--exchange-every", "1", "--instances", "8", "--seed", "3", "--time",
                                "60s", "--device", "cpu", "--threads", "1", "--archive", "none", "--out", "t.circles", "--json", "t.json")
        self.assertIn("target", re.search(r"^ended by .*", result.out, re.M).group(0))
        self.assertEqual(json.loads(self.path("t.json").read_text())["run"]["stop_reason"], "target_reached")

    def test_split_runs_find_the_packing_of_the_whole_whatever_the_ranks(self):
        self.run_program(*SEARCH, "--trials", "240000", "--archive", "none", "--out", "whole.circles")
        process = self.start_with_checkpoints(3, *SEARCH, "--trials", "240000", "--out", "a.circles", "--archive", "none")
        process.send_signal(signal.SIGTERM)
        self.wait(process)
        self.path("a.circles").unlink(missing_ok=True)
        self.run_ranks(2, "--resume", "x.cp", "--trials", "240000", "--archive", "none", "--out", "parts.circles")
        self.assert_same_packing("parts.circles", "whole.circles")

    def test_what_ranks_cannot_share_is_refused(self):
        self.write("start.circles", support.TWO_CIRCLES)
        result = self.run_ranks(2, "--start", "start.circles", "--search", "improve", "--trials", "100", code=2)
        self.assertIn("--search improve runs in one process", result.err)
        result = self.run_ranks(2, *[word if word != "3" else "1" for word in SEARCH], "--trials", "100", code=2)
        self.assertIn("2 ranks cannot share 1 island", result.err)

    def test_an_error_that_all_ranks_have_is_printed_once(self):
        for arguments in [["--n", "5", "--start", "nosuch.circles"], ["--n", "5", "--nosuch", "1"]]:
            result = self.run_ranks(3, *arguments, code=2)
            self.assertEqual(result.err.count("circlepack: error: "), 1, result.err)
            self.assertIn("nosuch", result.err)

    def test_what_another_rank_cannot_read_ends_the_search_with_its_number(self):
        self.write("start.circles", support.TWO_CIRCLES)
        search = [support.PROGRAM, "--start", "start.circles", "--time", "5s", "--device", "cpu", "--out", "a.circles"]
        other = [word if word != "start.circles" else "nosuch.circles" for word in search]
        result = self.wait(self.start_mpirun("-n", "1", *search, ":", "-n", "1", *other))
        self.assertEqual(result.code, 2, result.err)
        self.assertRegex(result.err, r"circlepack: error: rank 1: .*nosuch\.circles")

    def test_the_options_of_a_result_give_it_again_in_one_process(self):
        limits = ["--trials", "3000", "--archive", "none"]
        self.run_ranks(2, "--n", "16", "--seed", "3", "--device", "cpu", "--threads", "1", *limits, "--out", "ranks.circles")
        options = shlex.split(support.annotation(self.path("ranks.circles"), "options"))
        self.assertIn("--islands", options)
        self.run_program(*options, *limits, "--out", "one.circles")
        self.assert_same_packing("one.circles", "ranks.circles")


if __name__ == "__main__":
    support.main()
