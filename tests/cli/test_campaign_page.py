# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The report of a campaign in a real browser. Skipped where there is no Chromium."""
import chromium
import support
from test_campaign import TINY, CampaignTest


class ReportPage(CampaignTest):
    def test_the_page_can_be_sorted_and_asks_for_nothing(self):
        program = chromium.find()
        self.run_program(self.campaign(TINY), "--report", "page.html", "--quiet")
        with chromium.Browser(program) as browser:
            browser.open(self.path("page.html").as_uri())
            column = "[...document.querySelectorAll('tbody tr')].map((row) => row.cells[0].textContent)"
            self.assertEqual(browser.evaluate(column), ["5", "6", "7", "8"])
            for expected in (["5", "6", "7", "8"], ["8", "7", "6", "5"]):
                browser.evaluate("document.querySelectorAll('th button')[1].click()")
                self.assertEqual(browser.evaluate(column), expected)
            self.assertEqual(browser.evaluate("document.querySelectorAll('th')[1].getAttribute('aria-sort')"), "descending")
            figures = browser.evaluate("[...document.querySelectorAll('.charts figure')].map((figure) => [figure.textContent, figure.querySelectorAll('path').length])")
            self.assertEqual(len(figures), 4)
            for (text, curves), n in zip(figures, (5, 6, 7, 8)):
                self.assertIn(f"n = {n}", text)
                self.assertGreaterEqual(curves, 1, text)
            self.assertEqual(browser.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"
                                              ".filter((name) => !name.startsWith('data:'))"), [])
            self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), 900)
            self.assertEqual(browser.console_errors(), [])


if __name__ == "__main__":
    support.main()
