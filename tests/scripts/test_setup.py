#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""scripts/setup: what it lists as missing, with a package manager that is played by a script, and with the real one; when it asks."""
import os
import pathlib
import pty
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
        result = subprocess.run([shutil.which("bash"), SETUP, *arguments], env=environment, capture_output=True, text=True, timeout=300,
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

    def test_open_mpi_is_wanted_only_when_asked_for(self):
        self.play("dpkg-query", DPKG_QUERY)
        self.play("apt-get", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.run_setup("--check", missing="openmpi-bin")[0], 0)
        self.assertEqual(self.run_setup("--check", "--mpi", missing="openmpi-bin"), (1, "setup: missing: openmpi-bin\n", ""))

    def test_readers_of_cad_files_are_wanted_only_when_asked_for_and_by_developers(self):
        self.play("dpkg-query", DPKG_QUERY)
        self.play("apt-get", "#!/bin/sh\nexit 1\n")
        missing = "libocct-data-exchange-dev libassimp-dev"
        self.assertEqual(self.run_setup("--check", missing=missing)[0], 0)
        for option in ("--cad", "--dev"):
            self.assertEqual(self.run_setup("--check", option, missing=missing), (1, f"setup: missing: {missing}\n", ""))

    def at_a_terminal(self, answer, *arguments):
        """The exit code, what the terminal showed, and what apt-get was called with, where somebody types `answer`."""
        self.play("dpkg-query", DPKG_QUERY)
        self.play("sudo", '#!/bin/sh\n[ "$1" = -v ] || exec "$@"\n')
        self.play("apt-get", f'#!/bin/sh\necho "$@" >>{self.folder.name}/installed\n')
        calls = pathlib.Path(self.folder.name) / "installed"
        calls.write_text("")
        master, slave = pty.openpty()
        process = subprocess.Popen([shutil.which("bash"), SETUP, *arguments], stdin=slave, stdout=slave, stderr=slave,
                                   env={**os.environ, "MISSING": "catch2", "PATH": f"{self.folder.name}:{os.environ['PATH']}"})
        os.close(slave)
        os.write(master, answer.encode())
        shown = b""
        try:
            while chunk := os.read(master, 4096):
                shown += chunk
        except OSError:  # So ends what a closed terminal is read from.
            pass
        os.close(master)
        return process.wait(60), shown.decode(), calls.read_text()

    def test_on_a_terminal_it_asks_before_it_installs(self):
        code, shown, calls = self.at_a_terminal("n\n")
        self.assertEqual((code, calls), (1, ""))
        self.assertIn("setup: these Debian packages are missing: catch2", shown)
        self.assertIn("nothing was installed", shown)
        code, shown, calls = self.at_a_terminal("y\n")
        self.assertEqual(code, 0, shown)
        self.assertIn("install --yes --no-install-recommends catch2", calls)

    def test_the_option_yes_asks_nothing(self):
        code, shown, calls = self.at_a_terminal("", "--yes")
        self.assertEqual(code, 0, shown)
        self.assertNotIn("[Y/n]", shown)
        self.assertIn("catch2", calls)

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
