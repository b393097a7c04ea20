# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle: the result as JSON, the log, and progress."""
import json
import os
import pty
import signal
import subprocess

import support

PILE = ["--scene", "pile", "--seed", "1"]
BATCH = ["--scene", "bricks", "--seed", "1", "--time", "5ms", "--batch", "2", "--jitter", "0.0001"]


class Reports(support.ProgramTest):
    def test_the_figures_of_a_run_as_json(self):
        result = self.run_program(*PILE, "--time", "20ms", "--csv", "rows.csv", "--json", "run.json")
        run = json.loads(self.path("run.json").read_text())
        last = self.path("rows.csv").read_text().splitlines()[-1].split(",")
        self.assertEqual(run["schema"], "jampack/settle-run/1")
        self.assertEqual((run["run"]["problem"], run["run"]["seed"], run["run"]["stop_reason"]), ("pile", 1, "finished"))
        self.assertEqual((run["steps"], run["time_s"], run["bodies"]), (20, 0.02, 3000))
        self.assertEqual((run["kinetic_J"], run["contacts"]), (float(last[4]), int(last[7])))
        self.assertEqual((run["solver"], run["law"], run["blown_up"]), ("apgd", "coulomb", ""))
        self.assertIn("written       run.json", result.out)

    def test_json_on_standard_output_sends_the_facts_to_standard_error(self):
        for arguments, schema in ((PILE + ["--time", "2ms"], "run"), (BATCH, "batch")):
            result = self.run_program(*arguments, "--json", "-")
            self.assertEqual(json.loads(result.out)["schema"], f"jampack/settle-{schema}/1")
            self.assertIn("solver        apgd", result.err)

    def test_the_figures_of_a_batch_and_of_a_problem_as_json(self):
        self.run_program(*BATCH, "--csv", "ends.csv", "--json", "batch.json")
        batch = json.loads(self.path("batch.json").read_text())
        tops = [float(row.split(",")[13]) for row in self.path("ends.csv").read_text().splitlines()[1:]]
        self.assertEqual((batch["scenes"], batch["blown_up"], batch["steps"]), (2, 0, 5))
        self.assertEqual((batch["top_m"]["least"], batch["top_m"]["most"]), (min(tops), max(tops)))
        self.run_program("--scene", "bricks", "--seed", "1", "--time", "5ms", "--dump-problem", "problem.json")
        solved = json.loads(self.run_program("--solve", "problem.json", "--json", "-").out)
        self.assertEqual((solved["schema"], solved["status"]), ("jampack/settle-solve/1", "solved"))
        self.assertLessEqual(solved["residual"], 1e-3)

    def test_an_interrupted_run_says_so(self):
        process = self.start(*PILE, "--time", "1h", "--csv", "rows.csv", "--json", "run.json", "--log", "run.log")
        rows = self.path("rows.csv.partial-1")
        self.wait_for(lambda: rows.exists() and rows.read_text().count("\n") > 2, process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.wait(process).code, 130)
        run = json.loads(self.path("run.json").read_text())
        self.assertEqual(run["run"]["stop_reason"], "interrupted")
        self.assertGreater(run["steps"], 1)
        log = self.path("run.log").read_text()
        self.assertRegex(log, r"(?m)^\S+Z  scene         pile: 3000 bodies, 5 walls$")
        self.assertRegex(log, r"(?m)^\S+Z  contacts      \d+; deepest overlap")

    def test_the_log_of_a_resumed_run_goes_on(self):
        first = [*PILE, "--time", "5ms", "--checkpoint", "x.cp", "--log", "run.log", "--quiet"]
        self.run_program(*first)
        self.run_program("--resume", "x.cp", "--time", "8ms", "--log", "run.log")
        self.assertEqual(self.path("run.log").read_text().count("method        semi-implicit"), 2)

    def test_progress_is_a_bar_on_a_terminal(self):
        terminal, end = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
        process = subprocess.Popen([support.PROGRAM, *PILE, "--time", "1h"], cwd=self.folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=end)
        text = ""
        while "step 2" not in text:
            text += os.read(terminal, 4096).decode()
        process.send_signal(signal.SIGINT)
        process.communicate()
        os.close(end)
        os.close(terminal)
        self.assertRegex(text, r"\r\x1b\[K\S* ?0:0\d ETA \S+  step \d+ of 3600000  t \S+ s  \d+ contacts?")

    def test_no_progress_is_shown_where_it_is_not_wanted(self):
        result = self.run_program(*PILE, "--time", "5ms", "--progress", "off")
        self.assertNotIn("ETA", result.err)
        result = self.run_program(*PILE, "--time", "5ms", "--progress", "on", "--quiet", code=2)
        self.assertIn("--progress", result.err)


if __name__ == "__main__":
    support.main()
