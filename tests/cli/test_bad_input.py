# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Bad input: each kind ends with one clear line and its exit code, before anything is searched or written."""
import os
import resource
import signal
import subprocess
import unittest

import support


class Numbers(support.ProgramTest):
    def test_n_below_1(self):
        self.refused("--n", "0", says=["--n", "'0'"])
        self.refused("--n", "-5", says=["--n", "'-5'"])

    def test_n_beyond_every_search(self):
        self.refused("--n", "1000000000000", says=["--n", "2000000"])

    def test_problem_that_does_not_fit_says_how_much_memory_it_needs(self):
        # 2e3 circles times 1e8 packings: 3 TB for the coordinates alone.
        result = self.run_program("--n", "2000", "--instances", "100000000", "--device", "cpu", "--time", "5s", code=5)
        self.assertRegex(result.err, r"\d (KiB|MiB|GiB|TiB)")
        self.assertIn("--instances", result.err.splitlines()[-1])

    def test_n_beyond_the_searches_of_many_packings_names_the_one_that_takes_it(self):
        result = self.run_program("--n", "100000", "--search", "multistart", "--device", "cpu", "--time", "5s", code=5)
        self.assertIn("--search single", result.err.splitlines()[-1])

    def test_ladders_beyond_memory_are_refused_with_their_number(self):
        result = self.run_program("--n", "512", "--ladders", "100000", "--search", "multistart", "--device", "cpu", "--time", "1s", code=2)
        for text in ["--ladders 100000", "512 circles", "1.00 GiB"]:
            self.assertIn(text, result.err.splitlines()[-1])


class FilesOfRadii(support.ProgramTest):
    def test_radii_that_are_not_finite_and_positive_are_named_with_line_and_field(self):
        for bad in ["-1", "0", "nan", "inf", "-inf", "1e999", "0x10", "one", "1,5"]:
            with self.subTest(radius=bad):
                self.write("radii.txt", f"# radii\n1\n{bad}\n2\n")
                self.refused("--radii", "radii.txt", says=["radii.txt:3", bad])

    def test_empty_file(self):
        self.write("radii.txt", "")
        self.refused("--radii", "radii.txt", says=["radii.txt"])
        self.write("radii.txt", "# nothing but comments\n\n")
        self.refused("--radii", "radii.txt", says=["radii.txt"])

    def test_count_differs_from_n(self):
        self.write("radii.txt", "1\n2\n3\n")
        self.refused("--radii", "radii.txt", "--n", "4", says=["radii.txt", "3", "4"])

    def test_no_such_file(self):
        self.refused("--radii", "nowhere/radii.txt", says=["nowhere/radii.txt", "no such file"])

    def test_folder_instead_of_a_file(self):
        self.path("radii").mkdir()
        self.refused("--radii", "radii", says=["radii"])


class StartFiles(support.ProgramTest):
    def test_missing_empty_and_truncated_files(self):
        self.refused("--start", "none.circles", says=["none.circles"])
        self.write("start.circles", "")
        self.refused("--start", "start.circles", says=["start.circles"])
        self.write("start.circles", "3\n1 0 0\n2 5 0\n")
        self.refused("--start", "start.circles", says=["start.circles", "3", "2"])
        self.write("start.circles", "2\n1 0 0\n2 5\n")
        self.refused("--start", "start.circles", says=["start.circles:3"])

    def test_more_circles_than_announced(self):
        self.write("start.circles", "1\n1 0 0\n2 5 0\n")
        self.refused("--start", "start.circles", says=["start.circles"])

    def test_numbers_that_are_none_are_named_with_line_and_field(self):
        for bad in ["nan", "inf", "abc", "-1"]:
            with self.subTest(radius=bad):
                self.write("start.circles", f"2\n1 0 0\n{bad} 5 0\n")
                self.refused("--start", "start.circles", says=["start.circles:3", bad])

    def test_start_of_another_problem(self):
        self.write("start.circles", support.TWO_CIRCLES)
        self.refused("--start", "start.circles", "--n", "3", says=["3", "2 circles"])
        self.refused("--start", "start.circles", "--n", "2", "--radii", "equal", says=["start.circles", "radius"])

    def test_binary_file(self):
        self.path("start.circles").write_bytes(bytes(range(256)))
        self.refused("--start", "start.circles", says=["start.circles"])


class OutputFiles(support.ProgramTest):
    def test_unwritable_output_is_found_before_the_search(self):
        self.write("file", "")
        for option in ["--out", "--svg", "--json", "--packomania", "--log", "--stats"]:
            with self.subTest(option=option):
                # No time limit: a search that began would not end.
                self.refused("--n", "5", "--time", "0", option, "nowhere/x", says=["nowhere/x"])
                self.refused("--n", "5", "--time", "0", option, "file/x", says=["file/x"])

    def test_folder_instead_of_a_file(self):
        self.path("folder").mkdir()
        self.refused("--n", "5", "--time", "0", "--out", "folder", says=["folder"])

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_folder_without_permission(self):
        self.path("folder").mkdir(mode=0o555)
        self.refused("--n", "5", "--time", "0", "--out", "folder/x", says=["folder/x"])


class FullDisk(support.ProgramTest):
    """A limit on the size of files stands for a full disk: writing more fails."""

    @staticmethod
    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    def test_old_file_stays_intact_and_the_result_is_printed(self):
        self.write("best.circles", support.TWO_CIRCLES)
        result = self.run_program("--n", "12", *support.SHORT, "--out", "best.circles", code=2, preexec_fn=self.small_files,
                                  restore_signals=False)
        self.assertEqual(self.path("best.circles").read_text(), support.TWO_CIRCLES)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["best.circles"])
        self.assertIn("best.circles", result.err)
        self.assertGreater(result.radius(), 0)
        self.assertNotIn("written", result.out)

    @unittest.skipUnless(os.path.exists("/dev/full"), "this system has no /dev/full")
    def test_full_standard_output(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([support.PROGRAM, "--n", "5", *support.SHORT], cwd=self.folder, stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=support.LIMIT)
        self.assertEqual(done.returncode, 2)
        self.assertIn("standard output", done.stderr)
        self.assert_verified("linear-n5.circles")


class Devices(support.ProgramTest):
    """The environment hides every GPU (support.py)."""

    def test_cuda_without_a_gpu(self):
        self.refused("--n", "5", "--device", "cuda", says=["cuda", "--device cpu"], code=3)
        self.refused("--n", "5", "--device", "cuda:7", says=["cuda:7"], code=3)

    def test_auto_without_a_gpu_takes_the_cpu_and_says_so(self):
        result = self.run_program("--n", "3", "--trials", "50", "--instances", "2", "--seed", "1")
        self.assertRegex(result.err, r"(?m)^device +CPU")

    def test_unknown_device(self):
        self.refused("--n", "5", "--device", "gpu", says=["'gpu'", "cuda"])


if __name__ == "__main__":
    support.main()
