# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What is shown during a search, on a terminal and elsewhere."""
import os
import pty
import re
import subprocess

import support


class Console(support.ProgramTest):
    def on_terminal(self, *arguments):
        """Runs with standard error on a terminal; returns what appeared there."""
        try:
            controller, terminal = pty.openpty()
        except OSError as error:
            self.skipTest(f"this system has no pseudo-terminal to give: {error}")
        environment = dict(os.environ, CUDA_VISIBLE_DEVICES="", TERM="xterm")
        process = subprocess.Popen([support.PROGRAM, *arguments], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        shown = b""
        while True:
            # Linux reports an error where others report the end of the file.
            try:
                part = os.read(controller, 65536)
            except OSError:
                part = b""
            if not part:
                break
            shown += part
        os.close(controller)
        self.assertEqual(process.wait(timeout=support.LIMIT), 0)
        return shown.decode()

    def test_table_of_improvements_has_its_heading_once(self):
        text = self.run_program("--n", "12", *support.SHORT, "--verbose").err
        self.assertEqual(len(re.findall(r"(?m)^ +time \[s\] +R +gap +instance +move$", text)), 1)
        rows = re.findall(r"(?m)^ +\d+\.\d{3} +(\d+\.\d+) +(\S+) +\d+  \S+", text)
        self.assertGreater(len(rows), 0)
        radii = [float(radius) for radius, _ in rows]
        self.assertEqual(radii, sorted(radii, reverse=True))
        self.assertTrue(all(re.fullmatch(r"[+-]\d\.\d\de[+-]\d\d|reached", gap) for _, gap in rows), rows)

    def test_last_row_of_the_table_is_the_result_also_when_rows_are_held_back(self):
        result = self.run_program("--n", "12", *support.SHORT)
        rows = re.findall(r"(?m)^ +\d+\.\d{3} +(\d+\.\d{12}) ", result.err)
        self.assertEqual(float(rows[-1]), result.radius())

    def test_terminal_shows_a_bar_that_is_gone_at_the_end(self):
        text = self.on_terminal("--n", "8", "--time", "1s", "--device", "cpu", "--seed", "1")
        self.assertRegex(text, r"\r\x1b\[K\[[=> ]+\] 0:0\d ETA 0:0\d  \S+ trials/s  \d+ stagnated  R ")
        # Each bar is erased before other text comes, the last one too.
        last_bar = text.rindex("stagnated")
        self.assertIn("\r\x1b[K", text[last_bar:])

    def test_no_control_characters_elsewhere(self):
        self.assertNotRegex(self.run_program("--n", "8", "--time", "0.5s", "--device", "cpu").err, r"[\r\x1b]")

    def test_progress_off_shows_no_bar_but_the_table(self):
        text = self.on_terminal("--n", "8", "--time", "0.5s", "--device", "cpu", "--progress", "off")
        self.assertNotIn("stagnated", text)
        self.assertIn("instance", text)

    def test_progress_on_shows_a_bar_without_a_terminal(self):
        self.assertIn("stagnated", self.run_program("--n", "8", "--time", "0.5s", "--device", "cpu", "--progress", "on").err)

    def test_search_that_its_time_ended_says_how_to_go_on(self):
        result = self.run_program("--n", "8", "--time", "0.3s", "--device", "cpu")
        self.assertRegex(result.out, r"(?m)^ended by +time limit of 300ms$")
        self.assertIn("--start linear-n8.circles", result.err)


if __name__ == "__main__":
    support.main()
