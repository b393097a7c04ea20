# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The page in a real browser, driven by Playwright.

    test_page.py PROGRAMS PICTURES PART

PROGRAMS is the folder of the built programs; pictures of what was tested go to the folder PICTURES. PART is one of the scripts here without
its suffix. Skipped where Chromium, Node.js, playwright-core (`npm ci` in this folder) or the page of the programs is missing.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIP_CODE = 77
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def missing(programs):
    """Why the tests cannot run here; None: they can."""
    if not any(map(shutil.which, CHROMIUM)):
        return "Chromium is not installed (Debian package chromium)"
    if not shutil.which("node"):
        return "Node.js is not installed (Debian package nodejs)"
    if not (HERE / "node_modules" / "playwright-core").is_dir():
        return "playwright-core is not installed (npm ci --prefix tests/page)"
    if not (programs / "packview").exists():
        return "packview was not built (it needs CGAL)"
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([programs / "settle", "--scene", "pile", "--time", "1ms", "--html", os.path.join(folder, "page.html"), "--dry-run", "--quiet"],
                             capture_output=True, text=True, check=False)
    return "this build has no three.js (Debian package libjs-three)" if "three.js" in run.stderr else None


def main():
    programs, pictures, part = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    reason = missing(programs)
    if reason:
        print(f"skipped: {reason}")
        return SKIP_CODE
    pictures.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, JAM_PROGRAMS=str(programs), JAM_PICTURES=str(pictures),
                       JAM_CHROMIUM=next(filter(None, map(shutil.which, CHROMIUM))))
    return subprocess.run([shutil.which("node"), HERE / f"{part}.mjs"], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
