# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Pages that a program makes from its options: the manual page and completion in shells."""
import re
import shutil
import subprocess
import unittest

import support


class OptionPages:
    """Tests for both programs; mixed into a ProgramTest."""

    def complete(self, *words):
        """What a real bash offers for the last of `words`."""
        self.write("completion.bash", self.run_program("--completion", "bash").out)
        script = ('source ./completion.bash || exit 1; program=$1; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_$program"; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, "bash", support.NAME, *words], cwd=self.folder, capture_output=True, text=True,
                              timeout=support.LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def options(self):
        return set(re.findall(r"(?m)^  (?:-h \[ )?--([a-z][a-z-]*)", self.run_program("--help", "all").out))

    @unittest.skipUnless(shutil.which("bash"), "bash is not here")
    def test_bash_completes_names_words_and_files_of_options(self):
        self.assertEqual(self.complete("--inst"), ["--instances"])
        self.assertEqual(set(self.complete("--")), {"--" + name for name in self.options()})
        self.assertEqual(self.complete("--progress", "o"), ["on", "off"])
        self.assertEqual(self.complete("--device", "c"), ["cpu", "cuda"])
        self.write("my packing.txt", "")
        self.assertEqual(" ".join(self.complete("--out", "my")), "my packing.txt")
        self.assertEqual(self.complete("--time", "1"), [])
        self.assertEqual(self.complete("arch"), ["archive"])

    @unittest.skipUnless(shutil.which("bash"), "bash is not here")
    def test_bash_knows_for_which_program_it_completes(self):
        script = f"source ./completion.bash && complete -p {support.NAME}"
        self.complete("")
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True, timeout=support.LIMIT)
        self.assertEqual(done.stdout, f"complete -F _{support.NAME} {support.NAME}\n")

    def test_completion_in_zsh_lists_every_option(self):
        text = self.run_program("--completion", "zsh").out
        self.assertEqual(text.splitlines()[0], f"#compdef {support.NAME}")
        self.assertEqual(set(re.findall(r"(?m)^  '\*?--([a-z-]+)\[", text)), self.options())

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not here")
    def test_zsh_can_read_it(self):
        self.write("_completion", self.run_program("--completion", "zsh").out)
        done = subprocess.run(["zsh", "-n", "_completion"], cwd=self.folder, capture_output=True, text=True, timeout=support.LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_completion_in_another_shell_is_refused(self):
        self.refused("--completion", "fish", says=["--completion is 'fish'", "bash or zsh"])

    @unittest.skipUnless(shutil.which("groff"), "groff is not here")
    def test_manual_page_is_set_without_a_warning_and_holds_every_option(self):
        page = self.run_program("--man").out
        done = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-P-c"], input=page, capture_output=True, text=True, timeout=support.LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        text = re.sub(r".\x08", "", done.stdout)
        self.assertEqual(set(re.findall(r"(?m)^ +(?:-h, )?--([a-z][a-z-]*)", text)) & self.options(), self.options())
        for part in ["NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES", "EXIT STATUS"]:
            self.assertRegex(text, rf"(?m)^{part}$")

    def test_pages_are_printed_whatever_else_is_given(self):
        for page in ["--help", "--man", "--version"]:
            self.assertEqual(self.run_program(page, "--seed", "-3").out, self.run_program(page).out)


class HelpTopics:
    """--help TOPIC in both programs."""

    def test_help_lists_the_usual_options_first_and_names_the_topics(self):
        text = self.run_program("--help").out
        self.assertIn("Common options", text)
        self.assertIn("--out", text)
        self.assertNotIn("--metrics", text)
        self.assertLess(len(text.splitlines()), 75)
        for topic in re.search(r"a topic being ([a-z, ]+),\s*or the name", text).group(1).split(", "):
            self.assertIn("--", self.run_program("--help", topic).out)

    def test_help_of_a_topic_is_the_options_of_that_group(self):
        text = self.run_program("--help", "output").out
        self.assertIn("--metrics", text)
        self.assertNotIn("--seed", text)
        self.assertNotIn("Examples", text)

    def test_help_of_an_option_is_that_option(self):
        text = self.run_program("--help", "threads").out
        self.assertIn("--threads N", text)
        self.assertEqual(text.count("--"), 1)

    def test_unknown_topic_is_refused_with_the_nearest_one(self):
        self.refused("--help", "serach", says=["--help serach", "did you mean search?"])


class DryRun:
    """--dry-run in both programs; `problem` is a short command line."""
    problem = []

    def test_dry_run_checks_the_options_and_does_nothing(self):
        result = self.run_program(*self.problem, "--dry-run")
        self.assertEqual((result.out, result.err, list(self.folder.iterdir())), ("", "", []))
        self.refused(*self.problem, "--dry-run", "--threads", "-1", says=["--threads"])
        self.refused(*self.problem, "--dry-run", "--quiet", "--verbose", says=["contradict"])
