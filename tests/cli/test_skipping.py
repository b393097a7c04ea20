# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Tests that need a browser say that they were skipped where there is none, by exit code 77."""
import os
import pathlib
import subprocess
import sys

import support


class Skipping(support.ProgramTest):
    def test_browser_tests_are_skipped_without_a_browser(self):
        empty = self.path("empty")
        empty.mkdir()
        for name in ("test_html_report.py", "test_campaign_page.py"):
            with self.subTest(name=name):
                script = pathlib.Path(__file__).with_name(name)
                done = subprocess.run([sys.executable, "-B", script, support.PROGRAM], env={**os.environ, "PATH": str(empty)},
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, support.SKIP_CODE, done.stdout + done.stderr)
                self.assertIn("Chromium is not installed", done.stdout)


if __name__ == "__main__":
    support.main()
