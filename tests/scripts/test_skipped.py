#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The list of skipped tests that ends scripts/test, from a log of ctest."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import python_tests  # noqa: E402
import skipped_tests  # noqa: E402

LOG = """Start testing: Nov 22 16:55 UTC
----------------------------------------------------------
1/4 Testing: gpu_core
1/4 Test: gpu_core
Output:
----------------------------------------------------------
skipped: no device: no NVIDIA driver
<end of output>
Test Passed.

2/4 Testing: gpu_boxes
2/4 Test: gpu_boxes
skipped: no device: no NVIDIA driver
<end of output>

3/4 Testing: html_report
skipped: test_html_report.Page.test_boxes_are_shown: Chromium is not installed
skipped: test_html_report.Page.test_sections: Chromium is not installed
<end of output>

4/4 Testing: core
All tests passed
<end of output>
"""


class Skipped(unittest.TestCase):
    def test_reasons_are_listed_once_with_their_tests_and_packages(self):
        self.assertEqual(skipped_tests.summary(LOG).splitlines(),
                         ["Not tested here:",
                          "  no device: no NVIDIA driver: gpu_core, gpu_boxes",
                          "  Chromium is not installed; Debian package chromium: html_report"])

    def test_a_package_that_a_reason_names_is_taken(self):
        self.assertEqual(skipped_tests.packages("no NumPy (Debian package python3-numpy)"), "python3-numpy")

    def test_a_complete_run_says_so(self):
        self.assertEqual(skipped_tests.summary(LOG[LOG.index("4/4"):]), "Nothing was skipped.")


if __name__ == "__main__":
    python_tests.main()
