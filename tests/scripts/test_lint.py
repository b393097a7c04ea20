#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What scripts/lint refuses, in a small source tree of its own."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import python_tests  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "// SPDX-FileCopyrightText: 2026 The Jampack authors\n// SPDX-License-Identifier: MIT\n"


@unittest.skipUnless(shutil.which("clang-format-14"), "clang-format-14 is not installed")
class Lint(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("scripts/lint", "scripts/build.sh", ".clang-format"):
            (self.root / name).parent.mkdir(exist_ok=True)
            shutil.copy2(ROOT / name, self.root / name)
        for name in ("lib", "apps", "scenes", "tests"):
            (self.root / name).mkdir()
        self.write("lib/good.hpp", HEAD + "#pragma once\n")

    def write(self, name, text):
        (self.root / name).write_text(text)

    def lint(self):
        result = subprocess.run([self.root / "scripts" / "lint", "--format-only"], capture_output=True, text=True, timeout=300, check=False)
        return result.returncode, result.stderr

    def test_a_clean_tree_passes(self):
        self.assertEqual(self.lint(), (0, ""))

    def test_a_file_of_more_than_400_lines_is_refused(self):
        self.write("lib/long.cpp", HEAD + "int x;\n" * 398)
        self.assertEqual(self.lint(), (0, ""))
        self.write("lib/long.cpp", HEAD + "int x;\n" * 399)
        self.assertEqual(self.lint(), (1, "lib/long.cpp: 401 lines, at most 400: split it by concepts\n"))

    def test_a_folder_of_more_than_40_sources_is_refused(self):
        for number in range(39):
            self.write(f"lib/part{number}.hpp", HEAD)
        self.assertEqual(self.lint(), (0, ""))
        self.write("lib/part39.hpp", HEAD)
        self.assertEqual(self.lint(), (1, "lib: 41 sources, at most 40: make folders by subject\n"))

    def test_a_missing_licence_is_refused(self):
        self.write("apps/bare.cpp", "int x;\n")
        self.assertEqual(self.lint(), (1, "apps/bare.cpp:1: the two SPDX lines are missing\n"))

    def test_another_format_is_refused(self):
        self.write("apps/wide.cpp", HEAD + "int   x;\n")
        code, err = self.lint()
        self.assertEqual(code, 1)
        self.assertIn("apps/wide.cpp:3:4:", err)


if __name__ == "__main__":
    python_tests.main()
