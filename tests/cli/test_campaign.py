# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Campaigns: worked through to the end, whatever happens in between; and their report."""
import html.parser
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

import chromium
import support
import trunks

TINY = {"schema": "jampack/campaign/1", "name": "Tiny", "archive": "none", "slice": 0.5, "devices": "cpu", "threads": 1, "seeds": 2,
        "entries": [{"problem": {"radii": "linear", "n": "5..8"}, "time": "1s"}]}
# Nothing ends these but their time.
LONG = {"schema": "jampack/campaign/1", "archive": "none", "slice": 0.3, "devices": ["cpu", "cpu"], "threads": 1, "seeds": 2,
        "entries": [{"problem": {"radii": "linear", "n": "22..24"}, "time": 0.9, "target": "none"},
                    {"problem": {"radii": "linear", "n": [5, 6]}, "time": 5, "share": 3}]}
ENDLESS = {**LONG, "entries": [{"problem": {"n": "30..31"}, "target": "none"}]}


class Page(html.parser.HTMLParser):
    """The rows of the tables of a page; fails on tags that do not match."""
    VOID = {"meta", "link", "br", "path", "circle"}

    def __init__(self, text):
        super().__init__()
        self.open, self.rows, self.ids, self.cell = [], [], [], None
        self.charts = []  # The problems whose curves web/chart.js draws.
        self.feed(text)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag, attributes):
        if tag in self.VOID:
            return
        self.open.append(tag)
        self.in_charts = dict(attributes).get("id") == "charts"
        if tag == "tr":
            self.rows.append([])
            self.ids.append(dict(attributes).get("id"))
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open, self.getpos())
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] == "script" and self.in_charts:
            self.charts = json.loads(data)["problems"]
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data

    def row(self, name):
        return self.rows[self.ids.index(name)]


CIRCLEPACK = str(pathlib.Path(support.PROGRAM).with_name("circlepack"))


class CampaignTest(support.ProgramTest):
    def run_circlepack(self, *arguments):
        done = subprocess.run([CIRCLEPACK, *map(str, arguments)], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def assert_verified(self, name, *options):
        self.assertIn("legal: ", self.run_circlepack("--verify", name, *options))

    def campaign(self, content, name="c.json"):
        return self.write(name, json.dumps(content))

    def state(self, folder="c"):
        content = json.loads((self.path(folder) / "campaign-state.json").read_text())
        return {record["id"]: record for record in content["searches"]}

    def page(self, folder="c"):
        return Page((self.path(folder) / "report.html").read_text())

    def children(self):
        """Processes that work in this test's folder."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    words = (entry / "cmdline").read_bytes().split(b"\0")
                except OSError:
                    continue
                if any(word.startswith(os.fsencode(self.folder.resolve() / "c" / "searches")) for word in words):
                    found.append(int(entry.name))
        return found

    def under_way(self, content):
        """Starts a campaign and waits until some slices are over."""
        process = self.start(self.campaign(content))
        report = self.path("c") / "report.html"
        self.wait_for(lambda: report.exists() and 'standing">running<' in report.read_text() and
                      sum(record["slices"] for record in self.state().values()) >= 3, process)
        return process


class WorkingThrough(CampaignTest):
    def test_a_tiny_campaign_runs_to_its_end(self):
        result = self.run_program(self.campaign(TINY))
        self.assertRegex(result.out, r"(?m)^problems +4, 4 with a best known radius: 4 reached$")
        self.assertRegex(result.out, r"(?m)^ended by +everything is done$")
        state = self.state()
        self.assertEqual(sorted(state), [f"linear-n{n}-seed{seed}" for n in range(5, 9) for seed in (1, 2)])
        for name, record in state.items():
            self.assertGreater(record["value"], 9, name)
            self.assertNotIn("error", record)
        for n in range(5, 9):
            self.assert_verified(f"c/best/linear-n{n}.circles", "--n", n)
            best = min(state[f"linear-n{n}-seed{seed}"]["value"] for seed in (1, 2))
            self.assertEqual(float(support.annotation(self.path(f"c/best/linear-n{n}.circles"), "enclosing-radius")), best)

        page = self.page()
        self.assertEqual(len(page.charts), 4)
        for n, radius in [(5, "9.001397746050"), (6, "11.057040399702"), (7, "13.462110677608"), (8, "16.221746676558")]:
            row = page.row(f"linear-n{n}")
            self.assertEqual(row[:3], [str(n), radius, radius])
            self.assertIn("reached", row)
            self.assertIn("2/2", row)
            self.assertEqual(row[-2:], ["CPU", "done"])

        # Once more: nothing is left to do, and nothing is done.
        before = {file: file.read_bytes() for file in (self.path("c") / "searches").iterdir()}
        again = self.run_program("c.json")
        self.assertEqual([line for line in again.out.splitlines() if not line.startswith("time")],
                         [line for line in result.out.splitlines() if not line.startswith("time")])
        self.assertEqual({file: file.read_bytes() for file in (self.path("c") / "searches").iterdir()}, before)

    def test_a_campaign_that_is_killed_goes_on_and_repeats_nothing(self):
        process = self.under_way(LONG)
        for _ in range(3):
            process.send_signal(signal.SIGKILL)
            self.wait(process)
            killed = self.state()
            done = {name for name, record in killed.items() if record["seconds"] >= 0.9 or "-n2" not in name and "value" in record}
            files = {name: (self.path("c") / "searches" / f"{name}.circles").stat().st_mtime_ns for name in done}
            process = self.start("c.json")
            time.sleep(0.9)
        result = self.wait(process)
        self.assertEqual(result.code, 0, result.err)
        state = self.state()
        self.assertEqual(sorted(state), sorted(f"linear-n{n}-seed{seed}" for n in (5, 6, 22, 23, 24) for seed in (1, 2)))
        for name, record in state.items():
            self.assertNotIn("error", record)
            if "-n2" in name:
                self.assertEqual(record["seconds"], 0.9, name)
            else:
                self.assertIn("value", record, name)
            if "value" in killed.get(name, {}):
                self.assertLessEqual(record["value"], killed[name]["value"], name)
        # What was done before the last start was not touched.
        for name, written in files.items():
            self.assertEqual((self.path("c") / "searches" / f"{name}.circles").stat().st_mtime_ns, written, name)
            self.assertEqual(state[name], killed[name])
        self.assertEqual(self.children(), [])
        self.assertEqual(len([row for row in self.page().ids if row]), 5)

    def test_a_search_in_slices_is_the_same_search_as_in_one_piece(self):
        content = {**LONG, "slice": 0.2, "devices": "cpu", "entries": [
            {"problem": {"n": 12}, "seeds": [7], "options": {"instances": 4}}]}
        self.run_program(self.campaign(content))
        self.run_circlepack("--n", "12", "--instances", "4", "--seed", "7", "--device", "cpu", "--target", "best-known", "--out", "whole.circles",
                         "--archive", "none", "--quiet")
        self.assertEqual((self.path("c") / "searches" / "linear-n12-seed7.circles").read_text(), self.path("whole.circles").read_text())

    def test_signals_end_it_at_once_with_everything_written(self):
        for number, code, word in [(signal.SIGTERM, 143, "terminated"), (signal.SIGINT, 130, "interrupted")]:
            with self.subTest(signal=number):
                process = self.under_way(ENDLESS)
                process.send_signal(number)
                result = self.wait(process)
                self.assertEqual(result.code, code, result.err)
                self.assertIn(word, result.out)
                self.assertEqual(self.children(), [])
                page = (self.path("c") / "report.html").read_text()
                self.assertIn('standing">stopped<', page)
                self.assertNotIn("Running now", page)
                for name, record in self.state().items():
                    self.assertTrue((self.path("c") / "searches" / f"{name}.checkpoint").exists(), name)
                    self.assertGreater(record["seconds"], 0, name)
        # All of its searches were interrupted and taken up again, from their checkpoints.
        for errors in (self.path("c") / "searches").glob("*.err"):
            self.assertEqual(errors.read_text(), "")

    def test_the_time_of_the_campaign_ends_it_and_more_time_goes_on(self):
        name = self.campaign({**ENDLESS, "time": 1})
        result = self.run_program(name)
        self.assertRegex(result.out, r"(?m)^ended by +time limit of 1s$")
        before = self.state()
        self.assertIn("time limit", self.run_program(name).out)
        self.assertEqual(self.state(), before)
        self.campaign({**ENDLESS, "time": 2})
        self.run_program(name)
        self.assertGreater(sum(record["seconds"] for record in self.state().values()),
                           sum(record["seconds"] for record in before.values()))

    def test_only_one_works_in_a_folder(self):
        process = self.under_way(ENDLESS)
        result = self.wait(self.start("c.json"))  # It gives up by itself.
        self.assertEqual(result.code, 2)
        self.assertIn("another campaign works in this folder", result.err)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.wait(process).code, 143)


class Boxes(CampaignTest):
    def setUp(self):
        super().setUp()
        if not pathlib.Path(support.PROGRAM).with_name("trunkpack").exists():
            self.skipTest("trunkpack does not stand beside circlepack")

    def test_trunkpack_packs_the_meshes_of_a_campaign(self):
        self.write("small.off", trunks.cuboid((400, 200, 100)))
        self.write("broken.off", "what is this")
        content = {**TINY, "slice": 1, "seeds": 1, "entries": [
            {"problem": {"mesh": "small.off"}, "target": 8, "time": 60},
            {"problem": {"mesh": "small.off", "box": "100x100x100"}, "time": 60},
            {"problem": {"mesh": "broken.off"}, "time": 1}]}
        result = self.run_program(self.campaign(content), code=2)
        self.assertIn("broken-din-seed1 failed: broken.off", result.err)
        state = self.state()
        self.assertEqual(state["small-din-seed1"]["value"], 8)
        self.assertEqual(state["small-100x100x100-seed1"]["value"], 8)
        self.assertEqual(state["small-100x100x100-seed1"]["count"], 8)
        self.assertTrue((self.path("c") / "best" / "small-din.box").exists())
        row = self.page().row("small-din")
        self.assertEqual(row[:4], ["small.off, din", "8.00", "8", "8"])
        self.assertIn("1/1", row)
        content["entries"][2] = {"problem": {"mesh": "small.off"}, "name": "x", "options": {"toleranse": 1}}
        self.refused(self.campaign(content), says=["c.json: entries[2]: there is no option --toleranse", "did you mean --tolerance?"])


    def test_a_slice_that_is_shorter_than_the_preparation_of_a_mesh_is_followed_by_a_longer_one(self):
        shutil.copy(support.SOURCE_DIR / "meshes" / "roadster.off", self.folder)
        content = {**TINY, "slice": 0.1, "seeds": 1, "entries": [
            {"problem": {"mesh": "roadster.off"}, "target": 1, "options": {"wrap": "60,3"}}]}
        result = self.run_program(self.campaign(content))
        self.assertIn("everything is done", result.out)
        record = self.state()["roadster-din-seed1"]
        self.assertGreater(record["slices"], 1)
        self.assertGreater(record["value"], 1)


class Failures(CampaignTest):
    def test_a_failed_search_is_told_and_the_others_go_on(self):
        self.write("bad.circles", "what is this")
        content = {**TINY, "seeds": 1, "entries": [
            {"name": "bad", "problem": {"n": 9}, "time": 1, "options": {"start": "bad.circles", "import-format": "pac"}},
            {"problem": {"n": "5..6"}, "time": 1}]}
        result = self.run_program(self.campaign(content), code=2)
        self.assertIn("bad-linear-n9-seed1 failed: bad.circles", result.err)
        state = self.state()
        self.assertIn("bad.circles", state["bad-linear-n9-seed1"]["error"])
        self.assertIn("value", state["linear-n5-seed1"])
        self.assertIn("value", state["linear-n6-seed1"])
        self.assertIn("Failures", (self.path("c") / "report.html").read_text())
        self.assertEqual(self.page().row("bad-linear-n9")[-1], "failed")
        # The next run tries it again.
        self.write("bad.circles", "9\n" + "".join(f"{i} {40 * i} 0\n" for i in range(1, 10)))
        content["entries"][0]["options"]["import-format"] = "circles"
        content["entries"][0]["name"] = "good"
        self.run_program(self.campaign(content))
        self.assertIn("value", self.state()["good-linear-n9-seed1"])

    def test_bad_campaigns_are_refused_before_anything_is_done(self):
        def entry(**keys):
            return {**TINY, "entries": [{"problem": {"n": 5}, **keys}]}
        cases = [({**TINY, "entires": []}, ["c.json: entires: ", "did you mean entries?"]),
                 ({**TINY, "entries": []}, ["c.json: entries: the list is empty"]),
                 ({**TINY, "entries": 3}, ["c.json: entries: expected a list, found a number"]),
                 ({**TINY, "entries": [{"problem": {"n": "8..5"}}]}, ["c.json: entries[0].problem.n: '8..5' runs backwards"]),
                 ({**TINY, "entries": [{"problem": {"mesh": "no.off"}}]}, ["c.json: entries[0].problem.mesh: there is no file 'no.off'"]),
                 (entry(options={"stukc": 3}), ["c.json: entries[0]: ", "--stukc", "did you mean --stuck?"]),
                 (entry(options={"stuck": 0}), ["c.json: entries[0]: --stuck"]),
                 (entry(options={"out": "x"}), ["c.json: entries[0].options.out: "])]
        for content, says in cases:
            with self.subTest(says=says):
                self.refused(self.campaign(content), says=says)
        self.refused(self.write("c.json", "{]"), says=["c.json: line 1"])
        self.refused("nowhere.json", says=["nowhere.json: cannot be opened"])
        self.refused(says=["no campaign is given"])
        self.refused("c.json", "--pln", says=["did you mean --plan?"])
        self.campaign(TINY)
        self.refused("c.json", "--report", "c.json", says=["--report", "c.json"])

    def test_a_device_that_is_not_there_is_told_at_once(self):
        result = self.run_program(self.campaign({**TINY, "devices": ["cpu", "cuda:7"]}), code=3)
        self.assertIn("cuda:7", result.err)
        self.assertFalse((self.path("c") / "campaign-state.json").exists())

    def test_a_search_that_was_begun_with_other_options_is_not_mixed_up(self):
        self.run_program(self.campaign(TINY))
        self.campaign({**TINY, "entries": [{"problem": {"n": "5..8"}, "options": {"stuck": 77}}]})
        result = self.run_program("c.json", code=2)
        self.assertIn("--stuck 77", result.err)


class Plan(CampaignTest):
    def test_the_plan_tells_what_would_be_done_and_does_nothing(self):
        self.campaign(TINY)
        before = sorted(self.folder.iterdir())
        out = self.run_program("c.json", "--plan").out
        self.assertEqual(sorted(self.folder.iterdir()), before)
        self.assertRegex(out, r"(?m)^entries +linear, n = 5\.\.8; 8 searches, 2 seeds each; share 1; at most 1s each")
        self.assertRegex(out, r"(?m)^searches +8, 0 of them done$")
        self.assertRegex(out, r"(?m)^first +linear-n5-seed1  0s to 500ms\n +linear-n6-seed1")
        self.assertRegex(out, r"(?m)^command +circlepack --n 5 --radii linear .*--resume auto")
        self.run_program("c.json", "--quiet")
        out = self.run_program("c.json", "--plan").out
        self.assertRegex(out, r"(?m)^searches +8, 8 of them done$")

    def test_lost_output_is_an_error(self):
        self.campaign(TINY)
        for arguments in [["--help"], ["--version"], ["c.json", "--plan"]]:
            with open("/dev/full", "w") as full:
                done = subprocess.run([support.PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=full,
                                      stderr=subprocess.PIPE, text=True, timeout=support.LIMIT)
            self.assertEqual(done.returncode, 2, f"{arguments}: {done.stderr}")
        result = self.run_program("c.json", "--report", "/dev/full", code=2)
        self.assertIn("/dev/full: its last version could not be written", result.err)

    def test_circlepack_starts_the_same_program(self):
        self.campaign(TINY)
        self.assertEqual(self.run_circlepack("campaign", "c.json", "--plan"), self.run_program("c.json", "--plan").out)

    def test_the_help_of_the_campaign_and_the_example_are_sound(self):
        text = self.run_program("--help").out
        for option in ["--plan", "--report", "--quiet"]:
            self.assertIn(option, text)
        example = text[text.index("FILE is JSON:") + 13:text.index("docs/formats.md")]
        self.assertEqual(json.loads(example)["schema"], "jampack/campaign/1")
        self.assertRegex(self.run_program("--version").out, r"^jampack-campaign \d")
        for file in (support.SOURCE_DIR / "instances" / "campaigns").glob("*.json"):
            self.run_program(file, "--plan")


if __name__ == "__main__":
    support.main()
