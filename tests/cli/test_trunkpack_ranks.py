# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""One search for boxes in several processes under mpirun: the load of one process, and what is left when a rank is killed."""
import json
import pathlib
import re
import shutil
import signal

import ranks
import support
import trunks

# Lattices and annealing from the first turn on; four turns for each island.
GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden"
WEDGE = ["--seed", "5", "--start", str(GOLDEN / "pressed.box"), "--instances", "4", "--islands", "4", "--exchange-every", "1", "--device", "cpu",
         "--threads", "1", "--archive", "none"]
TURNS = ["--turns", "16"]


@ranks.needs_mpi
class Ranks(ranks.RankMixin, trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        shutil.copy(GOLDEN / "wedge.off", self.path("w.off"))

    def box_count(self, name):
        return int(next(line for line in self.path(name).read_text().splitlines() if line.strip() and not line.startswith("#")))

    def test_one_two_and_four_ranks_find_the_same_load(self):
        alone = self.run_program("w.off", *WEDGE, *TURNS, "--out", "one.box")
        for count in [2, 4]:
            result = self.run_ranks(count, "w.off", *WEDGE, *TURNS, "--out", "ranks.box", "--status", "status.json")
            self.assertEqual(len(re.findall(r"^ended by", result.out, re.M)), 1)  # Rank 0 alone speaks.
            self.assert_same_rows("ranks.box", "one.box")
            turns = [re.search(r"^search .* (\d+) turns", text, re.M).group(1) for text in [alone.out, result.out]]
            self.assertEqual(turns, ["16", "16"])
            self.assertEqual(json.loads(self.path("status.json").read_text())["state"], "finished")
            self.path("ranks.box").unlink()
        self.assert_verified("one.box", "w.off")

    def test_a_killed_rank_ends_the_search_and_others_go_on(self):
        self.kill_one_rank(self.start_with_checkpoints(2, "w.off", *WEDGE, "--time", "0", "--out", "best.box"))
        self.assert_verified("best.box", "w.off")
        before = self.box_count("best.box")

        # On one rank, and then on four.
        self.run_program("w.off", "--resume", "x.cp", "--turns", "12", "--archive", "none", "--out", "one.box")
        self.assert_verified("one.box", "w.off")
        self.assertGreaterEqual(self.box_count("one.box"), before)
        self.run_ranks(4, "w.off", "--resume", "x.cp", *TURNS, "--archive", "none", "--out", "four.box")
        self.assert_verified("four.box", "w.off")

    def test_split_runs_find_the_load_of_the_whole_whatever_the_ranks(self):
        self.run_program("w.off", *WEDGE, *TURNS, "--out", "whole.box")
        process = self.start_with_checkpoints(4, "w.off", *WEDGE, *TURNS, "--out", "a.box")
        process.send_signal(signal.SIGTERM)
        self.wait(process)
        self.path("a.box").unlink(missing_ok=True)
        self.run_ranks(2, "w.off", "--resume", "x.cp", *TURNS, "--archive", "none", "--out", "parts.box")
        self.assert_same_rows("parts.box", "whole.box")

    def test_a_resumed_search_keeps_its_islands(self):
        auto = WEDGE[:WEDGE.index("--islands")] + WEDGE[WEDGE.index("--islands") + 2:]
        self.run_ranks(2, "w.off", *auto, "--turns", "1", "--checkpoint", "x.cp", "--out", "a.box")
        self.run_program("w.off", "--resume", "x.cp", "--islands", "2", "--turns", "2", "--archive", "none", "--out", "a.box")
        result = self.run_program("w.off", "--resume", "x.cp", "--islands", "3", "--turns", "3", "--archive", "none", "--out", "a.box", code=2)
        self.assertIn("the checkpoint has 2 islands, --islands is 3: give the same number, or leave it out", result.err)

    def test_each_rank_reads_the_trunk_itself(self):
        self.run_program("w.off", *WEDGE, *TURNS, "--out", "one.box")
        names = ["rank0.off", "rank1.off"]
        for name in names:
            shutil.copy(GOLDEN / "wedge.off", self.path(name))
        words = ["-n", "2", "sh", "-c", 'exec "$0" "rank$OMPI_COMM_WORLD_RANK.off" "$@"', support.PROGRAM, *WEDGE, *TURNS, "--out", "two.box"]
        result = self.wait(self.start_mpirun(*map(str, words)))
        self.assertEqual(result.code, 0, result.out + result.err)
        self.assert_same_rows("two.box", "one.box")
        self.path("rank1.off").unlink()
        result = self.wait(self.start_mpirun(*map(str, words)))
        self.assertEqual(result.code, 2, result.out + result.err)
        self.assertIn("rank1.off: cannot be opened", result.err)

    def test_a_set_is_shared_by_ranks(self):
        self.cuboid("t.off", (900, 700, 500))
        options = ["t.off", "--set", "sae-j1100", "--seed", "2", "--islands", "2", "--turns", "12", "--archive", "none", "--device", "cpu",
                   "--threads", "1"]
        self.run_program(*options, "--out", "one.box")
        self.run_ranks(2, *options, "--out", "two.box")
        self.assert_same_rows("two.box", "one.box")

    def test_what_ranks_cannot_share_is_refused(self):
        result = self.run_ranks(2, "w.off", "--islands", "1", "--turns", "2", "--device", "cpu", "--archive", "none", code=2)
        self.assertIn("2 ranks cannot share 1 island", result.err)

    def test_what_is_no_search_runs_anywhere(self):
        self.cuboid("t.off", (410, 210, 110))
        self.write("load.box", trunks.boxes((105, 55, 30)))
        self.assert_verified("load.box", "t.off")


if __name__ == "__main__":
    support.main()
