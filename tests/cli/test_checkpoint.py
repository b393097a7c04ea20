# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Checkpoints: a search that was ended, killed or hindered continues to the same digits."""
import resource
import signal
import subprocess
import time

import checkpoints
import support

COMMON = ["--n", "14", "--instances", "5", "--stuck", "3000", "--seed", "3", "--device", "cpu", "--quiet"]
ACTIVE = ["--active", "3"]
SEARCH = [*ACTIVE, *COMMON]
ENDLESS = ["--time", "0", *SEARCH]
# Gets better for a while.
SHORT = ["--n", "30", "--instances", "4", "--seed", "1", "--device", "cpu", "--quiet"]
START = "".join(["14\n"] + [f"{i} {40 * (i % 4)} {40 * (i // 4)}\n" for i in range(1, 15)])


class CheckpointTest(checkpoints.CheckpointMixin, support.ProgramTest):
    pass


class GoingOn(CheckpointTest):
    def test_parts_give_the_same_file_as_the_whole(self):
        self.write("start.circles", START)
        for search, version in [(["--search", "multistart", *ACTIVE], "multistart 4"),
                                (["--search", "multistart", "--strategy", "trials", "--relax", "contact", *ACTIVE], "multistart 4"),
                                (["--search", "multistart", "--strategy", "compress"], "multistart-compress 1"),
                                (["--search", "multistart", "--strategy", "compress", "--relax", "contact"], "multistart-compress 1"),
                                (["--search", "improve", "--start", "start.circles"], "improve 3")]:
            with self.subTest(search=search):
                options = COMMON
                self.run_program(*options, *search, "--trials", "90000", "--out", "whole.circles", "--json", "whole.json")
                for parts in [(1,), (20000,), (5000, 30000, 60000)]:
                    self.run_program(*options, *search, "--trials", parts[0], "--checkpoint", "x.cp", "--threads", "1")
                    self.check_state_version(version)
                    for trials in [*parts[1:], 90000]:
                        self.run_program("--resume", "x.cp", "--trials", trials, "--out", "parts.circles", "--json", "parts.json", "--quiet")
                    self.assertEqual(self.bytes("parts.circles"), self.bytes("whole.circles"))
                    self.assertEqual(support.without_run(self.path("parts.json")), support.without_run(self.path("whole.json")))
                    self.path("parts.circles").unlink()  # A better one would be kept.

    def test_a_signal_leaves_a_checkpoint_from_which_the_rest_follows(self):
        self.run_program(*SEARCH, "--trials", "400000", "--out", "whole.circles")
        for number, code in [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]:
            with self.subTest(signal=number):
                process = self.checkpointed(*SEARCH[:-1])
                process.send_signal(number)
                self.assertEqual(self.wait(process).code, code)
                self.run_program("--resume", "x.cp", "--trials", "400000", "--out", "parts.circles", "--quiet")
                self.assertEqual(self.bytes("parts.circles"), self.bytes("whole.circles"))
                self.path("x.cp").unlink()
                self.path("x.cp.previous").unlink()

    def test_ten_kills_at_any_moment(self):
        self.kill_and_resume(self.checkpointed(*SEARCH[:-1]), 10, 0.3)
        # How far it has come; then some rounds more, and the same without any accident.
        result = self.run_program("--resume", "x.cp", "--trials", "1", "--out", "parts.circles")
        self.assertNotIn("previous", result.err)
        self.assert_verified("parts.circles")
        trials = int(support.annotation(self.path("parts.circles"), "trials")) + 20000
        self.run_program("--resume", "x.cp", "--trials", trials, "--out", "parts.circles", "--quiet")
        self.run_program(*SEARCH, "--trials", trials, "--out", "whole.circles")
        self.assertEqual(self.bytes("parts.circles"), self.bytes("whole.circles"))

    def test_what_was_found_after_the_checkpoint_is_kept_until_it_is_outdone(self):
        self.run_program(*SHORT, "--trials", "500", "--checkpoint", "x.cp", "--out", "best.circles")
        early = self.path("x.cp").read_bytes()
        first = support.annotation(self.path("best.circles"), "enclosing-radius")
        self.run_program("--resume", "x.cp", "--trials", "20000", "--out", "best.circles", "--quiet")
        late = self.bytes("best.circles")
        self.assertNotEqual(support.annotation(self.path("best.circles"), "enclosing-radius"), first)
        # As after kill -9: the packing is newer than the checkpoint.
        self.path("x.cp").write_bytes(early)
        result = self.run_program("--resume", "x.cp", "--trials", "1", "--out", "best.circles", "--archive", "none")
        self.assertEqual(self.bytes("best.circles"), late)
        self.assertRegex(result.out, r"(?m)^kept +best.circles: its R = \S+ is smaller; another --out FILE receives this result$")
        self.run_program("--resume", "x.cp", "--trials", "20000", "--out", "best.circles", "--quiet")
        self.assertEqual(self.bytes("best.circles"), late)
        # Any other packing is replaced, and anything else.
        for text in ["# enclosing-radius: 1\n1\n1 0 0\n", "my notes"]:
            self.write("best.circles", text)
            self.run_program("--resume", "x.cp", "--trials", "20000", "--out", "best.circles", "--quiet")
            self.assertEqual(self.bytes("best.circles"), late)

    def test_sigusr1_writes_one_and_the_search_goes_on(self):
        self.check_sigusr1(self.start("--n", "30", "--time", "500", "--device", "cpu", "--out", "best.circles"), "best.circles", "--trials", "1")

    def test_table_log_and_statistics_go_on(self):
        self.run_program(*SEARCH, "--trials", "30000", "--checkpoint", "x.cp", "--stats", "a.csv", "--log", "run.log")
        first = self.path("a.csv").read_text().splitlines()
        log = self.path("run.log").read_text()
        result = self.run_program("--resume", "x.cp", "--trials", "90000", "--stats", "b.csv", "--log", "run.log")
        rows = self.path("b.csv").read_text().splitlines()
        # The last line of the first part is its end, which the checkpoint does not know.
        self.assertEqual(rows[:len(first) - 2], first[:-2])
        seconds = [float(row.split(",")[0]) for row in rows[1:]]
        trials = [int(row.split(",")[1]) for row in rows[1:]]
        self.assertEqual(seconds, sorted(seconds))
        self.assertEqual(trials, sorted(trials))
        self.assertGreaterEqual(trials[-1], 90000)
        self.assertTrue(self.path("run.log").read_text().startswith(log))
        self.assertIn("resumes from x.cp, after ", result.err)
        self.assertRegex(result.out, r"(?m)^search .* 9\d(\.\d)?k trials")

    def test_improvements_in_the_statistics_are_those_of_the_whole_run(self):
        def rows(name):
            return [row.split(",") for row in self.path(name).read_text().splitlines()[1:]]

        def improvements(name):
            table = rows(name)
            return [(row[1], row[5]) for k, row in enumerate(table) if k == 0 or row[5] != table[k - 1][5]]

        self.write("start.circles", START)
        for search in [["--search", "multistart"], ["--search", "improve", "--start", "start.circles"]]:
            command = ["--n", "14", "--seed", "3", "--device", "cpu", *search]
            self.run_program(*command, "--trials", "90000", "--stats", "whole.csv", "--checkpoint", "none")
            self.run_program(*command, "--trials", "5000", "--checkpoint", "x.cp", "--stats", "parts.csv")
            for trials in [5000, 20000, 50000, 90000]:
                self.run_program("--resume", "x.cp", "--trials", trials, "--stats", "parts.csv")
            self.assertGreater(len(improvements("whole.csv")), 3)
            self.assertEqual(improvements("parts.csv"), improvements("whole.csv"))
            # Each further row tells of further work, but the last one, which is the end.
            work = [tuple(row[1:4] + row[5:6]) for row in rows("parts.csv")[:-1]]
            self.assertEqual([row for k, row in enumerate(work) if k > 0 and row == work[k - 1]], [])

    def test_fewer_instances_than_auto_had_are_refused_before_anything_is_told(self):
        self.write("start.circles", START)
        for search in [["--search", "multistart"], ["--search", "improve", "--strategy", "trials", "--start", "start.circles"]]:
            self.run_program("--n", "14", "--seed", "3", "--device", "cpu", *search, "--trials", "5000", "--checkpoint", "x.cp")
            before = self.bytes("x.cp")
            error = self.refused("--resume", "x.cp", "--instances", "2", says=["--instances is 2, x.cp was made with --instances "]).err
            number = int(error.split("with --instances ")[1].split(":")[0])
            self.assertGreaterEqual(number, 4)
            self.assertEqual(self.bytes("x.cp"), before)
            same = self.run_program("--resume", "x.cp", "--instances", number, "--trials", "6000", "--checkpoint", "y.cp")
            self.assertNotIn("fresh starts", same.err)
            more = self.run_program("--resume", "x.cp", "--instances", number + 32, "--trials", "6000", "--checkpoint", "y.cp")
            self.assertIn(f"--instances {number} before, {number + 32} now; the added ones get fresh starts", more.err)

    def test_islands_and_ladders_are_those_of_the_checkpoint(self):
        self.run_program("--n", "14", "--seed", "3", "--device", "cpu", "--islands", "2", "--ladders", "3", "--trials", "5000", "--checkpoint", "x.cp")
        for option, before in [("--islands", 2), ("--ladders", 3)]:
            self.refused("--resume", "x.cp", option, "4", says=[f"{option} is 4, x.cp was made with {option} {before}"])
            for value in [before, "auto"]:
                self.run_program("--resume", "x.cp", option, value, "--trials", "6000", "--checkpoint", "y.cp")
        # Where the options leave them open, the checkpoint holds what the machine gave.
        self.run_program("--n", "14", "--seed", "3", "--device", "cpu", "--trials", "5000", "--checkpoint", "x.cp")
        self.run_program("--resume", "x.cp", "--islands", "1", "--trials", "6000", "--checkpoint", "y.cp")
        self.refused("--resume", "x.cp", "--ladders", "400", says=["--ladders is 400, x.cp was made with --ladders "])

    def test_a_search_that_ends_while_it_is_prepared_leaves_no_broken_checkpoint(self):
        # On most machines 1500 ladders take longer to make than this limit.
        self.run_program("--n", "400", "--ladders", "1500", "--instances", "4", "--seed", "1", "--device", "cpu", "--search", "multistart",
                         "--time", "0.05", "--checkpoint", "k", "--out", "r.circles")
        self.assert_verified("r.circles", "--n", "400")
        if self.path("k").exists():
            for limit in ["0.1", "0.2", "5"]:
                self.run_program("--resume", "k", "--time", limit)

    def test_a_stop_during_the_making_of_starts_leaves_a_packing(self):
        result = self.run_program("--n", "300", "--instances", "30000", "--search", "multistart", "--time", "0.01", "--seed", "1", "--device", "cpu",
                                  "--out", "r.circles")
        self.assert_verified("r.circles", "--n", "300")

    def test_more_instances_other_limits_and_threads_are_accepted_and_told(self):
        self.run_program(*SEARCH, "--trials", "20000", "--checkpoint", "x.cp", "--threads", "2")
        result = self.run_program("--resume", "x.cp", "--instances", "7", "--trials", "40000", "--threads", "1", "--out",
                                  "more.circles")
        self.assertIn("--instances 5 before, 7 now; the added ones get fresh starts", result.err)
        self.assertIn("limits: --trials 20000 before, --trials 40000 now", result.err)
        self.assertRegex(result.err, r"device: CPU, 2 threads.* before, CPU, 1 thread.* now")
        self.assertIn(", 7 instances", result.out)
        self.assertIn("--instances 7 ", support.annotation(self.path("more.circles"), "options"))
        self.assertRegex(support.annotation(self.path("more.circles"), "history"), r"^--instances 5 until \d+")
        again = self.run_program("--resume", "x.cp")
        self.assertIn(", 7 instances", again.out)
        self.assertRegex(again.out, r"(?m)^ended by +trial limit of 40000")

    def test_auto_takes_what_the_same_command_line_left(self):
        for name in [[], ["--out", "best.circles"], ["--json", "best.json"], ["--checkpoint", "x.cp"]]:
            with self.subTest(name=name):
                command = [*SEARCH[:-1], "--trials", "20000", "--resume", "auto", *name]
                first = self.run_program(*command)
                self.assertRegex(first.err, "starts a new search: there is no ")
                second = self.run_program(*command)
                self.assertRegex(second.err, "resumes from ")
                self.assertEqual(first.radius(), second.radius())
                for file in self.folder.iterdir():
                    file.unlink()

    def test_files_of_the_problem_are_not_needed_again(self):
        self.write("radii.txt", "".join(f"{i}.5\n" for i in range(12)))
        self.run_program("--radii", "radii.txt", "--trials", "20000", "--seed", "1", "--out", "a.circles", "--checkpoint", "x.cp", "--quiet")
        self.path("radii.txt").unlink()
        self.run_program("--resume", "x.cp", "--trials", "30000", "--out", "b.circles", "--quiet")
        self.assertEqual(support.annotation(self.path("b.circles"), "options"), support.annotation(self.path("a.circles"), "options"))
        self.write("radii.txt", "".join(f"{i}.25\n" for i in range(12)))
        self.run_program("--resume", "x.cp", "--radii", "radii.txt", code=2)

    def test_an_improved_start_may_be_the_output_itself(self):
        self.write("best.circles", START)
        command = ["--start", "best.circles", "--out", "best.circles", "--search", "improve", "--seed", "1", "--device", "cpu", "--quiet"]
        self.run_program(*command, "--trials", "10000", "--checkpoint-every", "1h")
        result = self.run_program(*command, "--trials", "20000", "--resume", "auto")
        self.assertRegex(result.out, r"(?m)^search .* 20(\.\d)?k trials")


class Failures(CheckpointTest):
    def test_another_problem_or_search_is_refused_with_both_values(self):
        self.run_program(*SEARCH, "--trials", "5000", "--checkpoint", "x.cp")
        for option, value, before in [("n", "15", "14"), ("seed", "4", "3"), ("radii", "sqrt", "linear"), ("search", "improve", "multistart"),
                                      ("stuck", "9", "3000"), ("active", "2", "3"), ("strategy", "trials", "tabu"),
                                      ("relax", "contact", "energy"), ("move-swap", "0.5", "0.1"), ("start-kind", "grid", "auto")]:
            with self.subTest(option=option):
                if option == "search":
                    self.refused("--resume", "x.cp", f"--{option}", value, "--seed", "3", says=["--search is improve", "--search multistart"])
                else:
                    self.refused("--resume", "x.cp", f"--{option}", value, says=[f"--{option} is {value}, ", f"--{option} {before}"])
        self.refused("--resume", "x.cp", "--instances", "4", says=["--instances is 4", "--instances 5"])
        # What is the same may be said again.
        self.run_program("--resume", "x.cp", *SEARCH, "--strategy", "tabu")

    def test_options_that_would_do_nothing_are_refused(self):
        for option in [["--checkpoint", "x.cp"], ["--checkpoint-every", "9"], ["--resume", "x.cp"], ["--resume", "auto"]]:
            self.refused("--verify", "x.circles", *option, says=["with --verify"])
        self.refused("--n", "14", "--checkpoint", "none", "--checkpoint-every", "9", says=["--checkpoint none"])
        self.refused("--n", "14", "--checkpoint", "none", "--resume", "auto", says=["--checkpoint none"])
        self.refused("--resume", "auto", says=["no problem is given"])
        self.refused("--resume", "no.cp", says=["no.cp: cannot be opened"])

    def test_what_is_no_checkpoint_is_neither_read_nor_replaced(self):
        self.write("x.circles", START)
        self.refused("--resume", "x.circles", says=["x.circles: is no checkpoint"])
        self.refused(*ENDLESS, "--checkpoint", "x.circles", says=["exists and is not a checkpoint"])
        self.refused(*ENDLESS, "--checkpoint", "nowhere/x.cp", says=["nowhere/x.cp"])

    def test_the_checkpoint_of_another_run_is_replaced_with_a_warning(self):
        self.run_program(*SEARCH, "--trials", "5000", "--checkpoint", "x.cp")
        result = self.run_program(*SEARCH, "--trials", "5000", "--checkpoint", "x.cp")
        self.assertIn("warning: x.cp is the checkpoint of another run", result.err)

    def test_damage_anywhere_is_found_and_the_previous_one_taken(self):
        self.run_program(*SEARCH, "--trials", "20000", "--checkpoint", "x.cp", "--checkpoint-every", "0")
        for _ in self.each_damage(12):
            result = self.run_program("--resume", "x.cp", "--trials", "21000", "--quiet")
            self.assertIn("x.cp.previous is taken instead", result.err)

    def test_full_disk_warns_once_and_at_the_end_and_keeps_the_search_and_the_old_checkpoint(self):
        self.run_program(*SEARCH, "--trials", "5000", "--checkpoint", "x.cp")
        result = self.resume_on_full_disk("best.circles", "--trials", "60000")
        self.assertEqual(result.err.count("x.cp: cannot be written"), 2, result.err)
        self.assertEqual(sorted(file.name for file in self.folder.iterdir() if file.name.startswith("x.cp")), ["x.cp"])
        self.assert_verified("best.circles")
        self.run_program("--resume", "x.cp", "--trials", "6000", "--quiet")

    def test_log_goes_on_after_a_full_disk_and_says_that_lines_are_missing(self):
        process = self.start(*SEARCH, "--time", "0", "--out", "best.circles", "--log", "run.log", "--checkpoint", "x.cp", "--checkpoint-every", "0")
        self.wait_for(self.path("x.cp.previous").exists, process)
        soft, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (100, hard))
        size = self.path("run.log").stat().st_size
        # Its warning that the checkpoint cannot be written is a line that the log cannot take.
        line = process.stderr.readline()
        while "cannot be written" not in line:
            line = process.stderr.readline()
        time.sleep(0.5)  # The log comes after the screen.
        self.assertEqual(self.path("run.log").stat().st_size, size)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        self.wait_for(lambda: "can be written again" in self.path("run.log").read_text(), process)
        process.send_signal(signal.SIGTERM)
        result = self.wait(process)
        self.assertEqual(result.code, 143, result.err)
        self.assertEqual(self.path("run.log").read_text().count("lines are missing here"), 1)
        self.assertRegex(self.path("run.log").read_text(), r"(?m)Z  ended by +terminated")

    def test_messages_into_a_file_go_on_after_a_full_disk(self):
        command = [support.PROGRAM, *SEARCH[:-1], "--time", "0", "--progress", "off", "--out", "best.circles", "--checkpoint", "x.cp", "--checkpoint-every", "0"]
        with open(self.path("messages"), "w") as messages:
            process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=messages, text=True)
        self.wait_for(self.path("x.cp.previous").exists, process)
        soft, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (100, hard))
        time.sleep(1)  # For a few rounds, none of which it can tell of.
        self.assertNotIn("cannot be written", self.path("messages").read_text())
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        self.wait_for(lambda: "can be written again" in self.path("messages").read_text(), process)
        process.kill()
        process.communicate()

    def test_no_temporary_files_stay(self):
        self.run_program(*SEARCH, "--trials", "20000", "--checkpoint", "x.cp", "--checkpoint-every", "0", "--out", "best.circles")
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()), ["best.circles", "x.cp", "x.cp.previous"])


class Default(CheckpointTest):
    def test_long_runs_write_one_beside_the_result_and_short_ones_none(self):
        for limits, file in [(["--time", "0"], "best.checkpoint"), (["--time", "11m"], "best.checkpoint"), (["--time", "10m"], None),
                             (["--time", "0", "--checkpoint", "none"], None), (["--time", "0", "--checkpoint", "y"], "y"),
                             (["--time", "10m", "--checkpoint-every", "1h"], "best.checkpoint")]:
            with self.subTest(limits=limits):
                self.check_default(SEARCH[:-1], "best.circles", limits, file)

    def test_sigusr1_without_checkpoints_says_so(self):
        process = self.start(*ENDLESS, "--checkpoint", "none", "--out", "best.circles")
        self.assertIn("no checkpoint is written with --checkpoint none", self.line_after_sigusr1(process, "best.circles"))

    def test_sigusr1_spares_a_file_that_is_no_checkpoint(self):
        self.write("best.checkpoint", "my notes")
        process = self.start(*SEARCH, "--time", "60", "--out", "best.circles")
        self.assertIn("exists and is not a checkpoint", self.line_after_sigusr1(process, "best.circles"))
        self.assertEqual(self.path("best.checkpoint").read_text(), "my notes")


if __name__ == "__main__":
    support.main()
