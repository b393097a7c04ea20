#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""scripts/fuzz: what counts as a fault of a command line, with a program that is played by a script."""
import importlib.machinery
import importlib.util
import os
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import python_tests  # noqa: E402

LOADER = importlib.machinery.SourceFileLoader("fuzz", str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "fuzz"))
fuzz = importlib.util.module_from_spec(importlib.util.spec_from_loader("fuzz", LOADER))
LOADER.exec_module(fuzz)


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def fault(self, body, *words):
        program = self.folder / "player"
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
        found = fuzz.fault_of([str(program), *words], self.folder, dict(os.environ), 5)
        return found and found[0]

    def refusal(self, message, *words):
        return self.fault(f"echo \"player: error: {message}\" >&2; exit 2", *words)

    def test_programs_are_found_from_any_folder(self):
        self.assertEqual(fuzz.folder_name("build/bin"), pathlib.Path.cwd() / "build" / "bin")

    def test_a_refusal_names_an_option_or_a_file_of_the_command_line(self):
        nameless = "message without file or option"
        words = ["--n=x", "--json=none/such.file", "--start=a", "--quiet"]
        for message in ("--n is 'x'", "none/such.file: cannot be opened", "'a': no such file", f"{self.folder}/b: is empty"):
            self.assertIsNone(self.refusal(message, *words), message)
        for message in ("that is wrong -- try again", "--trials is too large", "--number is 'x'", "no such.file", "leave out --quiet",
                        "a-b failed", "x"):
            self.assertEqual(self.refusal(message, *words), nameless, message)
        # A note before it that names one does not help.
        self.assertEqual(self.fault("echo 'note: --n' >&2; echo 'player: error: no' >&2; exit 2", *words), nameless)
        self.assertIsNone(self.refusal("archive show: a result must be named", "archive", "show"))
        self.assertEqual(self.refusal("archive list: no", "archive", "show"), nameless)

    def test_a_file_on_the_command_line_without_option_may_be_named(self):
        self.assertIsNone(self.refusal("none/such.file: no", "archive", "import", "none/such.file"))

    def test_any_lost_output_is_a_fault(self):
        for option in ("--json", "--stl", "--obj", "--step", "--compare", "--log", "--status", "--packomania"):
            self.assertEqual(self.fault("exit 0", f"{option}=/dev/full"), "lost output", option)
        self.assertIsNone(self.fault("exit 0", "--json=written"))

    def test_crashes_hangs_and_internal_errors_are_faults(self):
        self.assertEqual(self.fault("kill -SEGV $$", "--n=8"), "crash")
        self.assertEqual(self.fault("exit 1", "--n=8"), "internal error")
        self.assertEqual(self.fault("sleep 20", "--n=8"), "hang")


class Commands(unittest.TestCase):
    def test_a_seed_gives_the_same_command_line_and_all_options_and_commands_come_up(self):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / "results.sqlite").write_bytes(b"")
            tables = {"circlepack": fuzz.CIRCLEPACK, "trunkpack": fuzz.TRUNKPACK, "settle": fuzz.SETTLE}
            programs = {pathlib.Path(name): table for name, table in tables.items()}
            lines = [fuzz.command_line(random.Random(seed), programs, folder) for seed in range(1500)]
            self.assertEqual(lines[7], fuzz.command_line(random.Random(7), programs, folder))
        for program, table in programs.items():
            seen = {word.split("=")[0] for line in lines if line[0] == str(program) for word in line[1:]}
            self.assertLessEqual(set(table), seen)
        self.assertEqual({line[2] for line in lines if line[1] == "archive"}, set(fuzz.COMMANDS))


if __name__ == "__main__":
    python_tests.main()
