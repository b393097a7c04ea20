#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The Debian packages that cpack makes of a build: what is in them, what they depend on, whether their programs and libraries work."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import python_tests  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1))
CPACK = sys.argv.pop(1)

PROGRAM_IN_C = """#include <stdio.h>
#include "jam/c/jam.h"
int main(void) { printf("%s\\n", jam_version()); return 0; }
"""


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1200, check=False, **options)
    if result.returncode != 0:
        raise AssertionError(f"{command[0]} exited with {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout


@unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "dpkg-shlibdeps is not installed (Debian package dpkg-dev)")
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        path = pathlib.Path(cls.folder.name)
        run(CPACK, "--config", BUILD / "CPackConfig.cmake", "-B", path / "out", cwd=path)
        cls.files = {file.name.split("_")[0]: file for file in (path / "out").glob("*.deb")}
        cls.root = path / "root"
        for file in cls.files.values():
            run("dpkg-deb", "--extract", file, cls.root)

    def test_there_is_a_package_of_programs_and_one_of_libraries(self):
        self.assertEqual(sorted(self.files), ["jampack", "libjampack-dev"])
        self.assertNotIn("/lib/", run("dpkg-deb", "--contents", self.files["jampack"]))

    def test_it_depends_on_what_the_programs_link(self):
        depends = run("dpkg-deb", "--field", self.files["jampack"], "Depends")
        for package in ("libtbb12", "libc6", "libboost-program-options", "libfmt"):
            self.assertIn(package, depends)

    def test_the_programs_work_and_have_their_pages(self):
        packing = self.root / "five.circles"
        circlepack = self.root / "usr/bin/circlepack"
        run(circlepack, "--n", 5, "--time", "1s", "--quiet", "--device", "cpu", "--archive", "none", "--checkpoint", "none", "--out", packing)
        self.assertRegex(run(circlepack, "--verify", packing), r"^legal: n=5 R=9\.00139")
        for page in ("usr/share/man/man1/circlepack.1", "usr/share/bash-completion/completions/circlepack", "usr/share/doc/jampack/copyright"):
            self.assertGreater((self.root / page).stat().st_size, 1000, page)

    @unittest.skipUnless(shutil.which("pkg-config") and shutil.which("cc"), "pkg-config or cc is not installed (Debian package pkg-config)")
    def test_a_program_in_c_is_built_with_pkg_config(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.root / "usr/lib/pkgconfig")}
        flags = run("pkg-config", "--cflags", "--libs", "jampack", env=environment).split()
        source = self.root / "version.c"
        source.write_text(PROGRAM_IN_C)
        run("cc", source, "-o", self.root / "version", *flags)
        version = run("dpkg-deb", "--field", self.files["libjampack-dev"], "Version").strip()
        self.assertTrue(run(self.root / "version").startswith(version))


if __name__ == "__main__":
    python_tests.main()
