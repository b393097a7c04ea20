# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""packview: loads that are changed by hand, saved, and verified at every change.

    test_packview.py PACKVIEW [unittest options]
"""
import os
import signal
import unittest.mock

import support
import trunks
import viewer

SIZE = (600, 400, 300)
# Three litre boxes side by side on the floor.
CENTRES = [(100, 50, 25), (100, 150, 25), (100, 250, 25)]


class LoadTest(viewer.ViewerTest):
    def setUp(self):
        super().setUp()
        self.write("trunk.off", trunks.cuboid(SIZE))
        self.write("load.box", trunks.boxes(*CENTRES))
        url = self.serve("load.box", "--mesh", "trunk.off", "--port", 0)
        self.page = viewer.Page(url)
        self.assertEqual(self.page.listen(), 200)
        self.addCleanup(self.page.leave)

    def edit(self, do, **command):
        status, answer = self.page.edit(do, **command)
        self.assertEqual(status, 200, answer)
        return answer["revision"]

    def centres(self, document):
        return [tuple(box["position_mm"]) for box in document["load"]["boxes"]]

    def test_the_document_is_that_of_reports(self):
        document = self.page.settled()
        self.assertEqual((document["schema"], document["kind"], document["name"]), ("jampack/view/1", "boxes", "load.box"))
        self.assertEqual(document["load"]["schema"], "jampack/trunk-packing/1")
        self.assertEqual(self.centres(document), CENTRES)
        self.assertTrue(document["load"]["verification"]["verified"])
        self.assertEqual(document["load"]["totals"]["litres"], 3)
        self.assertEqual([box["clearance_mm"] for box in document["load"]["boxes"]], [0, 0, 0])
        self.assertEqual(len(document["view"]["class_of_box"]), 3)
        self.assertEqual(len(document["view"]["triangles"]), 36)
        self.assertFalse(document["edit"]["changed"])
        self.assertIsNone(document["writer"])
        self.page.wait(lambda _: self.page.kinds())  # Events come in a thread of their own.
        self.assertEqual(self.page.kinds()[0], "hello")

    def test_the_page_ends_the_program(self):
        self.assertTrue(self.page.document()["can_quit"])
        status, _ = self.page.edit("quit", now=True)
        self.assertEqual(status, 400)
        self.edit("quit")
        self.assertEqual(self.wait(self.server).code, 0)
        self.assertTrue(self.page.bye.wait(support.LIMIT))

    def test_a_box_moved_into_another_is_a_violation_with_its_depth(self):
        self.edit("move", box=0, by_mm=[0, 30, 0])
        edit = self.page.settled()["edit"]
        self.assertEqual(edit["violation_count"], 1)
        self.assertRegex(edit["violations"][0], r"^boxes 0 and 1 overlap by (30\.0|29\.99)")
        self.assertEqual([round(depth, 3) for depth in edit["depth_mm"]], [30, 30, 0])
        self.assertTrue(edit["changed"])
        self.assertEqual(edit["undo"], "move box 0")
        self.edit("undo")
        document = self.page.settled()
        self.assertEqual(self.centres(document), CENTRES)
        self.assertTrue(document["load"]["verification"]["verified"])
        self.assertFalse(document["edit"]["changed"])
        self.edit("redo")
        self.assertEqual(self.page.settled()["edit"]["violation_count"], 1)
        self.assertEqual(self.page.edit("redo")[0], 409)
        revision = self.page.document()["revision"]
        self.page.wait(lambda _: any(kind == "changed" and data["revision"] == revision for kind, data in list(self.page.events)))

    def test_a_box_outside_of_the_trunk_is_marked(self):
        self.edit("place", box=2, position_mm=[2000, 0, 0])
        edit = self.page.settled()["edit"]
        self.assertEqual(edit["violations"], ["box 2 has its centre outside the container"])
        self.assertEqual([depth > 0 for depth in edit["depth_mm"]], [False, False, True])

    def test_boxes_are_added_turned_and_deleted(self):
        self.edit("add", position_mm=[400, 100, 50], edges_mm=[100, 80, 60])
        self.edit("turn", box=3, about=[0, 0, 1], degrees=90)
        document = self.page.settled()
        box = document["load"]["boxes"][3]
        self.assertEqual(box["edges_mm"], [100, 80, 60])
        self.assertEqual(box["matrix"], [0, -1, 0, 1, 0, 0, 0, 0, 1])
        self.assertTrue(document["load"]["verification"]["verified"])
        self.edit("delete", box=0)
        self.edit("add")
        document = self.page.settled()
        self.assertEqual(self.centres(document), [*CENTRES[1:], (400, 100, 50), tuple(edge / 2 for edge in SIZE)])
        self.assertEqual(document["edit"]["undo"], "add box 3")

    def test_contact_simulation_makes_a_load_legal_and_leaves_fixed_and_distant_boxes(self):
        self.edit("add", position_mm=[500, 350, 275])
        self.edit("move", box=0, by_mm=[0, 30, 0])
        self.edit("fix", box=1, fixed=True)
        before = self.page.settled()
        self.assertEqual(before["edit"]["fixed"], [False, True, False, False])
        self.edit("simulate", on=True)
        document = self.page.wait(lambda d: not d["edit"]["simulation"]["running"])
        self.assertTrue(document["load"]["verification"]["verified"], document["edit"])
        self.assertGreater(document["edit"]["simulation"]["steps"], 0)
        moved = [old["position_mm"] != new["position_mm"] for old, new in zip(before["load"]["boxes"], document["load"]["boxes"])]
        self.assertEqual(moved, [True, False, False, False])
        self.edit("undo")
        self.assertEqual(self.centres(self.page.settled()), self.centres(before))

    def test_single_steps_approach_a_legal_load(self):
        self.edit("move", box=0, by_mm=[0, 30, 0])
        self.edit("step", steps=1)
        document = self.page.settled()
        self.assertEqual(document["edit"]["simulation"]["steps"], 1)
        self.assertLess(document["edit"]["pair_depth_mm"], 30)

    def test_a_simulation_that_cannot_succeed_is_ended_by_the_user(self):
        for box in range(3):
            self.edit("fix", box=box, fixed=True)
        self.edit("add", edges_mm=[590, 390, 290])
        self.edit("simulate", on=True)
        self.page.wait(lambda d: d["edit"]["simulation"]["steps"] > 100 and "poses" in self.page.kinds())
        self.edit("simulate", on=False)
        document = self.page.settled()
        self.assertFalse(document["load"]["verification"]["verified"])
        poses = [data for kind, data in self.page.events if kind == "poses"]
        self.assertEqual(len(poses[-1]["poses"]), 7 * 4)

    def test_saving_keeps_what_was_not_changed_bit_for_bit(self):
        self.edit("move", box=1, by_mm=[0.125, 0, 0])
        self.page.settled()
        self.assertEqual(self.page.post("/api/save")[1]["file"], "load.box")
        rows = trunks.box_rows(self.path("load.box"))
        self.assertEqual([row[:3] for row in rows], [CENTRES[0], (100.125, 150, 25), CENTRES[2]])
        self.assertIn("# verified: against the original mesh (exact), tolerance 0 mm", self.path("load.box").read_text())
        self.assertFalse(self.page.document()["edit"]["changed"])
        self.assertEqual([path.name for path in sorted(self.folder.iterdir())], ["load.box", "trunk.off"])

    def test_a_file_that_others_changed_is_replaced_only_when_asked_to(self):
        self.edit("delete", box=0)
        theirs = trunks.boxes((300, 200, 100))
        self.write("load.box", theirs)
        status, answer = self.page.post("/api/save")
        self.assertEqual((status, answer["reason"]), (409, "changed"))
        self.assertEqual(self.path("load.box").read_text(), theirs)
        self.assertEqual(self.page.post("/api/save", **{"as": "mine.txt", "over": True})[0], 400)
        self.assertEqual(self.page.post("/api/save", **{"as": "mine.box"})[0], 200)
        self.write("other.box", theirs)
        self.assertEqual(self.page.post("/api/save", **{"as": "other.box"})[0], 409)
        self.assertEqual(self.page.post("/api/save", **{"as": "load.box", "over": True})[0], 200)
        self.assertEqual(len(trunks.box_rows(self.path("load.box"))), 2)

    def test_reload_takes_the_file_and_can_be_undone(self):
        self.edit("delete", box=0)
        self.write("load.box", trunks.boxes((300, 200, 100)))
        self.edit("reload")
        self.assertEqual(self.centres(self.page.settled()), [(300, 200, 100)])
        self.edit("undo")
        self.assertEqual(self.centres(self.page.settled()), CENTRES[1:])
        self.write("load.box", "no boxes")
        status, answer = self.page.edit("reload")
        self.assertEqual(status, 400)
        self.assertIn("load.box", answer["error"])
        self.path("load.box").unlink()
        self.assertEqual(self.page.edit("reload")[0], 400)
        self.assertEqual(self.page.post("/api/save")[0], 200)

    def test_a_signal_ends_the_server_cleanly(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            if self.server.poll() is not None:
                self.page = viewer.Page(self.serve("load.box", "--mesh", "trunk.off", "--port", 0))
                self.page.listen()
                self.addCleanup(self.page.leave)
            self.page.edit("simulate", on=True)
            self.server.send_signal(number)
            result = self.wait(self.server)
            self.assertEqual(result.code, code)
            self.assertTrue(self.page.bye.wait(support.LIMIT))
            self.assertTrue(self.page.whole.wait(support.LIMIT))


class StartTest(viewer.ViewerTest):
    def test_what_cannot_be_shown_is_refused_in_one_line(self):
        self.write("trunk.off", trunks.cuboid(SIZE))
        self.write("load.box", trunks.boxes(*CENTRES))
        self.write("broken.box", "# box 0.0.2\n2\n1 2 3\n")
        self.refused("load.box", says=["--mesh"])
        self.refused("load.box", "--mesh", "none.off", says=["none.off"])
        self.refused("none.box", "--mesh", "trunk.off", says=["none.box"])
        self.refused("broken.box", "--mesh", "trunk.off", says=["broken.box:2"])
        self.refused("load.box", "--mesh", "trunk.off", "--points", "trunk.off", says=["--points"])
        self.refused("load.box", "--mesh", "trunk.off", "--port", "65536", says=["--port", "65535"])
        self.refused("load.box", "--mesh", "trunk.off", "--tolerance", "20", says=["--tolerance"])
        self.refused("load.box", "--mesh", "trunk.off", "--listen", "not an address", "--quiet", says=["not an address"])

    def test_a_port_in_use_is_said(self):
        self.write("trunk.off", trunks.cuboid(SIZE))
        self.write("load.box", trunks.boxes(*CENTRES))
        port = viewer.Page(self.serve("load.box", "--mesh", "trunk.off", "--port", 0)).port
        self.refused("load.box", "--mesh", "trunk.off", "--port", port, "--quiet", says=[f"port {port} is in use"])

    def test_the_browser_gets_the_address_and_keeps_no_port_open(self):
        self.write("packing.circles", support.TWO_CIRCLES)
        self.write("xdg-open", '#!/bin/sh\n{ echo "$1"; ls -l /proc/$$/fd; } > opened.part\nmv opened.part opened\n')
        self.path("xdg-open").chmod(0o755)
        with unittest.mock.patch.dict(os.environ, PATH=f"{self.folder}:{os.environ['PATH']}"):
            url = self.serve("packing.circles", "--port", 0, "--open")
        page = viewer.Page(url)
        page.wait(lambda _: self.path("opened").exists())
        address, *descriptors = self.path("opened").read_text().splitlines()
        self.assertEqual(address, url)
        self.assertNotIn("socket:", "".join(descriptors))

    def test_points_alone_make_a_trunk(self):
        self.write("trunk.point", trunks.cuboid_points(SIZE, 12))
        self.write("load.box", trunks.boxes(*[(x, y, z + 1) for x, y, z in [(120, 70, 30), (120, 180, 30)]]))
        page = viewer.Page(self.serve("load.box", "--points", "trunk.point", "--port", 0))
        verification = page.settled()["load"]["verification"]
        self.assertEqual((verification["legal"], verification["verified"]), (True, False))
        page.edit("move", box=0, by_mm=[0, 30, 0])
        page.edit("simulate", on=True)
        self.assertTrue(page.settled()["load"]["verification"]["legal"])


if __name__ == "__main__":
    support.main()
