# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle: outputs that cannot be written do not end a run, and rows survive whatever ends it."""
import json
import os
import resource
import shutil
import signal
import subprocess

import checkpoints
import support

SHAKEN = support.SOURCE_DIR / "instances" / "scenes" / "shaken-box.json"
PILE = ["--scene", "pile", "--seed", "1", "--step", "5ms", "--iterations", "10"]
INCLINE = support.SOURCE_DIR / "instances" / "scenes" / "incline.json"
SMALL = [INCLINE, "--time", "50ms", "--quiet"]


def steps_of(file):
    return [int(row.split(",")[0]) for row in file.read_text().splitlines()[1:]]


class LostOutputs(support.ProgramTest):
    def complained(self, result, *outputs):
        """One warning for each output, and an error at the end that names them all."""
        warnings = [line for line in result.err.splitlines() if line.startswith("warning: ")]
        self.assertEqual(len(warnings), len(outputs), result.err)
        last = result.err.splitlines()[-1]
        self.assertTrue(last.startswith("settle: error: "), last)
        for output in outputs:
            self.assertEqual(sum(line.startswith(f"warning: {output}: ") for line in warnings), 1, result.err)
            self.assertIn(output, last)

    def test_a_full_device_costs_no_other_output(self):
        for option in ("--csv", "--html", "--out", "--dump-problem"):
            with self.subTest(option=option):
                others = {"--csv": "a.csv", "--out": "a.json", "--vtk": "frames", "--dump-problem": "a.problem", "--checkpoint": "a.cp"}
                others.pop(option, None)
                words = [word for pair in others.items() for word in pair]
                result = self.wait(self.start(*SMALL, option, "/dev/full", *words))
                if "this build has no page" in result.err or "three.js" in result.err:
                    self.skipTest("this build has no pages")
                self.assertEqual(result.code, 2, result.err)
                self.complained(result, f"{option} /dev/full")
                self.assertIn("50 steps", result.out)
                for name in others.values():
                    self.assertTrue(self.path(name).exists(), name)
                    if option != "--out" and name == "a.json":
                        self.assertEqual(json.loads(self.path(name).read_text())["time_s"], 0.05)
                    shutil.rmtree(self.path(name)) if self.path(name).is_dir() else self.path(name).unlink()
                self.path("a.cp.previous").unlink(missing_ok=True)

    def test_a_folder_that_goes_away_costs_its_outputs_alone(self):
        for folder in ("rows", "frames"):
            self.path(folder).mkdir()
        process = self.start(*PILE, "--time", "1h", "--csv", "rows/a.csv", "--vtk", "frames", "--frame", "5ms", "--out", "end.json", "--html", "rows/a.html",
                             "--checkpoint", "a.cp", "--checkpoint-every", "0")
        self.wait_for(lambda: self.path("a.cp.previous").exists() and any(self.path("rows").iterdir()), process)
        for folder in ("rows", "frames"):
            self.path(folder).rename(self.path(f"{folder}-elsewhere"))
        written = self.path("a.cp").stat().st_mtime_ns
        self.wait_for(lambda: self.path("a.cp").stat().st_mtime_ns > written + 2e9, process)
        process.send_signal(signal.SIGINT)
        result = self.wait(process)
        self.assertEqual(result.code, 2, result.err)
        self.complained(result, "--csv rows/a.csv", "--vtk frames", "--html rows/a.html")
        self.assertEqual(len(json.loads(self.path("end.json").read_text())["bodies"]), 3000)

    def test_a_limit_on_the_size_of_files_leaves_whole_rows(self):
        limited = checkpoints.limit_file_size(2000)
        result = self.wait(self.start(SHAKEN, "--time", "200ms", "--csv", "a.csv", "--quiet", preexec_fn=limited))
        self.assertEqual(result.code, 2, result.err)
        self.complained(result, "--csv a.csv")
        rows = self.path("a.csv.partial-1")
        self.assertTrue(rows.read_text().endswith("\n"))
        steps = steps_of(rows)
        self.assertEqual(steps, list(range(1, len(steps) + 1)))
        self.assertFalse(self.path("a.csv").exists())

    def test_rows_that_could_be_written_after_all_are_no_fault(self):
        process = self.start(*PILE, "--time", "1h", "--csv", "a.csv")
        rows = self.path("a.csv.partial-1")
        self.wait_for(lambda: rows.exists() and rows.stat().st_size > 0, process)
        soft, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (rows.stat().st_size + 10, hard))
        said = ""
        while "warning: --csv a.csv: " not in said:
            said += os.read(process.stderr.fileno(), 1 << 16).decode()
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        process.send_signal(signal.SIGTERM)
        result = self.wait(process)
        self.assertEqual(result.code, 143)
        self.assertIn("warning: --csv a.csv: could be written after all", result.err)
        steps = steps_of(self.path("a.csv"))
        self.assertEqual(steps, list(range(1, len(steps) + 1)))

    def test_a_batch_and_a_solved_problem_lose_nothing_else(self):
        batch = ["--scene", "bricks", "--time", "5ms", "--batch", "2", "--jitter", "0.0001", "--seed", "1", "--quiet"]
        result = self.run_program(*batch, "--csv", "/dev/full", "--out", "a.jsonl", code=2)
        self.complained(result, "--csv /dev/full")
        self.assertEqual(len(self.path("a.jsonl").read_text().splitlines()), 2)
        self.assertIn("2 scenes", result.out)
        self.run_program(*SMALL, "--dump-problem", "a.problem")
        result = self.run_program("--solve", "a.problem", "--dump-problem", "/dev/full", "--quiet", code=2)
        self.complained(result, "--dump-problem /dev/full")
        self.assertIn("residual", result.out)


class Names(support.ProgramTest):
    def test_no_file_of_the_user_is_replaced_by_rows(self):
        names = ["a.csv.partial", "a.csv.partial-1"]
        for name in names:
            self.write(name, "mine")
        self.run_program(*SMALL, "--csv", "a.csv")
        for name in names:
            self.assertEqual(self.path(name).read_text(), "mine")
        self.assertEqual(steps_of(self.path("a.csv")), list(range(1, 51)))

    def test_two_runs_with_one_name_write_two_files(self):
        runs = [self.start(*PILE, "--time", "1h", "--csv", "a.csv") for _ in range(2)]
        for number in (1, 2):
            file = self.path(f"a.csv.partial-{number}")
            self.wait_for(lambda: file.exists() and file.read_text().count("\n") > 3, runs[number - 1])
        for process in runs:
            process.send_signal(signal.SIGINT)
            self.assertEqual(self.wait(process).code, 130)
            steps = steps_of(self.path("a.csv"))
            self.assertEqual(steps, list(range(1, len(steps) + 1)))
        self.assertEqual([file.name for file in self.folder.iterdir()], ["a.csv"])

    def test_two_runs_do_not_share_a_folder_of_pictures(self):
        process = self.start(*PILE, "--time", "1h", "--vtk", "frames")
        self.wait_for(lambda: self.path("frames/frames.pvd").exists(), process)
        result = self.run_program(*SMALL, "--vtk", "frames", code=2)
        self.assertIn("--vtk frames: another run writes its pictures there: name another folder", result.err)
        process.kill()
        process.communicate()
        self.run_program(*SMALL, "--vtk", "frames")

    def test_names_that_a_run_writes_besides_are_refused_as_outputs(self):
        for words in (["--csv", "a.csv", "--out", "a.csv.partial-1"], ["--checkpoint", "a", "--out", "a.previous"], ["--vtk", "v", "--out", "v/frames.pvd"],
                      ["--vtk", "v", "--csv", "v/frame-000001.vtp"], ["--vtk", "v", "--out", "v"], ["--checkpoint", "a", "--csv", "./a.previous"]):
            with self.subTest(words=words):
                self.refused(*SMALL, *words, says=[words[0], words[2]])
        self.refused(*SMALL, "--out", "a.json", "--csv", "a.checkpoint", says=["--csv names a.checkpoint, the checkpoint of this run", "--checkpoint"])
        self.run_program(*SMALL, "--csv", "a.csv", "--out", "a.csv.part")


class Rows(checkpoints.CheckpointMixin, support.ProgramTest):
    def killed(self, *words):
        process = self.start(*PILE, "--time", "1h", *words, "--checkpoint", "x.cp", "--checkpoint-every", "0")
        self.wait_for(self.path("x.cp.previous").exists, process)
        process.kill()
        process.communicate()

    def whole(self):
        if not hasattr(self.__class__, "rows"):
            self.run_program(*PILE, "--time", "300ms", "--csv", "whole.csv", "--quiet")
            self.__class__.rows = self.bytes("whole.csv")
            self.path("whole.csv").unlink()
        return self.__class__.rows

    def assert_resumed(self, *words, file="a.csv"):
        self.run_program("--resume", "x.cp", "--time", "300ms", *words, "--quiet")
        self.assertEqual(self.bytes(file), self.whole())

    def test_rows_go_on_after_a_kill_under_any_name_of_the_file(self):
        self.path("sub").mkdir()
        absolute = str(self.path("a.csv"))
        for name in ("a.csv", "./a.csv", "sub/../a.csv", absolute):
            for then in ("a.csv", absolute):
                with self.subTest(name=name, then=then):
                    self.killed("--csv", name)
                    self.assert_resumed("--csv", then)
                    self.assertEqual(sorted(file.name for file in self.folder.iterdir()), ["a.csv", "sub", "x.cp", "x.cp.previous"])
                    for file in ("a.csv", "x.cp", "x.cp.previous"):
                        self.path(file).unlink()

    def test_rows_go_on_in_another_file_and_the_first_stays(self):
        self.killed("--csv", "a.csv")
        before = self.bytes("a.csv.partial-1")
        self.assert_resumed("--csv", "b.csv", file="b.csv")
        self.assertEqual(self.bytes("a.csv.partial-1"), before)

    def test_rows_go_on_through_a_link_and_in_a_folder_that_was_moved(self):
        self.path("sub").mkdir()
        self.path("a.csv").symlink_to("sub/real.csv")
        self.killed("--csv", "a.csv")
        self.assertTrue(self.path("sub/real.csv.partial-1").exists())
        self.path("sub").rename(self.path("moved"))
        self.path("a.csv").unlink()
        self.path("a.csv").symlink_to("moved/real.csv")
        self.assert_resumed("--csv", "a.csv", file="moved/real.csv")
        self.assertTrue(self.path("a.csv").is_symlink())

    def test_rows_of_a_run_that_still_runs_are_left_to_it(self):
        process = self.start(*PILE, "--time", "1h", "--csv", "a.csv", "--checkpoint", "x.cp", "--checkpoint-every", "0")
        self.wait_for(self.path("x.cp.previous").exists, process)
        shutil.copy(self.path("x.cp"), self.path("copy.cp"))
        self.run_program("--resume", "copy.cp", "--time", "300ms", "--csv", "a.csv", "--quiet")
        self.assertEqual(self.bytes("a.csv"), self.whole())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.wait(process).code, 143)
        steps = steps_of(self.path("a.csv"))
        self.assertEqual(steps, list(range(1, len(steps) + 1)))

    def test_rows_that_are_gone_are_missed_before_the_run(self):
        self.killed("--csv", "a.csv")
        self.path("a.csv.partial-1").unlink()
        self.refused("--resume", "x.cp", "--time", "300ms", "--csv", "a.csv", "--quiet", says=["a.csv.partial-1", "no longer", "without --csv"])
        self.run_program("--resume", "x.cp", "--time", "300ms", "--quiet")


if __name__ == "__main__":
    support.main()
