# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Checkpoints of trunkpack: a search that was ended, killed or hindered continues to the same digits."""
import re
import signal

import checkpoints
import support
import trunks

# Both phases take turns from the beginning, each a few tenths of a second.
TRUNK = (350, 230, 130)
SEARCH = ["t.off", "--start", "s.box", "--instances", "2", "--seed", "3", "--device", "cpu", "--threads", "1"]
SET = ["l.off", "--set", "sae-j1100", "--seed", "1", "--device", "cpu", "--threads", "1"]
TURNS = 8


class CheckpointTest(checkpoints.CheckpointMixin, trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", TRUNK)
        self.write("s.box", trunks.boxes((150, 70, 40)))

    def whole(self, *options, search=None, turns=TURNS):
        """The file and the work of a search that was not interrupted."""
        result = self.run_program(*(search or SEARCH), "--turns", turns, "--out", "whole.box", "--checkpoint", "none", "--quiet", *options)
        return self.bytes("whole.box"), self.work(result)

    def work(self, result):
        """The line of the final table that counts turns, rounds and steps, without the time."""
        return re.sub(r" in [^,]*", "", re.search(r"(?m)^search .*$", result.out).group())

    def assert_same_end(self, whole, result, name="parts.box"):
        self.assertEqual((self.bytes(name), self.work(result)), whole)


class GoingOn(CheckpointTest):
    def test_parts_give_the_same_file_as_the_whole(self):
        whole = self.whole()
        for parts in [(1,), (3, 4, 7)]:
            with self.subTest(parts=parts):
                self.run_program(*SEARCH, "--turns", parts[0], "--checkpoint", "x.cp", "--quiet")
                self.check_state_version("trunk 18")
                for turns in [*parts[1:], TURNS]:
                    result = self.run_program("--resume", "x.cp", "--turns", turns, "--out", "parts.box", "--threads", "2", "--quiet")
                self.assert_same_end(whole, result)

    def test_points_on_the_walls_go_on(self):
        search = [*SEARCH, "--walls", "points", "--spacing", "12"]
        whole = self.whole(search=search)
        self.assertNotEqual(whole[1], self.whole()[1])  # Other steps than against triangles.
        self.run_program(*search, "--turns", "3", "--checkpoint", "x.cp", "--quiet")
        result = self.run_program("--resume", "x.cp", "--turns", TURNS, "--out", "parts.box", "--threads", "2")
        self.assertRegex(result.err, r"(?m)^walls +\d+ points, 12\.00 mm apart$")
        self.assert_same_end(whole, result)

    def test_luggage_goes_on_from_any_piece(self):
        self.cuboid("l.off", (700, 500, 300))
        whole = self.whole(search=SET, turns=5)
        self.run_program(*SET, "--turns", "3", "--checkpoint", "x.cp", "--quiet")
        self.check_state_version("trunk-set 6")
        self.assert_same_end(whole, self.run_program("--resume", "x.cp", "--turns", "5", "--out", "parts.box", "--quiet"))

    def test_a_cloud_of_points_goes_on(self):
        self.write("w.point", trunks.cuboid_points((412, 212, 152), 10))
        search = ["--points", "w.point", "--seed", "1", "--device", "cpu", "--instances", "2"]
        whole = self.whole(search=search, turns=2)
        self.run_program(*search, "--turns", "1", "--checkpoint", "x.cp", "--quiet")
        self.assert_same_end(whole, self.run_program("--resume", "x.cp", "--turns", "2", "--out", "parts.box", "--quiet"))
        self.write("w.point", trunks.cuboid_points((413, 212, 152), 10))
        self.refused("--resume", "x.cp", "--quiet", says=["w.point is another trunk than that of x.cp"])

    def test_a_signal_leaves_a_checkpoint_from_which_the_rest_follows(self):
        whole = self.whole(turns=30)
        for number, code in [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]:
            with self.subTest(signal=number):
                process = self.checkpointed(*SEARCH, "--out", "parts.box")
                process.send_signal(number)
                result = self.wait(process)
                self.assertEqual(result.code, code)
                if number != signal.SIGKILL:
                    self.assertRegex(result.out, r"(?m)^written +parts.box\nwritten +x.cp$")
                    self.assert_verified("parts.box", "t.off")
                self.assert_same_end(whole, self.run_program("--resume", "x.cp", "--turns", "30", "--out", "parts.box", "--quiet"))
                self.path("x.cp").unlink()
                self.path("x.cp.previous").unlink()

    def test_kills_at_any_moment(self):
        self.kill_and_resume(self.checkpointed(*SEARCH), 6, 0.6)
        # How far it has come; then some turns more, and the same without any accident.
        result = self.run_program("--resume", "x.cp", "--turns", "1")
        self.assertNotIn("previous", result.err)
        turns = int(re.search(r"(\d+) turns? in", result.out).group(1)) + 3
        result = self.run_program("--resume", "x.cp", "--turns", turns, "--out", "parts.box", "--quiet")
        self.assert_same_end(self.whole(turns=turns), result)

    def test_sigusr1_writes_one_and_the_search_goes_on(self):
        self.check_sigusr1(self.start(*SEARCH, "--time", "500", "--out", "best.box"), "best.box", "--turns", "1")

    def test_the_start_is_not_needed_again_and_may_be_the_output(self):
        self.write("best.box", self.path("s.box").read_text())
        command = ["t.off", "--start", "best.box", "--out", "best.box", *SEARCH[3:], "--quiet"]
        self.run_program(*command, "--turns", "3", "--checkpoint-every", "1h")
        result = self.run_program(*command, "--turns", "6", "--resume", "auto")
        self.assertRegex(result.out, r"(?m)^search .* 6 turns in ")
        self.assertEqual(self.work(result), self.whole(turns=6)[1])

    def test_auto_takes_what_the_same_command_line_left(self):
        for name in [[], ["--out", "best.box"], ["--json", "best.json"], ["--checkpoint", "x.cp"]]:
            with self.subTest(name=name):
                command = [*SEARCH, "--turns", "1", "--resume", "auto", *name]
                self.assertIn("starts a new search: there is no ", self.run_program(*command).err)
                self.assertIn("resumes from ", self.run_program(*command).err)
                for file in self.folder.iterdir():
                    if file.name not in ("t.off", "s.box"):
                        file.unlink()

    def test_limits_threads_and_more_instances_are_accepted_and_told(self):
        self.run_program(*SEARCH, "--turns", "2", "--checkpoint", "x.cp", "--quiet")
        result = self.run_program("--resume", "x.cp", "--instances", "4", "--turns", "4", "--threads", "2", "--out", "more.box")
        self.assertIn("resumes from x.cp, after ", result.err)
        self.assertIn("limits: --turns 2 before, --turns 4 now; they count from the very beginning", result.err)
        self.assertIn("--instances 2 before, 4 now; the added ones get fresh starts", result.err)
        self.assertRegex(result.err, r"device: CPU, 1 thread.* before, CPU, 2 threads.* now")
        self.assertRegex(support.annotation(self.path("more.box"), "history"), r"^--instances 2 until ")
        self.assertIn("--instances 4 ", support.annotation(self.path("more.box"), "options"))
        self.refused("--resume", "x.cp", "--instances", "3", says=["--instances is 3", "--instances 4"])
        # A time that is over already: nothing is searched, nothing lost.
        again = self.run_program("--resume", "x.cp", "--time", "1ms")
        self.assertRegex(again.out, r"(?m)^search .* 4 turns in ")
        self.assertIn("trunkpack --resume x.cp --time", again.err)


class Failures(CheckpointTest):
    def setUp(self):
        super().setUp()
        self.run_program(*SEARCH, "--turns", "2", "--checkpoint", "x.cp", "--checkpoint-every", "0", "--quiet")

    def test_another_problem_is_refused(self):
        for option, value, before in [("seed", "4", "3"), ("tolerance", "0.5", "0"), ("rounded", "5", "0"),
                                      ("start", "o.box", "s.box"), ("spacing", "9", "8.4"),
                                      ("walls", "points", "triangles")]:
            with self.subTest(option=option):
                self.refused("--resume", "x.cp", f"--{option}", value, says=[f"--{option} is {value}, ", f"--{option} {before}"])
        for option in [["--box", "100x100x50"], ["--wrap", "20"], ["--set", "sae-j1100"], ["--unit", "cm"], ["--up", "y"]]:
            self.refused("--resume", "x.cp", *option, says=[f"{option[0]} is {option[1]}, "])
        self.cuboid("u.off", (351, 230, 130))
        self.write("f.box", trunks.boxes((150, 70, 40)))
        self.refused("u.off", "--resume", "x.cp", "--quiet", says=["u.off is another trunk than that of x.cp"])
        self.refused("--resume", "x.cp", "--fixed", "f.box", "--quiet", says=["t.off with the boxes of f.box is another trunk"])
        # The same trunk under another name, and options that say the same.
        self.path("t.off").rename(self.path("moved.off"))
        self.refused("--resume", "x.cp", "--quiet", says=["t.off"])
        self.run_program("moved.off", "--resume", "x.cp", "--turns", "2", "--seed", "3", "--tolerance", "0", "--quiet")

    def test_options_that_would_do_nothing_are_refused(self):
        for option in [["--checkpoint", "y.cp"], ["--checkpoint-every", "9"], ["--resume", "x.cp"], ["--resume", "auto"]]:
            self.refused("t.off", "--verify", "s.box", *option, says=["with --verify"])
            self.refused("t.off", "--start", "s.box", "--steps", "5", *option, says=["with --steps"])
            self.refused("archive", "list", *option, says=["archive"])
        self.refused(*SEARCH, "--checkpoint", "none", "--checkpoint-every", "9", says=["--checkpoint none"])
        self.refused(*SEARCH, "--checkpoint", "none", "--resume", "auto", says=["--checkpoint none"])
        self.refused("--resume", "auto", says=["no trunk is given"])
        self.refused("--resume", "no.cp", says=["no.cp: cannot be opened"])
        self.refused("--resume", "s.box", says=["s.box: is no checkpoint"])
        self.write("other.box", self.path("s.box").read_text())
        self.refused(*SEARCH, "--checkpoint", "other.box", says=["exists and is not a checkpoint"])
        self.refused(*SEARCH, "--checkpoint", "s.box", says=["--start and --checkpoint name the same file"])
        self.refused(*SEARCH, "--checkpoint", "t.off", says=["the same file"])

    def test_damage_anywhere_is_found_and_the_previous_one_taken(self):
        whole = self.whole(turns=3)
        for _ in self.each_damage(6):
            result = self.run_program("--resume", "x.cp", "--turns", "3", "--out", "parts.box", "--quiet")
            self.assertIn("x.cp.previous is taken instead", result.err)
            self.assert_same_end(whole, result)

    def test_full_disk_warns_and_keeps_the_search_and_the_old_checkpoint(self):
        self.resume_on_full_disk("best.box", "--turns", "5")
        self.assert_verified("best.box", "t.off")

    def test_a_checkpoint_of_another_program_is_refused(self):
        data = bytearray(self.bytes("x.cp"))
        at = data.index(b"trunkpack")
        data[at:at + 5] = b"other"
        self.path("x.cp").write_bytes(data)
        self.path("x.cp.previous").unlink()
        self.refused("--resume", "x.cp", says=["x.cp: is "])


class Default(CheckpointTest):
    def test_long_runs_write_one_beside_the_result_and_short_ones_none(self):
        for limits, file in [(["--time", "0"], "best.checkpoint"), (["--time", "11m"], "best.checkpoint"), (["--time", "10m"], None),
                             (["--time", "0", "--checkpoint", "none"], None), (["--time", "0", "--checkpoint", "y"], "y")]:
            with self.subTest(limits=limits):
                self.check_default(SEARCH, "best.box", limits, file)

    def test_sigusr1_without_checkpoints_says_so(self):
        process = self.start(*SEARCH, "--time", "0", "--checkpoint", "none", "--out", "best.box", "--quiet")
        self.assertIn("no checkpoint is written with --checkpoint none", self.line_after_sigusr1(process, "best.box"))


if __name__ == "__main__":
    support.main()
