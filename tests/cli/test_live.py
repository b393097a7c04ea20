# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""--live: a search on a web page while it runs; edited results that are handed back to it.

    test_live.py PROGRAM [unittest options]
"""
import signal
import time
import unittest

import hostile
import support
import trunks
import viewer

TRUNK = support.NAME == "trunkpack"


class ProblemTest(viewer.LiveTest):
    """A problem that a search does not solve completely."""

    def setUp(self):
        super().setUp()
        if TRUNK:
            self.write("trunk.off", trunks.cuboid((650, 450, 330)))
            self.problem, self.result, self.work = ["trunk.off"], "load.box", ["--turns", 3]
        else:
            self.problem, self.result, self.work = ["--n", 30], "packing.circles", ["--trials", 300, "--instances", 4]
        self.problem += ["--seed", 7, "--device", "cpu", "--archive", "none", "--out", self.result]

    def search(self, *limits):
        """A page of a search that runs."""
        return self.run_live(*self.problem, *limits)


class SearchTest(ProblemTest):
    def test_pages_change_no_bit_of_the_result(self):
        self.run_program(*self.problem, *self.work, "--quiet")
        expected = self.path(self.result).read_bytes()
        self.path(self.result).unlink()
        page = self.search(*self.work)
        other = page.other("page-that-leaves")
        other.listen()
        other.leave()
        page.edit("follow")
        self.assertEqual(self.finish(), 0)
        self.assertTrue(page.bye.wait(support.LIMIT))
        self.assertEqual(self.path(self.result).read_bytes(), expected)
        last = [data for kind, data in page.events if kind == "live"][-1]
        self.assertFalse(last["running"])
        self.assertEqual(last["stop_reason"], "finished")

    def test_the_best_result_is_shown_with_its_curve(self):
        page = self.search("--time", "1h", "--log", "run.log")
        def shown(d):
            return d["load"]["totals"]["litres"] if TRUNK else d["edit"]["radius"]

        # What is shown and how the search stands are read one after the other.
        document = page.wait(lambda d: d["edit"]["verified_revision"] == d["revision"] and d["live"]["value"] == shown(d))
        live = document["live"]
        self.assertEqual((live["program"], live["running"], live["following"]), (support.NAME, True, True))
        self.assertEqual(live["improvements"][-1][1], live["value"])
        self.assertEqual(live["elites"][0]["value"], live["value"])
        page.wait(lambda d: sum(d["live"]["rates"].values()) > 0)
        # The pages go; the search goes on until it is ended.
        page.leave()
        time.sleep(0.1)
        self.assertEqual(self.finish(signal.SIGINT), 130)
        self.assertTrue(self.path(self.result).exists())
        self.assertNotIn(page.token, self.path("run.log").read_text())

    @unittest.skipUnless(TRUNK, "trunkpack alone")
    def test_an_edited_load_is_handed_back_to_a_search_of_a_trunk(self):
        page = self.search("--time", "1h")
        page.wait(lambda d: d["live"]["value"] is not None)
        page.edit("move", box=0, by_mm=[10000, 0, 0])
        status, answer = page.edit("hand-back")
        self.assertEqual((status, answer["reason"]), (409, "illegal"))
        page.edit("delete", box=0)
        self.assertFalse(page.document()["live"]["following"])
        self.assertEqual(page.edit("hand-back")[0], 200)
        document = page.wait(lambda d: d["live"]["accepted"] == 1)
        self.assertEqual(document["live"]["handed_back"], 1)
        self.assertEqual(page.post("/api/save")[1]["file"], "trunk-edited.box")
        self.assertEqual(len(trunks.box_rows(self.path("trunk-edited.box"))), len(document["load"]["boxes"]))
        page.edit("follow")
        self.assertTrue(page.document()["live"]["following"])
        self.assertEqual(self.finish(signal.SIGTERM), 143)
        self.assertEqual(support.annotation(self.path(self.result), "handed-back"), "1 edited load")
        self.assertGreater(len(trunks.box_rows(self.path(self.result))), len(document["load"]["boxes"]))

    @unittest.skipIf(TRUNK, "circlepack alone")
    def test_an_edited_packing_is_handed_back_to_a_search_for_circles(self):
        page = self.search("--time", "1h")
        page.wait(lambda d: d["live"]["value"] is not None)
        page.edit("move", circle=29, to=[0, 0])
        status, answer = page.edit("hand-back")
        self.assertEqual((status, answer["reason"]), (409, "illegal"))
        page.edit("delete", circle=0)
        page.edit("relax")
        status, answer = page.edit("hand-back")
        self.assertEqual((status, answer["error"]), (409, "its circles are not those of the search"))
        page.edit("undo")
        page.edit("undo")
        page.edit("relax")
        self.assertEqual(page.edit("hand-back")[0], 200)
        document = page.wait(lambda d: d["live"]["accepted"] == 1)
        self.assertLessEqual(document["live"]["value"], document["edit"]["radius"])
        self.assertEqual(self.finish(signal.SIGTERM), 143)
        self.assertEqual(support.annotation(self.path(self.result), "handed-back"), "1 edited packing")

    def test_a_port_in_use_ends_the_program(self):
        port = self.search("--time", "1h").port
        result = self.run_program(*self.problem, "--live", port, "--quiet", "--checkpoint", "none", code=2)
        self.assertIn(f"port {port} is in use", result.err)
        self.refused(*self.problem, "--live", 65536, says=["--live", "65535"])
        self.finish(signal.SIGTERM)


class HostileTest(hostile.HostileTests, ProblemTest):
    """Requests that no page sends, to a search."""

    results = ("load.box", "packing.circles")

    def setUp(self):
        super().setUp()
        self.page = self.search("--time", "1h", "--checkpoint", "none")


if __name__ == "__main__":
    support.main()
