#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""scripts/run: what it passes on to setup and to the program; in a copy whose setup, CMake and program are played by scripts."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import python_tests  # noqa: E402

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for name in ("scripts/run", "scripts/build.sh"):
            self.play(name, (SCRIPTS / pathlib.Path(name).name).read_text())
        self.play("apps/circlepack/main.cpp", "")
        self.play("build/release/build.ninja", "")
        self.play("build/release/CMakeCache.txt", "JAMPACK_CUDA:STRING=OFF\n")
        self.play("build/release/configure-summary.txt", "  MPI       no\n")
        self.play("build/release/bin/circlepack", f'#!/bin/sh\necho "circlepack $*" >>{self.tree}/calls\nexit 7\n')
        self.play("scripts/setup", f'#!/bin/sh\necho "setup $*" >>{self.tree}/calls\n')
        self.play("tools/nvidia-smi", "#!/bin/sh\nexit 9\n")
        self.play("tools/cmake", f'#!/bin/sh\ncase "$*" in --preset*) echo "cmake $*" >>{self.tree}/calls ;; esac\n')

    def play(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def run_it(self, *arguments, code=7):
        """What setup, CMake (only where it configures) and the program were called with; `code` is the program's exit code."""
        (self.tree / "calls").write_text("")
        environment = {**os.environ, "PATH": f"{self.tree / 'tools'}:{os.environ['PATH']}"}
        done = subprocess.run([shutil.which("bash"), self.tree / "scripts" / "run", *arguments], env=environment, capture_output=True, text=True,
                              timeout=300, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return (self.tree / "calls").read_text().splitlines()

    def test_setup_is_quiet_and_installs_no_mpi_and_asks_unless_told_otherwise(self):
        self.assertEqual(self.run_it("circlepack", "--n", "8"), ["setup --quiet", "circlepack --n 8"])

    def test_yes_and_mpi_are_passed_on_to_setup(self):
        configured = "cmake --preset release -DJAMPACK_CUDA=OFF"
        self.assertEqual(self.run_it("--yes", "circlepack"), ["setup --quiet --yes", "circlepack "])
        self.assertEqual(self.run_it("--mpi", "circlepack"), ["setup --quiet --mpi", configured, "circlepack "])
        self.assertEqual(self.run_it("--yes", "--mpi", "circlepack", "--n", "8"), ["setup --quiet --yes --mpi", configured, "circlepack --n 8"])
        self.assertEqual(self.run_it("--mpi", "--yes", "circlepack"), ["setup --quiet --mpi --yes", configured, "circlepack "])

    def test_cad_is_passed_on_and_a_build_without_one_of_its_libraries_is_configured_again(self):
        for summary, configured in (("no OpenCASCADE (STEP), no assimp (glTF)", True), ("OpenCASCADE 7.6.3 (STEP), no assimp (glTF)", True),
                                    ("OpenCASCADE 7.6.3 (STEP), assimp (glTF)", False)):
            self.play("build/release/configure-summary.txt", f"  MPI       no\n  meshes      {summary}\n")
            self.assertEqual(self.run_it("--cad", "circlepack"),
                             ["setup --quiet --cad"] + ["cmake --preset release -DJAMPACK_CUDA=OFF"] * configured + ["circlepack "])

    def test_after_the_program_they_are_its_own(self):
        self.assertEqual(self.run_it("circlepack", "--yes", "--mpi"), ["setup --quiet", "circlepack --yes --mpi"])

    def test_a_build_that_has_mpi_is_not_configured_again(self):
        self.play("build/release/configure-summary.txt", "  MPI       yes\n")
        self.assertEqual(self.run_it("--mpi", "circlepack"), ["setup --quiet --mpi", "circlepack "])

    def test_the_first_build_has_device_code_only_where_a_gpu_is(self):
        for name in ("build.ninja", "CMakeCache.txt"):
            (self.tree / "build" / "release" / name).unlink()
        self.assertEqual(self.run_it("circlepack"), ["setup --quiet", "cmake --preset release -DJAMPACK_CUDA=OFF", "circlepack "])
        self.play("tools/nvidia-smi", "#!/bin/sh\necho GPU 0: one\n")
        self.assertEqual(self.run_it("circlepack"), ["setup --quiet", "cmake --preset release -DJAMPACK_CUDA=AUTO", "circlepack "])

    def test_a_gpu_that_came_later_is_used(self):
        self.play("tools/nvidia-smi", "#!/bin/sh\necho GPU 0: one\n")
        self.assertEqual(self.run_it("circlepack"), ["setup --quiet", "cmake --preset release -DJAMPACK_CUDA=AUTO", "circlepack "])

    def test_cuda_builds_device_code_without_a_gpu_and_it_stays(self):
        self.assertEqual(self.run_it("--cuda", "circlepack"), ["setup --quiet", "cmake --preset release -DJAMPACK_CUDA=ON", "circlepack "])
        self.play("build/release/CMakeCache.txt", "JAMPACK_CUDA:STRING=ON\n")
        self.assertEqual(self.run_it("--cuda", "circlepack"), ["setup --quiet", "circlepack "])
        self.assertEqual(self.run_it("circlepack"), ["setup --quiet", "circlepack "])

    def test_a_cuda_that_fails_does_not_stay(self):
        self.play("tools/cmake", f'#!/bin/sh\necho JAMPACK_CUDA:STRING=ON >{self.tree}/build/release/CMakeCache.txt\nexit 1\n')
        self.run_it("--cuda", "circlepack", code=1)
        self.assertEqual((self.tree / "build/release/CMakeCache.txt").read_text(), "JAMPACK_CUDA:STRING=OFF\n")

    def test_nothing_is_installed_for_a_program_that_there_is_not(self):
        self.assertEqual(self.run_it("--yes", "such", code=2), [])
        self.assertEqual(self.run_it("--such", "circlepack", code=2), [])

    def test_a_setup_that_fails_ends_it(self):
        self.play("scripts/setup", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.run_it("circlepack", code=1), [])


if __name__ == "__main__":
    python_tests.main()
