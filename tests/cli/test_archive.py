# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The archive from outside: what enters, what comes out, damage, full disk."""
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import uuid

import support

CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "circles.py"
NAMESPACE = uuid.UUID("d5faffdd-0154-4a2b-965d-0ca5f8d199b0")


def two_circles(first, radius):
    """Radii first and 2 in a circle of this radius, legal where it is at least first + 2."""
    return f"# enclosing-radius: {radius}\n2\n{first} {radius - first} 0\n2 {2 - radius} 0\n"


class ArchiveTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        built = self.wait(self.start("archive", "list", "nowhere"))
        if "this build has no archive" in built.err:
            self.skipTest("this build has no archive")

    def rows(self, name, query="SELECT id, value, time FROM result ORDER BY id"):
        """What the database holds, by another reader of the format."""
        connection = sqlite3.connect(self.path(name))
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def search(self, *arguments, n=5, archive="a", **settings):
        return self.run_program("--n", n, *support.SHORT, "--out", "r.circles", "--archive", archive, **settings)

    def assert_sound(self, name, results):
        out = self.run_program("archive", "verify", name).out
        self.assertRegex(out, rf"^{results} results of \d+ problems: all legal$")


class Search(ArchiveTest):
    def test_result_is_archived_listed_shown_and_exported(self):
        result = self.search(n=5)
        self.assertRegex(result.out, r"(?m)^archive +new best in a$")
        lines = self.run_program("archive", "list", "a").out.splitlines()
        self.assertEqual(len(lines), 2)
        self.assertIn("9.001397746050", lines[1])
        self.assertIn("linear", lines[1])
        shown = self.run_program("archive", "show", "a", "--n", "5").out
        for text in ["linear", "seed          1", "--search multistart", "CPU"]:
            self.assertIn(text, shown)
        self.assertEqual(self.run_program("archive", "show", "a", "--id", "1").out, shown)
        self.assert_sound("a", 1)

    def test_database_holds_what_the_documents_say(self):
        self.search(n=3)
        (problem, definition), = self.rows("a", "SELECT id, definition FROM problem")
        self.assertEqual(definition, b"circles/1\n1\n2\n3\n")
        self.assertEqual(problem, str(uuid.uuid5(NAMESPACE, definition.decode())))
        row, = self.rows("a", "SELECT problem, count, value, seed, options, version, device, time, text, checksum FROM result")
        value = support.annotation(self.path("r.circles"), "enclosing-radius")
        self.assertEqual(row[2], float(value))
        fields = [row[0], "3", value, *row[3:8], row[8].decode()]
        text = "".join(f"{len(field.encode())}:{field}," for field in fields)
        self.assertEqual(row[9], str(uuid.uuid5(NAMESPACE, text)))
        self.assertEqual(self.rows("a", "PRAGMA journal_mode"), [("wal",)])

    def test_only_better_results_enter(self):
        self.write("far.circles", two_circles(1, 4))
        self.run_program("archive", "import", "far.circles", "--archive", "a")
        self.assertRegex(self.search(n=2).out, r"(?m)^archive +new best in a$")
        self.assertRegex(self.search(n=2).out, r"(?m)^archive +a holds R = 3\.0+, as good$")
        self.assertEqual(len(self.rows("a")), 2)
        self.assertIn("     3", self.run_program("archive", "list", "a").out)

    def test_archive_of_the_user_is_the_default_and_none_switches_it_off(self):
        self.run_program("--n", "2", *support.SHORT, "--archive", "none", "--out", "r.circles")
        self.assertEqual(list(self.data.iterdir()), [])
        self.run_program("--n", "2", *support.SHORT, "--out", "r.circles")
        self.assertTrue((self.data / "jampack" / "archive.sqlite").exists())
        self.assertIn("linear", self.run_program("archive", "list").out)
        # Nothing of it stands where the user works.
        self.assertEqual([path.name for path in self.folder.iterdir()], ["r.circles"])

    def test_archive_does_not_change_the_result(self):
        self.search(n=12)
        first = self.path("r.circles").read_text()
        self.search(n=12)
        self.assertEqual(self.path("r.circles").read_text(), first)
        self.search(n=12, archive="none")
        self.assertEqual(self.path("r.circles").read_text(), first)

    def test_killed_search_has_left_its_best_packing(self):
        process = self.start("--n", "60", "--time", "0", "--device", "cpu", "--seed", "1", "--out", "r.circles", "--archive", "a")
        self.wait_for(lambda: self.path("a").exists() and self.path("a").stat().st_size and self.count("a") > 0, process)
        process.kill()
        self.wait(process)
        self.assert_sound("a", len(self.rows("a")))

    def count(self, name):
        try:
            return self.rows(name, "SELECT count(*) FROM result")[0][0]
        except sqlite3.Error:  # Not made yet, or being made.
            return 0


class ImportAndExport(ArchiveTest):
    def test_export_is_byte_for_byte_what_was_imported(self):
        text = two_circles(1, 3) + "# note: kept as it stands, caf\xe9\r\n"
        self.path("mine.circles").write_bytes(text.encode("latin-1"))
        self.run_program("archive", "import", "mine.circles", "--archive", "a")
        self.run_program("archive", "export", "a", "--id", "1", "--out", "back.circles")
        self.assertEqual(self.path("back.circles").read_bytes(), text.encode("latin-1"))

    def test_exported_result_is_what_the_search_wrote_and_legal(self):
        self.search(n=10)
        self.run_program("archive", "export", "a", "--n", "10", "--out", "back.circles")
        written = re.sub(r"# trials: .*\n", "", self.path("r.circles").read_text())
        self.assertEqual(self.path("back.circles").read_text(), written)
        self.assert_verified("back.circles", "--n", "10", "--radii", "linear")
        self.assertEqual(self.run_program("archive", "export", "a", "--id", "1").out, written)
        if CHECKER.exists():
            subprocess.run([sys.executable, "-B", CHECKER, "back.circles", "--n", "10"], cwd=self.folder, check=True, capture_output=True)

    def test_illegal_packing_is_refused_and_does_not_keep_others_out(self):
        self.write("bad.circles", support.TWO_CIRCLES_OVERLAPPING)
        self.write("good.circles", support.TWO_CIRCLES)
        self.write("notes.txt", "these are my notes\n")
        result = self.run_program("archive", "import", "bad.circles", "good.circles", "--archive", "a", code=4)
        self.assertRegex(result.err, "refused: bad.circles: illegal: circles .* overlap")
        self.assertIn("good.circles: 2 linear, R = 3.000000000000: entered", result.out)
        self.run_program("archive", "import", "notes.txt", "--archive", "a", code=2)
        self.assert_sound("a", 1)

    def test_source_that_cannot_be_read_does_not_keep_others_out(self):
        self.write("bad.circles", support.TWO_CIRCLES_OVERLAPPING)
        self.write("notes.txt", "these are my notes\n")
        self.write("good.circles", support.TWO_CIRCLES)
        for sources in [["bad.circles", "notes.txt"], ["notes.txt", "bad.circles"]]:
            result = self.run_program("archive", "import", *sources, "good.circles", "--archive", "a", code=2)
            self.assertEqual(result.err.count("refused: "), 2)
        self.assertEqual(len(self.rows("a")), 1)
        self.search(n=5, archive="b")
        self.search(n=6, archive="c")
        result = self.run_program("archive", "merge", "notes.txt", "b", "nowhere", "c", "--archive", "a", code=2)
        self.assertEqual(result.out, "".join(f"{name}: 1 entered, 0 no better than what the archive holds, 0 refused\n" for name in "bc"))
        lines = result.err.splitlines()
        self.assertEqual(len(lines), 2, result.err)
        self.assertRegex(lines[0], "^not merged: notes.txt: is not an archive")
        self.assertEqual(lines[1], "not merged: nowhere: there is no archive: check the name")
        self.assert_sound("a", 3)

    def test_archive_that_fails_midway_has_told_what_entered(self):
        files = [self.write(f"{k}.circles", two_circles(1, 100 - k) + "# filling: " + "x" * 20000 + "\n") for k in range(20)]
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (150000, 150000))
        result = self.run_program("archive", "import", *files, "--archive", "a", code=2, preexec_fn=limit, restore_signals=False)
        self.assertEqual(result.out.count(": entered\n"), len(self.rows("a")))
        self.assertGreater(len(self.rows("a")), 0)

    def test_other_formats_and_roundings_become_the_exact_problem(self):
        # Radii of the square-root family with 13 digits: legal to its digits alone.
        self.write("rough.circles", "# enclosing-radius: 2.4142135623732\n2\n1 1.4142135623732 0\n1.4142135623731 -1 0\n")
        self.write("plain.xyr", "2 0 1\n-1 0 2\n")
        self.run_program("archive", "import", "rough.circles", "plain.xyr", "--archive", "a")
        definitions = self.rows("a", "SELECT definition FROM problem ORDER BY definition")
        self.assertEqual(definitions, [(b"circles/1\n1\n1.4142135623730951\n",), (b"circles/1\n1\n2\n",)])
        self.assert_sound("a", 2)

    def test_pck_is_imported_and_exported(self):
        third = "0.333333333333333"
        self.write("two.pck", f"{2 / 3:.15f}\nA. Uthor\n{2 / 3:.15f} 0 {third}\n-{third} 0 {2 / 3:.15f}\n")
        self.run_program("archive", "import", "two.pck", "--archive", "a")
        self.run_program("archive", "export", "--n", "2", "--archive", "a", "--out", "back.pck")
        first, names, *rows = self.path("back.pck").read_text().splitlines()
        self.assertAlmostEqual(float(first), 2 / 3, delta=1e-9)
        self.assertTrue(names.startswith("circlepack "))
        self.assertEqual(len(rows), 2)
        self.run_program("--verify", "back.pck")

    def test_problem_of_the_file_must_be_the_one_that_is_named(self):
        self.write("two.circles", support.TWO_CIRCLES)
        self.run_program("archive", "import", "two.circles", "--n", "2", "--radii", "equal", "--archive", "a", code=4)

    def test_two_archives_merge(self):
        self.search(n=5, archive="a")
        self.search(n=5, archive="b")
        self.search(n=6, archive="b")
        out = self.run_program("archive", "merge", "b", "--archive", "a").out
        self.assertEqual(out, "b: 1 entered, 1 no better than what the archive holds, 0 refused\n")
        self.assert_sound("a", 2)
        self.assertEqual(self.rows("b", "SELECT time, text FROM result WHERE id = 2"),
                         self.rows("a", "SELECT time, text FROM result WHERE id = 2"))

    def test_forged_row_is_found(self):
        self.search(n=5)
        connection = sqlite3.connect(self.path("a"))
        connection.execute("UPDATE result SET value = value - 1")
        connection.commit()
        connection.close()
        self.assertIn("illegal: result 1", self.run_program("archive", "verify", "a", code=4).out)
        self.refused("archive", "export", "a", "--id", "1", says=["result 1", "damaged"])

    def test_uses_that_make_no_sense(self):
        self.search(n=5)
        cases = [(["archive"], "list, show"), (["archive", "lst"], "did you mean list?"),
                 (["archive", "foo"], "'foo' is not a command of archive: list, show, export, import, merge or verify is needed"),
                 (["archive", "export", "a", "--n", "11"], "no result of 11 linear"), (["archive", "list", "a", "b"], "'b'"),
                 (["archive", "list", "a", "--archive", "a"], "given twice"), (["archive", "import"], "at least one file"),
                 (["archive", "show", "a"], "--id K"), (["archive", "show", "a", "--id", "99"], "no result 99"),
                 (["archive", "show", "a", "--n", "7"], "no result of 7 linear"), (["archive", "list", "x"], "there is no archive"),
                 (["archive", "list", "a", "--time", "5s"], "no effect"), (["archive", "list", "a", "--id", "1"], "no effect"),
                 (["archive", "list", "r.circles"], "r.circles: is not an archive"), (["--n", "5", "--id", "1"], "no effect"),
                 (["--verify", "r.circles", "--archive", "a"], "no effect"), (["--n", "5", "--out", "a", "--archive", "a"], "same file"),
                 (["archive", "export", "a", "--id", "1", "--out", "a"], "same file")]
        for arguments, says in cases:
            with self.subTest(arguments=arguments):
                self.refused(*arguments, says=[says])


class Errors(ArchiveTest):
    def assert_search_went_on(self, result):
        self.assertGreater(result.radius(), 0)
        self.assertNotRegex(result.out, r"(?m)^archive ")
        self.assertEqual(result.err.count("warning: "), 1, result.err)
        self.assert_verified("r.circles")

    def test_damaged_archives_are_set_aside_and_nothing_is_overwritten(self):
        self.search(n=5)
        whole = self.path("a").read_bytes()
        damaged = [whole[:100] + b"garbage " * 499 + whole[4092:], whole[:len(whole) // 2 + 100]]
        for k, content in enumerate(damaged):
            self.path(f"b{k}").write_bytes(content)
            self.assertIn("it is damaged; `archive merge` takes over", self.run_program("archive", "verify", f"b{k}", code=2).err)
            self.path("a").write_bytes(content)
            result = self.search("--quiet", n=5 + k)
            self.assertIn("set aside as", result.err)
            self.assertRegex(result.out, r"(?m)^archive +new best in a$")
        self.assertEqual([self.path(f"a.corrupt-{k}").read_bytes() for k in (1, 2)], damaged)
        self.assert_sound("a", 1)

    def test_newer_schema_is_left_alone(self):
        self.search(n=5)
        connection = sqlite3.connect(self.path("a"))
        connection.execute("PRAGMA user_version = 99")
        connection.close()
        before = self.path("a").read_bytes()
        self.refused("archive", "list", "a", says=["newer version (schema 99"])
        result = self.search(n=6)
        self.assertIn("newer version", result.err)
        self.assert_search_went_on(result)
        self.assertEqual(self.path("a").read_bytes(), before)

    def test_archive_that_cannot_be_made(self):
        # Not even root makes folders in /proc.
        result = self.search(archive="/proc/jampack/archive")
        self.assertIn("not archived", result.err)
        self.assert_search_went_on(result)

    def test_folder_that_can_only_be_read(self):
        self.path("folder").mkdir()
        self.search(archive="folder/a")
        self.path("folder").chmod(0o555)
        self.addCleanup(self.path("folder").chmod, 0o755)
        somebody = {}
        if os.geteuid() == 0:  # Root may write everywhere, somebody else may not.
            somebody = {"user": 65534, "group": 65534, "extra_groups": []}
            self.folder.chmod(0o777)
            self.path("r.circles").unlink()
            try:
                self.wait(self.start("--version", **somebody))
            except PermissionError:
                self.skipTest("the program is where root alone can start it")
        self.assertIn("linear", self.run_program("archive", "list", "folder/a", **somebody).out)
        self.assert_search_went_on(self.search(n=6, archive="folder/a", **somebody))
        self.path("folder/a").chmod(0)
        if somebody:
            self.assertIn("check the name and the permissions", self.run_program("archive", "list", "folder/a", code=2, **somebody).err)

    def test_home_where_nothing_can_be_written(self):
        os.environ["XDG_DATA_HOME"] = str(self.path("no-folder"))
        self.write("no-folder", "a file where a folder should be")
        result = self.run_program("--n", "5", *support.SHORT, "--out", "r.circles")
        self.assert_search_went_on(result)

    def test_archive_that_another_process_holds(self):
        self.search(n=5)
        connection = sqlite3.connect(self.path("a"))
        connection.execute("BEGIN EXCLUSIVE")
        result = self.search(n=6)
        self.assertIn("another process", result.err)
        self.assert_search_went_on(result)
        connection.close()
        self.assertRegex(self.search(n=6).out, r"(?m)^archive +new best in a$")

    def limited(self, size):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return {"preexec_fn": limit, "restore_signals": False}

    def test_full_disk_while_the_archive_is_made(self):
        for size in [1000, 5000, 20000]:
            with self.subTest(size=size):
                result = self.search(n=5, archive=f"a{size}", **self.limited(size))
                self.assertIn("not archived", result.err)
                self.assert_search_went_on(result)
        # With room again, each of them works.
        for size in [1000, 5000, 20000]:
            self.assertRegex(self.search(n=5, archive=f"a{size}").out, r"(?m)^archive +new best in")

    def test_full_disk_leaves_what_the_archive_holds(self):
        files = [self.write(f"{k}.circles", two_circles(1, 100 - k) + "# filling: " + "x" * 20000 + "\n") for k in range(20)]
        stopped = self.run_program("archive", "import", *files, "--archive", "a", code=2, **self.limited(150000))
        self.assertIn("free some space", stopped.err)
        held = len(self.rows("a"))
        self.assertGreater(held, 0)
        self.assertLess(held, 20)
        self.assert_sound("a", held)
        self.run_program("archive", "import", *files, "--archive", "a")
        self.assert_sound("a", 20)

    def test_full_file_system(self):
        place = self.path("small")
        place.mkdir()
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "jampack-test", place],
                                               capture_output=True).returncode != 0:
            self.skipTest("only root can mount a small file system, and not everywhere")
        self.addCleanup(subprocess.run, ["umount", place], check=True)
        self.search(n=5, archive="small/a")
        filling = place / "filling"
        try:
            with open(filling, "wb", buffering=0) as file:
                while True:
                    file.write(b"x" * 4096)
        except OSError:
            pass
        result = self.search(n=6, archive="small/a")
        self.assertIn("not archived", result.err)
        self.assert_search_went_on(result)
        filling.unlink()
        self.assertRegex(self.search(n=6, archive="small/a").out, r"(?m)^archive +new best in")
        self.assert_sound("small/a", 2)


if __name__ == "__main__":
    support.main()
