# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Ending a search from outside: results are written and verified."""
import json
import os
import pty
import signal
import subprocess

import support


class Interrupted(support.ProgramTest):
    ENDLESS = ["--n", "30", "--time", "0", "--device", "cpu", "--seed", "1", "--out", "best.circles"]

    def stopped_by(self, *signals):
        process = self.start(*self.ENDLESS, "--stats", "run.csv")
        # The file appears with the first improvement.
        self.wait_for(self.path("best.circles").exists, process)
        for number in signals:
            process.send_signal(number)
        return self.wait(process)

    def test_ctrl_c_writes_and_verifies_the_best_packing(self):
        result = self.stopped_by(signal.SIGINT)
        self.assertEqual(result.code, 130, result.err)
        self.assertRegex(result.out, r"(?m)^verified +exact$")
        self.assertRegex(result.out, r"(?m)^ended by +interrupted")
        self.assert_verified("best.circles", "--n", "30", "--radii", "linear")
        self.assertAlmostEqual(float(support.annotation(self.path("best.circles"), "enclosing-radius")), result.radius(), delta=0.6e-12)
        self.assertTrue(self.path("run.csv").exists())

    def test_sigterm_does_the_same(self):
        result = self.stopped_by(signal.SIGTERM)
        self.assertEqual(result.code, 143, result.err)
        self.assert_verified("best.circles")

    def test_killed_program_leaves_its_best_packing(self):
        result = self.stopped_by(signal.SIGKILL)
        self.assertEqual(result.code, -signal.SIGKILL)
        self.assert_verified("best.circles")

    def test_improve_and_single_end_the_same_way(self):
        self.write("start.circles", "".join(["12\n"] + [f"{i} {40 * (i % 4)} {40 * (i // 4)}\n" for i in range(1, 13)]))
        for search in ["improve", "single"]:
            with self.subTest(search=search):
                process = self.start("--start", "start.circles", "--search", search, "--time", "0", "--device", "cpu", "--stuck",
                                     "1000000000", "--out", f"{search}.circles")
                self.wait_for(self.path(f"{search}.circles").exists, process)
                process.send_signal(signal.SIGINT)
                self.assertEqual(self.wait(process).code, 130)
                self.assert_verified(f"{search}.circles", "--n", "12", "--radii", "linear")

    def test_a_closed_pipe_ends_a_search_with_result_and_checkpoint_written(self):
        process = subprocess.Popen([support.PROGRAM, "--n", "30", "--time", "0", "--device", "cpu", "--seed", "1", "--out", "a.circles",
                                    "--checkpoint", "x.cp", "--verbose"], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        process.stderr.readline()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=support.LIMIT), 143)
        self.assert_verified("a.circles", "--n", "30", "--radii", "linear")
        self.run_program("--resume", "x.cp", "--trials", "1", "--out", "b.circles")

    def test_a_killed_search_of_many_circles_loses_little_and_goes_on_from_its_checkpoint(self):
        for search, count in [("single", 3000), ("anneal", 300)]:
            with self.subTest(search=search):
                problem = ["--n", count, "--radii", "sqrt", "--search", search, "--seed", 1, "--out", f"{search}.circles"]
                process = self.start(*problem, "--time", "0", "--device", "cpu", "--checkpoint", "s.cp", "--checkpoint-every", "0")
                self.wait_for(lambda: self.path("s.cp").exists() and self.path(problem[-1]).exists(), process)
                process.kill()
                self.assertEqual(self.wait(process).code, -signal.SIGKILL)
                self.assert_verified(problem[-1], "--n", count, "--radii", "sqrt")
                result = self.run_program("--resume", "s.cp", "--trials", "30", "--out", problem[-1])
                self.assertRegex(result.out, rf"(?m)^search +{search}, ")
                self.assert_verified(problem[-1], "--n", count, "--radii", "sqrt")

    def test_millions_of_circles_end_with_their_time_limit(self):
        # Within seconds; the limit of the test is that of a hang. Nothing is verified by then, which is said.
        result = self.wait(self.start("--n", "1000000", "--time", "2s", "--device", "cpu", "--out", "m.circles"))
        self.assertIn(result.code, (0, 4), result.err)
        self.assertIn("time limit", result.out + result.err)

    def test_a_closed_terminal_ends_a_search_with_its_result_written(self):
        if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:  # Under nohup.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
        process = self.start("--n", "12", "--time", "0", "--device", "cpu", "--out", "a.circles")
        self.wait_for(self.path("a.circles").exists, process)
        for _ in range(2):
            process.send_signal(signal.SIGHUP)
        self.assertEqual(self.wait(process).code, 143)
        self.assert_verified("a.circles", "--n", "12", "--radii", "linear")

    def test_a_terminal_that_is_gone_is_no_error_of_the_search(self):
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.execv(support.PROGRAM, [support.PROGRAM, "--n", "12", "--time", "0", "--device", "cpu", "--out", "a.circles", "--status", "s.json"])
        while not self.path("a.circles").exists():
            self.assertTrue(os.read(terminal, 1 << 16))  # Else the terminal would be full.
        os.close(terminal)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 143)
        status = json.loads(self.path("s.json").read_text())
        self.assertEqual((status["state"], status["reason"]), ("interrupted", "closed terminal (SIGHUP)"))
        self.assert_verified("a.circles", "--n", "12", "--radii", "linear")


if __name__ == "__main__":
    support.main()
