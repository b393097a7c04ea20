# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The main function of test files in Python: skipped cases are named on lines that scripts/test finds, and exit code 77 says that no case ran."""
import sys
import unittest

SKIP_CODE = 77


def main():
    result = unittest.main(exit=False).result
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}")
    ran = result.testsRun - sum(1 for test, _ in result.skipped if isinstance(test, unittest.TestCase))
    sys.exit(1 if not result.wasSuccessful() else SKIP_CODE if result.skipped and ran == 0 else 0)
