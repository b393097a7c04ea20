#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""scripts/setup: what it lists as missing, with a package manager that is played by a script, and with the real one."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import python_tests  # noqa: E402

SETUP = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "setup"

# Says of every package asked for that it is installed, but for those in the variable MISSING.
DPKG_QUERY = """#!/bin/sh
for word; do
  case " $MISSING --show --showformat " in *" $word "*) continue ;; esac
  case $word in *Package*) continue ;; esac
  echo "$word installed"
done
"""


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def play(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text)
        path.chmod(0o755)

    def run_setup(self, *arguments, missing="", path=None):
        environment = {**os.environ, "MISSING": missing, "PATH": path or f"{self.folder.name}:{os.environ['PATH']}"}
        result = subprocess.run([shutil.which("bash"), SETUP, *arguments], env=environment, capture_output=True, text=True, timeout=60,
                                check=False)
        return result.returncode, result.stdout, result.stderr

    def test_a_complete_system_misses_nothing(self):
        self.play("dpkg-query", DPKG_QUERY)
        self.play("apt-get", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.run_setup("--check", "--dev"), (0, "setup: nothing is missing\n", ""))
        self.assertEqual(self.run_setup("--check", "--quiet"), (0, "", ""))

    def test_missing_packages_are_named_and_nothing_is_installed(self):
        self.play("dpkg-query", DPKG_QUERY)
        self.play("apt-get", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.run_setup("--check", missing="catch2 libtbb-dev chromium"), (1, "setup: missing: libtbb-dev catch2\n", ""))
        self.assertEqual(self.run_setup("--check", "--dev", missing="chromium"), (1, "setup: missing: chromium\n", ""))

    def test_a_system_that_is_not_debian_gets_the_list(self):
        for tool in ("bash", "readlink", "dirname"):
            os.symlink(shutil.which(tool), pathlib.Path(self.folder.name) / tool)
        code, out, err = self.run_setup(path=self.folder.name)
        self.assertEqual((code, out), (0, ""))
        self.assertIn("libtbb-dev", err)

    def test_an_unknown_option_is_refused(self):
        code, out, err = self.run_setup("--chekc")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("unknown option --chekc", err)

    @unittest.skipUnless(os.environ.get("CI") == "true" and shutil.which("dpkg-query"), "a build server alone has installed everything")
    def test_a_build_server_misses_nothing(self):
        code, out, _ = self.run_setup("--check", "--dev")
        self.assertEqual((code, out), (0, "setup: nothing is missing\n"))


if __name__ == "__main__":
    python_tests.main()
