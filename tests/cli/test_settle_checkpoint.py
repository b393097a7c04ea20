# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle: checkpoints. A run that was ended or killed goes on to the same bits, in all of its files."""
import json
import re
import shutil
import signal

import checkpoints
import support

SCENES = support.SOURCE_DIR / "instances" / "scenes"
SHAKEN = SCENES / "shaken-box.json"
PILE = ["--scene", "pile", "--seed", "1", "--step", "5ms", "--iterations", "10"]
FILES = ["json", "csv", "html"]


class CheckpointTest(checkpoints.CheckpointMixin, support.ProgramTest):
    def files(self, name):
        """Options for all files of a run, named NAME.*, its pictures in the folder NAME."""
        page = ["--html", f"{name}.html"] if self.pages() else []
        return ["--out", f"{name}.json", "--csv", f"{name}.csv", "--vtk", name, "--frame", "20ms", *page, "--quiet"]

    def pages(self):
        if not hasattr(self.__class__, "has_pages"):
            self.__class__.has_pages = self.wait(self.start(SHAKEN, "--time", "1ms", "--html", "probe.html", "--quiet")).code == 0
        return self.__class__.has_pages

    def assert_same_files(self, one, other):
        for suffix in FILES[:3 if self.pages() else 2]:
            self.assertEqual(self.bytes(f"{one}.{suffix}"), self.bytes(f"{other}.{suffix}"), suffix)
        names = sorted(file.name for file in self.path(one).iterdir())
        self.assertEqual(names, sorted(file.name for file in self.path(other).iterdir()))
        for name in names:
            self.assertEqual(self.path(one).joinpath(name).read_bytes(), self.path(other).joinpath(name).read_bytes(), name)


class GoingOn(CheckpointTest):
    def test_parts_give_the_same_files_as_the_whole(self):
        for scene, method in ((SHAKEN, ["--scheme", "semi-implicit"]), (SHAKEN, ["--scheme", "moreau", "--law", "ccp"]),
                              (SHAKEN, ["--solver", "sor", "--iterations", "30"]), (SCENES / "four-bar.json", [])):
            self.run_program(scene, *method, "--time", "400ms", *self.files("whole"))
            for parts in ((1,), (250, 251), (100, 300, 399)):
                with self.subTest(scene=scene.stem, method=method, parts=parts):
                    self.run_program(scene, *method, "--time", f"{parts[0]}ms", *self.files("parts"), "--checkpoint", "x.cp", "--threads", "1")
                    self.check_state_version("settle 4")
                    for time in (*parts[1:], 400):
                        self.run_program("--resume", "x.cp", "--time", f"{time}ms", *self.files("parts"))
                    self.assert_same_files("parts", "whole")
                    shutil.rmtree(self.path("parts"))

    def test_a_signal_leaves_a_checkpoint_from_which_the_rest_follows(self):
        self.run_program(*PILE, "--time", "600ms", *self.files("whole"))
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)):
            with self.subTest(signal=number):
                process = self.start(*PILE, "--time", "1h", *self.files("parts"), "--checkpoint", "x.cp", "--checkpoint-every", "0")
                self.wait_for(self.path("x.cp.previous").exists, process)
                process.send_signal(number)
                self.assertEqual(self.wait(process).code, code)
                result = self.run_program("--resume", "x.cp", "--time", "600ms", *[word for word in self.files("parts") if word != "--quiet"])
                self.assertIn("resumes from x.cp, after ", result.err)
                self.assertIn("limits: --time 1h before, --time 600ms now", result.err)
                self.assertRegex(result.out, r"(?m)^time +0.6 s, 120 steps in ")
                self.assert_same_files("parts", "whole")
                self.path("x.cp").unlink()
                self.path("x.cp.previous").unlink()

    def test_the_limit_and_the_seed_are_those_of_the_checkpoint(self):
        arguments = ["--scene", "pile", "--step", "5ms", "--iterations", "5"]
        first = self.run_program(*arguments, "--time", "50ms", "--checkpoint", "x.cp", "--out", "a.json")
        result = self.run_program("--resume", "x.cp", "--out", "b.json")
        self.assertRegex(result.out, r"(?m)^time +0.05 s, 10 steps in ")
        seed = re.search(r"(?m)^seed +\d+$", first.err).group(0)
        self.assertIn(seed, result.err)
        self.assertEqual(self.bytes("a.json"), self.bytes("b.json"))

    def test_a_resumed_run_that_takes_no_step_has_the_figures_of_the_checkpoint(self):
        method = ["--scheme", "moreau", "--law", "ccp", "--solver", "sor", "--relaxation", "1.7", "--iterations", "50"]
        self.run_program("--scene", "bricks", *method, "--time", "20ms", "--checkpoint", "x.cp", "--json", "a.json", "--quiet")
        self.run_program("--resume", "x.cp", "--json", "b.json", "--quiet")
        whole, resumed = (json.loads(self.path(name).read_text()) for name in ("a.json", "b.json"))
        self.assertGreater(whole["energy_growth_J"], 0)
        self.assertEqual({**whole, "run": None}, {**resumed, "run": None})

    def test_what_is_asked_for_after_the_checkpoint_begins_there(self):
        self.run_program(SHAKEN, "--time", "100ms", "--checkpoint", "x.cp", "--quiet")
        result = self.run_program("--resume", "x.cp", "--time", "120ms", "--csv", "a.csv", "--vtk", "frames")
        self.assertIn("--csv begins at the checkpoint: the run was made without it so far", result.err)
        self.assertIn("--vtk begins at the checkpoint", result.err)
        rows = self.path("a.csv").read_text().splitlines()
        self.assertEqual(rows[0].split(",")[0], "step")
        self.assertEqual([int(row.split(",")[0]) for row in rows[1:]], list(range(101, 121)))
        # Rows that are in the checkpoint stay there, also where they are not asked for.
        self.run_program("--resume", "x.cp", "--time", "130ms", "--quiet")
        self.run_program("--resume", "x.cp", "--time", "140ms", "--csv", "b.csv", "--quiet")
        self.assertTrue(self.path("b.csv").read_text().startswith("\n".join(rows)))

    def test_auto_takes_the_checkpoint_of_this_command_line_if_there_is_one(self):
        result = self.run_program(SHAKEN, "--time", "50ms", "--out", "a.json", "--resume", "auto")
        self.assertIn("starts a new search: there is no a.checkpoint", result.err)
        result = self.run_program(SHAKEN, "--time", "60ms", "--out", "a.json", "--resume", "auto")
        self.assertIn("resumes from a.checkpoint", result.err)
        self.assertRegex(result.out, r"(?m)^time +0.06 s, 60 steps in ")

    def test_sigusr1_writes_one_and_the_run_goes_on(self):
        process = self.start(*PILE, "--time", "1h", "--vtk", "frames", "--out", "best.json")
        self.wait_for(self.path("frames").joinpath("frames.pvd").exists, process)
        self.assertFalse(self.path("best.checkpoint").exists())
        process.send_signal(signal.SIGUSR1)
        self.wait_for(self.path("best.checkpoint").exists, process)
        process.send_signal(signal.SIGINT)
        done = self.wait(process)
        self.assertEqual(done.code, 130)
        self.assertRegex(done.err, r"(?m)^checkpoint best.checkpoint after ")
        # It is not asked for, and the run was short: none at the end.
        self.assertNotIn("best.checkpoint", done.out)
        self.run_program("--resume", "best.checkpoint", "--time", "5ms", "--quiet")


class BadInput(CheckpointTest):
    def checkpoint(self):
        self.run_program(SHAKEN, "--time", "20ms", "--checkpoint", "x.cp", "--quiet")
        self.run_program("--resume", "x.cp", "--time", "30ms", "--quiet")

    def test_another_scene_or_method_is_refused(self):
        self.checkpoint()
        self.refused("--resume", "x.cp", SCENES / "incline.json", says=["incline.json is another scene than that of x.cp"])
        self.refused("--resume", "x.cp", "--solver", "sor", says=["--solver is sor, x.cp was made with --solver apgd"])
        self.refused("--resume", "x.cp", "--step", "2ms", says=["--step is 0.002, x.cp was made without it"])
        self.refused("--resume", "x.cp", "--frame", "1ms", says=["--frame is ", "x.cp was made with --frame "])
        self.refused("--resume", "x.cp", "--scene", "pile", says=["--scene is pile, x.cp was made with"])
        self.refused("--resume", "missing.cp", says=["missing.cp"])
        self.refused(SHAKEN, "--checkpoint", "none", "--checkpoint-every", "5s", says=["--checkpoint-every has no effect with --checkpoint none"])

    def test_a_scene_that_was_changed_is_refused(self):
        self.write("a.json", SHAKEN.read_text())
        self.run_program("a.json", "--time", "20ms", "--checkpoint", "x.cp", "--quiet")
        scene = json.loads(SHAKEN.read_text())
        scene["bodies"][0]["position_m"][2] += 0.001
        self.write("a.json", json.dumps(scene))
        self.refused("--resume", "x.cp", says=["a.json is another scene than that of x.cp"])

    def test_damage_is_found_and_the_one_before_is_taken(self):
        self.checkpoint()
        for _ in self.each_damage(6):
            result = self.run_program("--resume", "x.cp", "--time", "40ms", "--out", "a.json")
            self.assertIn("x.cp.previous", result.err)
            self.assertEqual(json.loads(self.path("a.json").read_text())["time_s"], 0.04)

    def test_a_checkpoint_of_another_program_is_refused(self):
        self.checkpoint()
        data = self.bytes("x.cp")
        at = data.index(b"settle")
        self.path("x.cp").write_bytes(data[:at] + b"kettle" + data[at + 6:])
        self.path("x.cp.previous").unlink()
        self.refused("--resume", "x.cp", says=["x.cp: is "])


if __name__ == "__main__":
    support.main()
