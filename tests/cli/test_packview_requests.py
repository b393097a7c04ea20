# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""packview: requests that its own page would not send, several pages at once, many requests.

    test_packview_requests.py PACKVIEW [unittest options]
"""
import http.client
import ipaddress
import json
import random
import resource
import socket
import threading

import hostile
import support
import trunks
import viewer

JSON = {"Content-Type": "application/json", "X-Jam-Client": "page-one"}
MOVE = json.dumps({"do": "move", "box": 0, "by_mm": [1, 0, 0]})


class RequestTest(hostile.HostileTests, viewer.ViewerTest):
    """All tests ask one server; what they do to it must leave it alive and unchanged."""

    def setUp(self):
        super().setUp()
        self.write("trunk.off", trunks.cuboid((600, 400, 300)))
        self.write("load.box", trunks.boxes((100, 50, 25), (100, 150, 25)))
        self.page = viewer.Page(self.serve("load.box", "--mesh", "trunk.off", "--port", 0))

    def assert_refused(self, answer, status, reason=None):
        self.assertEqual(answer[0], status, answer)
        error = json.loads(answer[1])
        self.assertNotIn("\n", error["error"])
        if reason:
            self.assertEqual(error["reason"], reason)

    def test_other_hosts_and_origins_are_refused(self):
        own = f"127.0.0.1:{self.page.port}"
        for host in ("evil.example", f"evil.example:{self.page.port}", "127.0.0.1:1", ""):
            self.assert_refused(self.page.request("GET", "/api/document", headers={"Host": host}), 403, "origin")
        for host in (own, f"localhost:{self.page.port}"):
            self.assertEqual(self.page.request("GET", "/api/document", headers={"Host": host})[0], 200)
        for origin in ("http://evil.example", "null", f"https://{own}", "http://127.0.0.1:1"):
            self.assert_refused(self.page.request("POST", "/api/edit", MOVE, {**JSON, "Origin": origin}), 403, "origin")
        self.assert_refused(self.page.request("GET", "/api/document", headers={"Sec-Fetch-Site": "cross-site"}), 403, "origin")
        self.assertEqual(self.page.document()["revision"], 1)
        self.assertEqual(self.page.request("POST", "/api/edit", MOVE, {**JSON, "Origin": f"http://{own}"})[0], 200)

    def test_forms_of_other_pages_are_no_commands(self):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            self.assert_refused(self.page.request("POST", "/api/edit", MOVE, {**JSON, "Content-Type": kind}), 415)
        self.assert_refused(self.page.request("POST", "/api/edit", MOVE, {"Content-Type": "application/json"}), 400)
        self.assert_refused(self.page.request("POST", "/api/edit", MOVE, {**JSON, "X-Jam-Client": "../../etc"}), 400)
        self.assertEqual(self.page.document()["revision"], 1)

    def test_only_the_routes_are_answered(self):
        for path in ("/nothing", "/../load.box", "/..%2f..%2fetc/passwd", "/api/document/../../load.box", "//etc/passwd", "/load.box",
                     "/%00", "/api/", "/api/document%00"):
            self.assertEqual(self.page.request("GET", path)[0], 404, path)
        for path in ("/api/edit", "/api/save"):
            self.assert_refused(self.page.request("GET", path), 405)
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
            self.assertIn(self.page.request(method, "/api/document")[0], (400, 405), method)
        self.assertIn(self.page.request("GET", "/" + "x" * 20000)[0], (400, 414, 431))

    def test_answers_forbid_what_the_page_does_not_need(self):
        connection = http.client.HTTPConnection(self.page.host, self.page.port)
        connection.request("GET", f"/?token={self.page.token}")
        answer = connection.getresponse()
        self.assertIn("default-src 'none'", answer.getheader("Content-Security-Policy"))
        self.assertIn("frame-ancestors 'none'", answer.getheader("Content-Security-Policy"))
        self.assertIsNone(answer.getheader("Access-Control-Allow-Origin"))
        text = answer.read().decode()
        connection.close()
        self.assertTrue(text.startswith("<!DOCTYPE html>"), text[:50])
        # It is sent as it stands: nothing in it names another server.
        self.assertNotRegex(text, r"""(src|href)=["']?(https?:)?//""")

    def test_answers_come_as_they_are(self):
        for path in ("/", f"/api/document?client={self.page.name}"):
            connection = http.client.HTTPConnection(self.page.host, self.page.port, timeout=support.LIMIT)
            connection.request("GET", path, headers={"Accept-Encoding": "gzip, deflate, br, zstd", "X-Jam-Token": self.page.token})
            answer = connection.getresponse()
            self.assertIsNone(answer.getheader("Content-Encoding"))
            self.assertEqual(len(answer.read()), int(answer.getheader("Content-Length")))
            connection.close()

    def test_malformed_commands_are_refused_and_change_nothing(self):
        commands = ["", "{", "[]", "null", "1", '"text"', '{"do": 1}', '{"do": "fly"}', '{"do": "move"}', '{"do": "move", "box": 0}',
                    '{"do": "move", "box": -1, "by_mm": [1, 2, 3]}', '{"do": "move", "box": 2, "by_mm": [1, 2, 3]}',
                    '{"do": "move", "box": 0.5, "by_mm": [1, 2, 3]}', '{"do": "move", "box": 0, "by_mm": [1, 2]}',
                    '{"do": "move", "box": 0, "by_mm": [1e400, 0, 0]}', '{"do": "move", "box": 0, "by_mm": [NaN, 0, 0]}',
                    '{"do": "move", "box": 0, "by_mm": [1e9, 0, 0]}', '{"do": "move", "box": 0, "by_mm": [1, 2, 3], "more": 1}',
                    '{"do": "turn", "box": 0, "about": [0, 0, 0], "degrees": 5}', '{"do": "turn", "box": 0, "about": [0, 0, 1], "degrees": 1e9}',
                    '{"do": "place", "box": 0, "position_mm": [0, 0, 0], "quaternion": [0, 0, 0, 0]}',
                    '{"do": "add", "edges_mm": [0, 1, 1]}', '{"do": "add", "edges_mm": [-5, 100, 100]}', '{"do": "delete", "box": 99999999999999999999}',
                    '{"do": "step", "steps": 0}', '{"do": "step", "steps": 1000000000}', '{"do": "simulate"}', '{"do": "fix", "box": 0, "fixed": 1}',
                    "[" * 30000, '{"do": "undo", "do": "undo"}', '{"do": "move", "box": 0, "by_mm": [' + "1," * 9000 + "1]}"]
        for command in commands:
            self.assert_refused(self.page.request("POST", "/api/edit", command, JSON), 400)
        for command in ('{"as": "../up.box"}', '{"as": "/tmp/x.box"}', '{"as": ".."}', '{"as": ""}', '{"as": "a/b.box"}', '{"over": 1}', "[]"):
            self.assert_refused(self.page.request("POST", "/api/save", command, JSON), 400)
        self.assertEqual(self.page.edit("move", box=0, by_mm=[1, 0, 0], revision=7), (409, {
            "error": "the document has changed since", "reason": "revision"}))
        self.assertEqual(self.page.document()["revision"], 1)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["load.box", "trunk.off"])

    def test_a_long_command_is_refused(self):
        self.assert_refused(self.page.request("POST", "/api/edit", " " * 70000 + MOVE, JSON), 413)
        head = self.head("POST /api/edit", "X-Jam-Client: page-one", "Content-Type: application/json", "Content-Length: 99999999999")
        self.assert_one_answer(self.raw(head + b"x" * 1000, ends=True), {413})
        self.assertEqual(self.page.document()["revision"], 1)

    def test_bytes_that_are_no_requests_harm_nothing(self):
        draw = random.Random(17)
        for data in (b"", b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5000,
                     b"GET / HTTP/1.1\r\nHost: " + b"x" * 100000 + b"\r\n\r\n", b"POST /api/edit HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                     *[draw.randbytes(200) for _ in range(20)]):
            answer = self.raw(data, ends=True)
            if answer:
                self.assertRegex(answer[:12].decode(errors="replace"), r"^HTTP/1\.[01] 4")
        self.assertEqual(self.page.document()["revision"], 1)

    def test_one_page_writes_and_others_watch(self):
        other = self.page.other("page-two")
        for page in (self.page, other):
            page.listen()
        self.addCleanup(other.leave)
        self.assertEqual(self.page.edit("move", box=0, by_mm=[1, 0, 0])[0], 200)
        status, answer = other.edit("move", box=0, by_mm=[1, 0, 0])
        self.assertEqual((status, answer["reason"]), (423, "writer"))
        self.assertEqual((self.page.document()["writer"], other.document()["writer"]), (True, False))
        other.wait(lambda _: "changed" in other.kinds())
        self.assertIn(("writer", {"writer": False}), other.events)
        self.page.leave()
        # A command that comes before the server has noticed it waits.
        self.assertEqual(other.edit("move", box=0, by_mm=[1, 0, 0])[0], 200)
        self.assertEqual(other.document()["revision"], 3)

    def test_commands_of_several_threads_leave_a_sound_document(self):
        first = self.page.document()["load"]["boxes"]
        self.page.listen()
        self.addCleanup(self.page.leave)
        statuses = []

        def play(seed):
            draw = random.Random(seed)

            def numbers(count, size):
                return [draw.uniform(-size, size) for _ in range(count)]

            for _ in range(60):
                box = draw.randrange(5)
                do, command = draw.choice([
                    ("move", {"box": box, "by_mm": numbers(3, 30)}), ("turn", {"box": box, "about": numbers(3, 1), "degrees": draw.uniform(-90, 90)}),
                    ("add", {"edges_mm": [60, 50, 40]}), ("delete", {"box": box}), ("fix", {"box": box, "fixed": draw.random() < 0.3}),
                    ("place", {"box": box, "position_mm": numbers(3, 500), "quaternion": numbers(4, 1)}),
                    ("simulate", {"on": draw.random() < 0.7}), ("step", {"steps": draw.randrange(1, 20)}), ("undo", {}), ("redo", {}), ("reload", {})])
                statuses.append(self.page.edit(do, **command)[0])

        threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(statuses), 240)
        self.assertLessEqual(set(statuses), {200, 400, 409})
        self.page.edit("simulate", on=False)
        document = self.page.settled()
        count = len(document["load"]["boxes"])
        for key in ("fixed", "depth_mm"):
            self.assertEqual(len(document["edit"][key]), count)
        self.assertEqual(len(document["view"]["class_of_box"]), count)
        self.assertEqual(document["load"]["verification"]["verified"], document["edit"]["violation_count"] == 0)
        self.assertEqual(len([data for kind, data in self.page.events if kind == "changed"][-1]["load"]["boxes"]), count)
        while self.page.document()["edit"]["can_undo"]:
            self.assertEqual(self.page.edit("undo")[0], 200)
        self.assertEqual([box["matrix"] for box in self.page.settled()["load"]["boxes"]], [box["matrix"] for box in first])

    def test_ten_thousand_requests_are_answered(self):
        connection = http.client.HTTPConnection(self.page.host, self.page.port, timeout=support.LIMIT)
        count = 0
        while count < 10000:
            connection.request("GET", f"/api/document?client=page-one&token={self.page.token}")
            answer = connection.getresponse()
            self.assertEqual(answer.status, 200)
            answer.read()
            count += 1
            if answer.will_close:
                connection.close()
        connection.close()
        for _ in range(100):  # Pages that go before they are answered.
            with socket.create_connection((self.page.host, self.page.port)) as gone:
                gone.sendall(self.head("GET /api/events?client=page-gone"))
        self.page.wait(lambda _: self.page.listen() == 200)
        self.page.leave()


class FewDescriptorsTest(viewer.ViewerTest):
    def test_clients_that_take_all_descriptors_hold_up_nobody(self):
        self.write("packing.circles", support.TWO_CIRCLES)

        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))

        page = viewer.Page(self.serve("packing.circles", "--port", 0, preexec_fn=limit))
        half = [socket.create_connection((page.host, page.port), timeout=support.LIMIT) for _ in range(100)]
        for connection in half:
            self.addCleanup(connection.close)
        for _ in range(3):
            self.assertEqual(page.document()["kind"], "circles")
        self.assertEqual(page.edit("relax")[0], 200)


class NetworkTest(viewer.ViewerTest):
    def serve_all(self, *arguments):
        self.write("trunk.off", trunks.cuboid((600, 400, 300)))
        self.write("load.box", trunks.boxes((100, 50, 25)))
        return self.serve("load.box", "--mesh", "trunk.off", "--port", 0, *arguments)

    def notes(self):
        """What the program said until it served."""
        lines = []
        for line in self.server.stderr:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        return "".join(lines)

    def test_all_networks_are_printed_by_addresses_that_others_can_open(self):
        for wildcard in ("0.0.0.0", "::"):
            if wildcard == "::" and not socket.has_ipv6:
                continue
            try:
                url = self.serve_all("--listen", wildcard)
            except AssertionError as error:
                if wildcard == "::" and "cannot be listened on" in str(error):
                    continue  # This machine has no IPv6.
                raise
            page = viewer.Page(url)
            address = ipaddress.ip_address(page.host)
            self.assertFalse(address.is_unspecified, url)
            warning = f"warning: --listen {wildcard}: no other machine can reach this address\n"
            self.assertEqual(warning in self.notes(), address.is_loopback, url)
            # By way of the loopback, under the printed name, and under another one, as this machine may have more.
            host = page.host if address.version == 4 else f"[{page.host}]"
            page.host = "127.0.0.1" if wildcard == "0.0.0.0" else "::1"
            for name in (host, "name.example"):
                self.assertEqual(page.request("GET", "/", headers={"Host": f"{name}:{page.port}"})[0], 200)
                self.assertEqual(page.request("GET", "/", headers={"Host": f"{name}:{page.port}", "X-Jam-Token": "0" * 32})[0], 403)
            self.assertEqual(page.listen(), 200)
            self.addCleanup(page.leave)
            self.assertEqual(page.edit("move", box=0, by_mm=[1, 0, 0])[0], 200)
            self.end_server()

    def test_addresses_of_this_machine_alone_say_so(self):
        for address in ("127.0.0.1", "127.0.0.2", "localhost"):
            url = self.serve_all("--listen", address)
            self.assertTrue(url.startswith(f"http://{address}:"), url)
            self.assertIn("no other machine", self.notes())
            page = viewer.Page(url)
            self.assertEqual(page.request("GET", "/")[0], 200)
            self.assertEqual(page.request("GET", "/", headers={"Host": f"name.example:{page.port}"})[0], 403)
            self.end_server()


if __name__ == "__main__":
    support.main()
