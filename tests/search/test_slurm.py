# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The job scripts, run with stand-ins for srun, scancel and scontrol that write down how they were called.

Run as `python3 test_slurm.py [PROGRAM...]`; with the programs, the options that the scripts give them are looked for in their --help.
"""
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = SOURCE_DIR / "scripts" / "slurm"
JOB_SCRIPTS = ["one-node.sh", "many-nodes.sh", "seeds.sh"]
PROGRAMS = sys.argv[1:]
LIMIT = 60

# Each writes its name and arguments as one line. srun then is the search: it ends with CODE, or waits for SIGTERM and ends with 143; with
# CODE_WHEN_TOLD it ends in time, with that. scancel with a signal sends it to the search, as Slurm does.
STAND_INS = {
    "srun": """echo $$ >search.pid
trap 'exit ${CODE_WHEN_TOLD:-143}' TERM
write_down srun "$@"
[[ -n ${CODE:-} ]] && exit "$CODE"
for ((i = 0; i < 1200; ++i)); do sleep 0.05; done
exit 99""",
    "scancel": """write_down scancel "$@"
kill -TERM "$(cat search.pid)" """,
    "scontrol": 'write_down scontrol "$@"',
}

ONE_NODE = {"SLURM_JOB_ID": "71", "SLURM_NTASKS": "1", "SLURM_CPUS_PER_TASK": "16"}
MANY_NODES = {"SLURM_JOB_ID": "72", "SLURM_NTASKS": "8", "SLURM_CPUS_PER_TASK": "16"}
# The last task of an array has the number of the whole array.
SEEDS = {"SLURM_JOB_ID": "73", "SLURM_ARRAY_JOB_ID": "73", "SLURM_ARRAY_TASK_ID": "5", "SLURM_NTASKS": "1", "SLURM_CPUS_PER_TASK": "4"}


def directives(script):
    return re.findall(r"(?m)^#SBATCH (--\S+)$", (SCRIPTS / script).read_text())


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.calls_file = self.folder / "calls"
        for name, body in STAND_INS.items():
            stand_in = self.folder / "bin" / name
            stand_in.parent.mkdir(exist_ok=True)
            # One write each, so that the lines of two commands never mix.
            stand_in.write_text("#!/usr/bin/env bash\nwrite_down() { printf '%s\\n' \"${*@Q}\" >>calls; }\n" + body + "\n")
            stand_in.chmod(0o755)

    def start(self, script, variables, *arguments, **more):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM_", "JAMPACK"))}
        environment.update(variables, SLURM_SUBMIT_DIR=str(SOURCE_DIR), PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", **more)
        # Slurm runs a copy of the script, from a folder of its own.
        copy = self.folder / "slurm_script"
        copy.write_text((SCRIPTS / script).read_text())
        return subprocess.Popen(["bash", str(copy), *arguments], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait(self, process):
        out, err = process.communicate(timeout=LIMIT)
        return process.returncode, out, err

    def calls(self):
        return [shlex.split(line) for line in self.calls_file.read_text().splitlines()]

    def near_the_end(self, script, variables, *arguments, **more):
        """What Slurm does two minutes before the time limit, once the search runs."""
        process = self.start(script, variables, *arguments, **more)
        end = time.monotonic() + LIMIT
        while not self.calls_file.exists() or not self.calls_file.read_text():
            self.assertLess(time.monotonic(), end, "srun was not called")
            time.sleep(0.01)
        process.send_signal(signal.SIGUSR1)
        return self.wait(process)

    def outputs(self, folder):
        return ["--out", f"{folder}/best.circles", "--checkpoint", f"{folder}/best.checkpoint", "--archive", f"{folder}/archive.sqlite",
                "--resume", "auto"]

    def test_all_scripts_are_sound_bash(self):
        for script in sorted(SCRIPTS.glob("*")):
            with self.subTest(script=script.name):
                checked = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True, check=False)
                self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_all_jobs_are_requeued_and_warned_before_their_time_limit(self):
        for script in JOB_SCRIPTS:
            with self.subTest(script=script):
                given = directives(script)
                for needed in ["--requeue", "--signal=B:USR1@120", "--open-mode=append", "--time=12:00:00"]:
                    self.assertIn(needed, given)
                # A directive after the first command counts as a comment.
                text = (SCRIPTS / script).read_text()
                self.assertLess(text.rindex("#SBATCH"), text.index("set -euo"))

    def test_one_node_runs_one_process_on_all_gpus(self):
        code, _, err = self.wait(self.start("one-node.sh", ONE_NODE, "--n", "128", "--seed", "1", CODE="0"))
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(self.calls(), [["srun", "--kill-on-bad-exit=1", "--cpus-per-task=16", f"{SOURCE_DIR}/build/release/bin/circlepack",
                                         "--device", "cuda:all", "--n", "128", "--seed", "1", *self.outputs("circlepack-71")]])
        self.assertTrue((self.folder / "circlepack-71").is_dir())
        self.assertIn("--gpus-per-node=4", directives("one-node.sh"))

    def test_many_nodes_run_one_process_each_connected_by_pmix(self):
        arguments = ["--n", "150", "--islands", "32", "--exchange-every", "20"]
        code, _, err = self.wait(self.start("many-nodes.sh", MANY_NODES, *arguments, CODE="0"))
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(self.calls(), [["srun", "--kill-on-bad-exit=1", "--cpus-per-task=16", "--mpi=pmix",
                                         f"{SOURCE_DIR}/build/release/bin/circlepack", "--device", "cuda:all", *arguments,
                                         *self.outputs("circlepack-72")]])
        self.assertIn("--ntasks-per-node=1", directives("many-nodes.sh"))

    def test_trunkpack_runs_where_it_is_named_first(self):
        code, _, err = self.wait(self.start("many-nodes.sh", MANY_NODES, "trunkpack", "trunk.off", "--islands", "8", CODE="0"))
        self.assertEqual((code, err), (0, ""))
        folder = "trunkpack-72"
        self.assertEqual(self.calls(), [["srun", "--kill-on-bad-exit=1", "--cpus-per-task=16", "--mpi=pmix",
                                         f"{SOURCE_DIR}/build/release/bin/trunkpack", "--device", "cuda:all", "trunk.off", "--islands", "8",
                                         "--out", f"{folder}/best.box", "--checkpoint", f"{folder}/best.checkpoint",
                                         "--archive", f"{folder}/archive.sqlite", "--resume", "auto"]])

    def test_seeds_run_with_a_seed_and_a_folder_each(self):
        code, _, err = self.wait(self.start("seeds.sh", SEEDS, "--n", "60", CODE="0", JAMPACK_BIN="/opt/my programs"))
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(self.calls(), [["srun", "--kill-on-bad-exit=1", "--cpus-per-task=4", "/opt/my programs/circlepack", "--device", "cuda",
                                         "--seed", "5", "--n", "60", *self.outputs("circlepack-73/seed-5")]])

    def test_before_the_time_limit_the_search_is_ended_and_the_job_queued_again(self):
        for script, variables, job in [("one-node.sh", ONE_NODE, "71"), ("many-nodes.sh", MANY_NODES, "72"), ("seeds.sh", SEEDS, "73_5")]:
            with self.subTest(script=script):
                self.calls_file.unlink(missing_ok=True)
                code, out, err = self.near_the_end(script, variables, "--n", "60")
                self.assertEqual(code, 0, err)
                self.assertEqual(self.calls()[1:], [["scancel", "--signal=TERM", job], ["scontrol", "requeue", job]])
                self.assertIn("goes on in its next run", out)

    def test_a_search_that_is_done_in_time_is_not_queued_again(self):
        code, _, err = self.near_the_end("one-node.sh", ONE_NODE, CODE_WHEN_TOLD="0")
        self.assertEqual(code, 0, err)
        self.assertEqual(self.calls()[1:], [["scancel", "--signal=TERM", "71"]])

    def test_a_search_that_fails_ends_the_job_with_its_code(self):
        code, _, _ = self.wait(self.start("one-node.sh", ONE_NODE, "--n", "0", CODE="2"))
        self.assertEqual(code, 2)
        self.assertEqual([call[0] for call in self.calls()], ["srun"])

    @unittest.skipUnless(PROGRAMS, "without the programs")
    def test_the_programs_know_the_options_they_are_given(self):
        given = {word for script in [*JOB_SCRIPTS, "search-step.sh"] for line in (SCRIPTS / script).read_text().splitlines()
                 if re.match(r"jam_search_step| +srun | +--", line) for word in re.findall(r"(?<= )--[a-z-]+(?= )", line)}
        self.assertLessEqual({"--out", "--checkpoint", "--archive", "--resume", "--device", "--seed"}, given)
        for program in PROGRAMS:
            manual = subprocess.run([program, "--help", "all"], capture_output=True, text=True, check=True).stdout
            for option in given:
                self.assertIn(f" {option} ", manual)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
