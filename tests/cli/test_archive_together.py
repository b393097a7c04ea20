# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Several processes on one archive, and kill -9 while one writes there."""
import sqlite3

import support
from test_archive import ArchiveTest, two_circles


class Together(ArchiveTest):
    COUNT = 200

    def write_series(self, name, first):
        """Files with ever better packings."""
        return [self.write(f"{name}{k}.circles", two_circles(first, 100 - k / 4)) for k in range(self.COUNT)]

    def import_all(self, *series):
        processes = [self.start("archive", "import", *files, "--archive", "a") for files in series]
        return [self.wait(process) for process in processes]

    def test_two_processes_lose_nothing(self):
        for result in self.import_all(self.write_series("p", 1), self.write_series("q", 2)):
            self.assertEqual(result.code, 0, result.err)
            self.assertEqual(result.out.count(": entered\n"), self.COUNT)
        self.assert_sound("a", 2 * self.COUNT)

    def test_processes_that_make_the_archive_together_all_begin(self):
        # One of them reads the file while another one makes its tables.
        for attempt in range(25):
            started = [self.start("--n", 5, *support.SHORT, "--out", f"{k}.circles", "--archive", f"new{attempt}") for k in range(6)]
            for result in [self.wait(search) for search in started]:
                self.assertEqual(result.code, 0, result.err)
                self.assertNotIn("warning", result.err)
            self.assertTrue(self.rows(f"new{attempt}"))
        self.assertEqual([path.name for path in self.folder.iterdir() if "corrupt" in path.name], [])

    def test_two_processes_on_one_problem_keep_a_history_that_only_gets_better(self):
        files = self.write_series("p", 1)
        results = self.import_all(files[::2], files[1::2])
        entered = sum(result.out.count(": entered\n") for result in results)
        values = [value for _, value, _ in self.rows("a")]
        self.assertEqual(len(values), entered)
        self.assertEqual(values, sorted(set(values), reverse=True))
        self.assertEqual(values[-1], 100 - (self.COUNT - 1) / 4)
        self.assert_sound("a", entered)

    def test_kill_at_any_moment_leaves_a_sound_archive_with_all_that_had_entered(self):
        files = self.write_series("p", 1)
        reached = 0
        for round_number in range(8):
            process = self.start("archive", "import", *files, "--archive", "a")
            if reached == self.COUNT:  # On a busy machine it may write all of them between two looks.
                break
            goal = min(reached + 3 * round_number + 1, self.COUNT)
            self.wait_for(lambda: self.path("a").exists() and self.sound_count() >= goal, process)
            process.kill()
            self.wait(process)
            count = len(self.rows("a"))
            self.assertGreaterEqual(count, goal)
            self.assert_sound("a", count)
            reached = count
        self.assertEqual(sorted(path.name for path in self.folder.iterdir() if "corrupt" in path.name), [])
        self.run_program("archive", "import", *files, "--archive", "a")
        self.assert_sound("a", self.COUNT)

    def sound_count(self):
        try:
            return self.rows("a", "SELECT count(*) FROM result")[0][0]
        except sqlite3.Error:  # Being made.
            return 0


if __name__ == "__main__":
    support.main()
