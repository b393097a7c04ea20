# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle --live: a simulation on a web page while it runs.

    test_settle_live.py SETTLE [unittest options]
"""
import json
import signal
import unittest

import hostile
import support
import viewer

SCENE = support.SOURCE_DIR / "instances" / "scenes" / "shaken-box.json"


class SimulationTest(viewer.LiveTest):
    def simulate(self, *more):
        return self.run_live(SCENE, "--frame", "10ms", "--device", "cpu", *more)

    def test_pages_change_no_bit_of_the_state(self):
        # Long enough for a page to come.
        self.run_program(SCENE, "--time", "60s", "--device", "cpu", "--out", "alone.json", "--quiet")
        page = self.simulate("--time", "60s", "--out", "shown.json")
        self.assertEqual(self.finish(), 0)
        self.assertTrue(page.bye.wait(support.LIMIT))
        self.assertEqual(self.path("shown.json").read_bytes(), self.path("alone.json").read_bytes())

    def test_frames_come_one_after_the_other_up_to_the_end(self):
        page = self.simulate("--time", "1h", "--out", "end.json")
        first = page.document()
        self.assertEqual((first["kind"], first["live"]["running"]), ("scene", True))
        page.wait(lambda d: d["live"]["value"] is not None and d["live"]["rates"]["steps_per_s"] > 0)
        self.assertEqual(self.finish(signal.SIGINT), 130)
        self.assertTrue(page.bye.wait(support.LIMIT))
        frames = [data for kind, data in page.events if kind == "frames"]
        steps = [one["step"] for data in frames for one in data["figures"]]
        self.assertGreater(len(steps), 2)
        # None is lost; the last is the state at the end.
        self.assertEqual(steps[:-1], list(range(steps[0], steps[0] + 10 * len(steps[:-1]), 10)))
        self.assertEqual(frames[-1]["figures"][-1]["time_s"], json.loads(self.path("end.json").read_text())["time_s"])
        self.assertEqual([data for kind, data in page.events if kind == "live"][-1]["stop_reason"], "interrupted")

    def test_nothing_can_be_changed_there(self):
        page = self.simulate("--time", "1h")
        for command in ("follow", "simulate", "undo"):
            status, answer = page.edit(command)
            self.assertEqual((status, answer["error"]), (409, "this document cannot be changed"))
        self.assertEqual(page.post("/api/save")[0], 409)
        self.assertEqual(self.finish(signal.SIGTERM), 143)

    def test_a_run_that_is_resumed_is_shown_from_there(self):
        first = self.wait(self.start(SCENE, "--time", "100ms", "--frame", "10ms", "--device", "cpu", "--html", "a.html",
                                     "--checkpoint", "x.cp", "--quiet"))
        viewer.skip_without_pages(first.err)
        self.assertEqual(first.code, 0)
        page = self.run_live("--resume", "x.cp", "--time", "1h")
        self.assertEqual(page.document()["scene"]["figures"][0]["step"], 100)
        self.assertEqual(self.finish(signal.SIGTERM), 143)

    def test_what_cannot_be_served_is_refused(self):
        port = self.simulate("--time", "1h").port
        result = self.run_program(SCENE, "--time", "1s", "--live", port, "--quiet", "--out", "never.json", code=2)
        self.assertIn(f"port {port} is in use", result.err)
        self.assertFalse(self.path("never.json").exists())
        self.refused(SCENE, "--live", 65536, says=["--live", "65535"])
        self.refused(SCENE, "--batch", 2, "--jitter", 0.01, "--live", 0, says=["--live", "--batch"])
        self.finish(signal.SIGTERM)


class HostileTest(hostile.HostileTests, viewer.LiveTest):
    """Requests that no page sends, to a simulation."""

    def setUp(self):
        super().setUp()
        self.page = self.run_live(SCENE, "--frame", "100s", "--device", "cpu", "--time", "100h")


if __name__ == "__main__":
    support.main()
