# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What the last run of ctest did not test, why, and which package would enable it: read from ctest's log by scripts/test.

A test says so in a line `skipped: REASON` or `skipped: TEST CASE: REASON`, whether all of it was skipped or a part.
"""
import re
import sys

# What a reason speaks of, and the Debian packages that bring it.
PACKAGES = [("Chromium", "chromium"), ("NumPy", "python3-numpy"), ("SciPy", "python3-scipy"),
            ("three.js", "libjs-three"), ("MPI", "libopenmpi-dev openmpi-bin"),
            ("mpirun", "openmpi-bin"), ("archive", "libsqlite3-dev"), ("trunkpack", "libcgal-dev"), ("clang-format", "clang-format-14"),
            ("Python", "python3")]


def skipped(log):
    """{reason: names of tests}, in the order of the log."""
    found = {}
    for block in re.split(r"(?m)^(?=\d+/\d+ Testing: )", log):
        name = re.match(r"\d+/\d+ Testing: (.*)", block)
        for line in re.findall(r"(?m)^(?:lint: )?skipped[:,] (.*)", block) if name else []:
            reason = re.sub(r"^\S+\.\S+\.\S+: ", "", line)  # Without the name of a case of unittest.
            names = found.setdefault(reason, [])
            if name.group(1) not in names:
                names.append(name.group(1))
    return found


def packages(reason):
    named = re.search(r"\(Debian package ([^)]*)\)", reason)
    return named.group(1) if named else next((package for word, package in PACKAGES if word in reason), "")


def summary(log):
    lines = []
    for reason, names in skipped(log).items():
        needed = packages(reason)
        hint = f"; Debian package {needed}" if needed and "Debian package" not in reason else ""
        lines.append(f"  {reason}{hint}: {', '.join(names)}")
    return "\n".join(["Not tested here:", *lines]) if lines else "Nothing was skipped."


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        print(summary(file.read()))
