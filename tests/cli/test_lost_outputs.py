# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""circlepack, trunkpack and contactpatch: an output that cannot be written costs no other output, and ends in code 2.

test_settle_lost.py is that of settle.
"""
import os
import signal
import shutil

import support
import trunks

ARCHIVE = ["--archive", "none"]
CIRCLES = ["--n", "12", *support.SHORT, *ARCHIVE]
REPORTS = {"--log": "a.log", "--stats": "a.csv", "--status": "a.status", "--metrics": "a.prom"}
CIRCLE_FILES = {"--out": "a.circles", "--json": "a.json", "--svg": "a.svg", "--packomania": "a.txt"}
TRUNK_FILES = {"--out": "a.box", "--json": "a.json", "--html": "a.html", "--glb": "a.glb", "--stl": "a.stl", "--obj": "a.obj", "--step": "a.step"}
HERTZ = support.SOURCE_DIR / "examples" / "hertz.json"
CONTACT_FILES = {"--out": "b.json", "--json": "a.json", "--csv": "a.csv", "--vtk": "a.vti", "--svg": "a.svg", "--html": "a.html", "--log": "a.log"}

# Runs of each program: the arguments, the output files, and a line of the result.
RUNS = {
    "circlepack": [(CIRCLES, {**CIRCLE_FILES, **REPORTS}, "verified"),
                   (["--verify", "sound.circles"], {"--json": "b.json", "--svg": "b.svg", "--packomania": "b.txt"}, "legal: "),
                   (["--verify", "sound.circles", "sound.circles"], {"--json": "b.json", "--compare": "b.html"}, "legal: ")],
    "trunkpack": [(["trunk.off", "--box", "150x70x40", "--turns", "1", *trunks.FIXED, *ARCHIVE], {**TRUNK_FILES, **REPORTS}, "verified"),
                  (["trunk.off", "--verify", "sound.box"], {key: name for key, name in TRUNK_FILES.items() if key != "--out"}, "legal: ")],
    "contactpatch": [(["normal", HERTZ], CONTACT_FILES, "force ")],
}


class LostOutputs(support.ProgramTest):
    def files(self):
        if support.NAME == "circlepack":
            self.run_program(*CIRCLES, "--out", "sound.circles", "--quiet")
        elif support.NAME == "trunkpack":
            self.write("trunk.off", trunks.cuboid((350, 230, 130)))
            self.write("sound.box", trunks.boxes((150, 70, 40)))

    def available(self, words, files):
        """Without those that this build cannot write."""
        probe = self.wait(self.start(*words, *(word for pair in files.items() for word in pair), "--dry-run"))
        if probe.code == 0:
            return files
        self.assertIn("three.js", probe.err)
        return {option: name for option, name in files.items() if option not in ("--html", "--compare")}

    def test_a_full_device_costs_no_other_output(self):
        self.files()
        for words, every, line in RUNS[support.NAME]:
            files = self.available(words, every)
            for option in files:
                with self.subTest(words=words, option=option):
                    others = {other: name for other, name in files.items() if other != option}
                    result = self.run_program(*words, option, "/dev/full", *(word for pair in others.items() for word in pair), "--quiet", code=2)
                    self.assertIn("/dev/full", result.err.splitlines()[-1])
                    self.assertTrue(result.err.splitlines()[-1].startswith(f"{support.NAME}: error: "), result.err)
                    self.assertIn(line, result.out)
                    for name in others.values():
                        self.assertGreater(self.path(name).stat().st_size, 0, name)
                        self.path(name).unlink()

    def test_several_lost_outputs_are_all_named(self):
        self.files()
        words, files, _ = RUNS[support.NAME][0]
        for name in ("one", "two"):
            os.symlink("/dev/full", self.path(name))
        first, second = [option for option in files if option in ("--json", "--svg", "--stl")][:2]
        result = self.run_program(*words, first, "one", second, "two", "--quiet", code=2)
        errors = "\n".join(text for text in result.err.splitlines() if "error: " in text)
        for name in ("one", "two"):
            self.assertIn(name, errors)

    def test_folders_that_go_away_do_not_end_a_search(self):
        if support.NAME == "contactpatch":
            self.skipTest("contactpatch writes at its end alone")
        self.files()
        words, files, line = RUNS[support.NAME][0]
        limit = words.index("--trials" if support.NAME == "circlepack" else "--turns")
        words = words[:limit] + words[limit + 2:]
        self.path("gone").mkdir()
        lost = [word for option, name in files.items() if option in ("--json", "--stats", "--status", "--log") for word in (option, f"gone/{name}")]
        out = files["--out"]
        words = [word for word in words if word not in ARCHIVE]
        process = self.start(*words, *lost, "--archive", "gone/a.sqlite", "--out", out, "--time", "0")
        self.wait_for(lambda: self.path(out).exists() and self.path("gone/a.status").exists(), process)
        self.path("gone").rename(self.path("removed"))  # At once: the search writes files while rmtree looks.
        shutil.rmtree(self.path("removed"))
        process.send_signal(signal.SIGTERM)
        result = self.wait(process)
        self.assertEqual(result.code, 2, result.err)
        self.assertIn("gone/a.json", result.err)
        self.assertIn(line, result.out)
        self.assertTrue(self.path(out).exists())


class Names(support.ProgramTest):
    def setUp(self):
        super().setUp()
        if support.NAME != "circlepack":
            self.skipTest("the shell is the same in all programs: circlepack stands for them")

    def test_files_that_a_search_writes_besides_are_refused_as_outputs(self):
        for words in (["--checkpoint", "a", "--log", "a.previous"], ["--archive", "a.sqlite", "--json", "a.sqlite-wal"]):
            with self.subTest(words=words):
                self.refused("--n", "12", *words, says=[words[0], words[2], words[3]])
        self.refused("--n", "12", "--time", "0", "--out", "a.circles", "--log", "a.checkpoint", *ARCHIVE,
                     says=["--log names a.checkpoint, the checkpoint of this run", "--checkpoint"])
        archive = self.data / "jampack" / "archive.sqlite"
        archive.parent.mkdir()
        self.refused("--n", "12", "--json", archive, says=[f"--json names {archive}, the archive of results"])

    def test_two_searches_do_not_share_a_log(self):
        words = ["--n", "30", *ARCHIVE, "--device", "cpu", "--instances", "4", "--log", "a.log"]
        first = self.start(*words, "--time", "0", "--out", "a.circles")
        self.wait_for(lambda: self.path("a.circles").exists(), first)
        second = self.run_program(*words, "--time", "1s", "--out", "b.circles", code=2)
        self.assertIn("a.log: another run writes this log: choose another --log", second.err)
        first.send_signal(signal.SIGTERM)
        self.assertEqual(self.wait(first).code, 143)
        self.run_program(*words, "--trials", "100", "--out", "b.circles")


if __name__ == "__main__":
    support.main()
