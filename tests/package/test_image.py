#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The image of the Dockerfile: it is built, and its programs work on a folder of the user. Only on a build server (CI is set), as it takes
minutes and compiles everything anew; skipped where there is no Docker, or the image that it begins from cannot be fetched."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
import python_tests  # noqa: E402

IMAGE = "jampack-test"


def docker(*words, limit=120):
    return subprocess.run(["docker", *map(str, words)], capture_output=True, text=True, timeout=limit, check=False)


def reason_to_skip():
    if not os.environ.get("CI"):
        return "the image is built where CI is set only"
    if not shutil.which("docker") or docker("info").returncode != 0:
        return "Docker does not run here (Debian package docker.io)"
    base = re.search(r"(?m)^FROM (\S+)", (ROOT / "Dockerfile").read_text()).group(1)
    if docker("pull", base).returncode != 0:
        return f"the image {base} cannot be fetched"
    return None


class Image(unittest.TestCase):
    def test_its_programs_work_on_the_files_of_a_folder(self):
        if reason := reason_to_skip():
            self.skipTest(reason)
        built = docker("build", "--tag", IMAGE, ROOT, limit=1700)
        self.assertEqual(built.returncode, 0, built.stdout[-4000:] + built.stderr[-4000:])
        self.addCleanup(docker, "rmi", "--force", IMAGE)
        with tempfile.TemporaryDirectory() as folder:
            words = ["run", "--rm", "--user", f"{os.getuid()}:{os.getgid()}", "--volume", f"{folder}:/data", IMAGE]
            ran = docker(*words, "circlepack", "--n", 5, "--time", "1s", "--quiet", "--out", "five.circles")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            self.assertRegex(docker(*words, "circlepack", "--verify", "five.circles").stdout, r"^legal: n=5 R=9\.00139")
            self.assertTrue((pathlib.Path(folder) / "five.circles").is_file())


if __name__ == "__main__":
    python_tests.main()
