#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The pages in Markdown: every link to a file or a heading of this repository leads somewhere."""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import python_tests  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests" / "bench").rglob("*.md")]


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?s)```.*?```", "", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        links = [(page, link) for page in PAGES for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))]
        self.assertGreater(len(links), 50)
        broken = []
        for page, link in links:
            if re.match(r"[a-z]+:", link):
                continue
            file, _, anchor = link.partition("#")
            target = (page.parent / file).resolve() if file else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{page.relative_to(ROOT)}: {link}")
        self.assertEqual(broken, [])

    def test_every_page_of_the_manual_is_reached_from_the_readme(self):
        reached, new = set(), {ROOT / "README.md"}
        while new:
            reached |= new
            linked = {(page.parent / link.partition("#")[0]).resolve() for page in new
                      for link in re.findall(r"\]\(([^)\s]+\.md(?:#[^)]*)?)\)", page.read_text(encoding="utf-8"))}
            new = {page for page in linked if page.exists()} - reached
        self.assertEqual([str(page.relative_to(ROOT)) for page in PAGES if page not in reached], ["CHANGELOG.md"])


if __name__ == "__main__":
    python_tests.main()
