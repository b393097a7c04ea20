# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Runs that are killed at random moments until they have ended: their files are those of a run that nobody has killed, byte for byte.

Each start names its files anew, by relative and absolute names in turn, as people do.
"""
import os
import pathlib
import random
import shutil
import subprocess

from chaos import checkpoint
from chaos.search import LIMIT, Violation

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[3]


class Kills:
    """`options` are those of the problem, `outputs` the options that name files, without the common part of the names."""

    def __init__(self, program, folder, options, outputs, longest, seed):
        self.program, self.folder = pathlib.Path(program).resolve(), pathlib.Path(folder)
        self.options, self.outputs, self.longest = list(map(str, options)), outputs, longest
        self.dice = random.Random(seed)
        self.kills, self.ends, self.before_checkpoint = 0, 0, 0
        self.unfinished = True
        (self.folder / "sub").mkdir(parents=True)

    def spelled(self, name):
        return self.dice.choice([name, f"./{name}", f"sub/../{name}", str(self.folder / name)])

    def command(self, stem, words):
        files = [word for option, suffix in self.outputs.items() for word in (option, self.spelled(stem + suffix))]
        return [str(self.program), *self.options, *files, *words, "--quiet"]

    def whole(self):
        done = subprocess.run(self.command("whole", ["--checkpoint", "none"]), cwd=self.folder, capture_output=True, encoding="utf-8",
                              errors="replace", timeout=LIMIT)
        if done.returncode != 0:
            raise Violation(f"{self.program.name} ends with code {done.returncode}: {done.stderr}")

    def start(self):
        checkpoints = ["--checkpoint", self.spelled("x.cp"), "--checkpoint-every", "0", "--resume", "auto"]
        return subprocess.Popen(self.command("parts", checkpoints), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, encoding="utf-8", errors="replace", env=dict(os.environ, CUDA_VISIBLE_DEVICES=""))

    def run(self, number):
        """Until the number of kills is reached, and to the end of the run that was killed last."""
        self.whole()
        while self.kills < number or self.unfinished:
            process = self.start()
            try:
                process.wait(self.dice.uniform(0, self.longest) if self.kills < number else LIMIT)
            except subprocess.TimeoutExpired:
                process.kill()
                if self.kills >= number:
                    raise Violation(f"{self.program.name} did not end within {LIMIT} s") from None
            said = process.communicate()[1]
            if process.returncode == 0:
                self.compare()
            elif process.returncode == -9:
                self.kills += 1
                self.unfinished = True
                self.check()
            else:
                raise Violation(f"{self.program.name} ended with code {process.returncode} after {self.kills} kills: {said}")

    def check(self):
        if not (self.folder / "x.cp").exists():
            self.before_checkpoint += 1
        for name in ("x.cp", "x.cp.previous"):
            file = self.folder / name
            if file.exists():
                try:
                    checkpoint.check(file.read_bytes())
                except checkpoint.Unsound as error:
                    raise Violation(f"{name} is unreadable after kill {self.kills}: {error}") from None

    def compare(self):
        for suffix in self.outputs.values():
            one, other = self.folder / f"whole{suffix}", self.folder / f"parts{suffix}"
            if contents(one) != contents(other):
                raise Violation(f"{other.name} is not that of a run that nobody has killed, after {self.kills} kills")
        self.ends += 1
        self.unfinished = False
        for file in self.folder.iterdir():
            if file.name.startswith(("parts", "x.cp")):
                shutil.rmtree(file) if file.is_dir() else file.unlink()

    def report(self):
        return (f"{self.program.name}: {self.kills} kills, {self.before_checkpoint} of them before the first checkpoint; {self.ends} runs ended, all "
                "with the files of a run that was not killed")


def contents(path):
    if path.is_dir():
        return {file.name: file.read_bytes() for file in path.iterdir() if not file.name.startswith(".jampack-")}
    return path.read_bytes()


def settle_kills(program, folder, seed):
    options = [SOURCE_DIR / "instances" / "scenes" / "shaken-box.json", "--time", "400ms", "--frame", "20ms"]
    return Kills(program, folder, options, {"--out": ".json", "--csv": ".csv", "--vtk": "-frames"}, 0.4, seed)


def trunkpack_kills(program, folder, mesh, seed):
    options = [mesh, "--box", "150x70x40", "--seed", "3", "--instances", "2", "--turns", "6", "--device", "cpu", "--threads", "1", "--archive", "none"]
    return Kills(program, folder, options, {"--out": ".box"}, 3, seed)
