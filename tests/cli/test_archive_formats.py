# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What the commands of an archive read and write: JSON, the formats of a search, other kinds of results, files that are no archive."""
import json
import sqlite3
import uuid

import support
from test_archive import NAMESPACE, ArchiveTest


class Formats(ArchiveTest):
    def test_list_speaks_json_and_html(self):
        self.search(n=5)
        self.search(n=6)
        listed = json.loads(self.run_program("archive", "list", "a", "--json", "-").out)
        self.assertEqual((listed["schema"], listed["kind"]), ("jampack/archive-list/1", "circles"))
        self.assertEqual([(row["n"], row["problem"], row["id"]) for row in listed["problems"]], [(5, "linear", 1), (6, "linear", 2)])
        self.assertAlmostEqual(listed["problems"][0]["value"], 9.001397746050, delta=1e-9)
        self.assertEqual(self.run_program("archive", "list", "a", "--json", "list.json", "--html", "list.html").out, "")
        self.assertEqual(self.path("list.html").read_text().count("<tr>"), 3)
        self.assertEqual(json.loads(self.path("list.json").read_text()), listed)

    def test_export_speaks_the_formats_of_a_search(self):
        self.search(n=5)
        self.run_program("archive", "export", "a", "--n", "5", "--json", "p.json", "--svg", "p.svg", "--out", "p.circles")
        self.assertEqual(support.circle_rows(self.path("p.circles")), support.circle_rows(self.path("r.circles")))
        self.assertIn("<svg", self.path("p.svg").read_text())
        printed = self.run_program("archive", "export", "a", "--n", "5", "--json", "-").out
        self.assertEqual(printed, self.path("p.json").read_text())
        self.assertEqual(len(json.loads(printed)["circles"]), 5)
        for name in ["p.json", "p.circles"]:
            self.assert_verified(name, "--n", "5", "--radii", "linear")

    def test_a_file_that_is_no_archive_is_refused_and_left_as_it_is(self):
        self.write("notes.txt", "my notes\n" * 1000)
        self.refused("--n", "5", *support.SHORT, "--archive", "notes.txt", says=["notes.txt: is not an archive"])
        self.write("p.circles", support.TWO_CIRCLES)
        self.refused("archive", "import", "p.circles", "--archive", "notes.txt", says=["notes.txt: is not an archive"])
        self.assertEqual(self.path("notes.txt").read_text(), "my notes\n" * 1000)
        self.write("one", "x")
        for command in ["list", "verify"]:
            self.refused("archive", command, "one", says=["one: is not an archive"])

    def test_the_database_of_another_program_is_refused_before_the_search(self):
        connection = sqlite3.connect(self.path("theirs"))
        connection.execute("CREATE TABLE bookmark (url TEXT)")
        connection.close()
        before = self.path("theirs").read_bytes()
        self.refused("--n", "5", "--archive", "theirs", says=["theirs: is the database of another program"])
        self.assertEqual(self.path("theirs").read_bytes(), before)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["theirs"])

    def test_verify_names_results_of_other_kinds_that_it_skips(self):
        self.search(n=5)
        connection = sqlite3.connect(self.path("a"))
        definition = b"boxes/1\n"
        problem = str(uuid.uuid5(NAMESPACE, definition.decode()))
        connection.execute("INSERT INTO problem VALUES (?, 'boxes', 'trunk', ?)", (problem, definition))
        connection.execute("INSERT INTO result VALUES (2, ?, 1, 1.0, '', '', '', '', '', '', x'00')", (problem,))
        connection.commit()
        connection.close()
        out = self.run_program("archive", "verify", "a").out
        self.assertRegex(out, r"(?m)^skipped: 1 result of boxes, which trunkpack archive verify verifies$")
        self.assertRegex(out, r"(?m)^1 results of 1 problems: all of these legal$")


if __name__ == "__main__":
    support.main()
