# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Requests that no page sends, as bytes, for every program that serves a page: packview and runs with --live.

A test class derives from HostileTests and from its own base. Its `page` is a viewer.Page of a server that it has
started.
"""
import json
import re
import socket
import threading
import time

import support

STATUS_LINE = re.compile(rb"(?m)^HTTP/1\.1 (\d{3}) ")
PAUSE = 0.1  # Between two parts of a request: they arrive as two packets [s].


class HostileTests:
    results = ()  # Files that the program writes by itself.

    def tearDown(self):
        self.assertIsNone(self.server.poll(), "the server has ended")
        super().tearDown()

    # Bytes.

    def connect(self):
        connection = socket.create_connection((self.page.host, self.page.port), timeout=support.LIMIT)
        self.addCleanup(connection.close)
        return connection

    @staticmethod
    def received(connection):
        """What comes until the server closes the connection."""
        text = b""
        try:
            while part := connection.recv(65536):
                text += part
        except ConnectionError:
            pass
        return text

    def raw(self, *parts, ends=False):
        """The answer to these bytes, sent with pauses; with `ends` the client then ends its side."""
        connection = self.connect()
        try:
            for k, part in enumerate(parts):
                if k:
                    time.sleep(PAUSE)
                connection.sendall(part)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        except ConnectionError:
            pass  # Refused already; what was answered can be read.
        text = self.received(connection)
        connection.close()
        return text

    def head(self, line, *fields, secret=True, host=True):
        """A request without body. `line`: method and target."""
        own = [f"Host: {self.page.host}:{self.page.port}"] if host else []
        lock = [f"X-Jam-Token: {self.page.token}"] if secret else []
        lines = [line if " HTTP/" in line else line + " HTTP/1.1", *own, *lock, *fields]
        return "".join(one + "\r\n" for one in lines).encode("latin-1") + b"\r\n"

    def command(self, route, body, *fields):
        """A command as the page sends it."""
        return self.head(f"POST {route}", "Content-Type: application/json", f"X-Jam-Client: {self.page.name}",
                         f"Content-Length: {len(body)}", *fields) + body.encode()

    def half_command(self):
        return self.command("/api/save", " " * 60000)[:-50000]

    def statuses(self, answer):
        return [int(status) for status in STATUS_LINE.findall(answer)]

    def assert_one_answer(self, answer, expected, note=None):
        """One answer with one of the statuses `expected`, as long as it says, and JSON where it says so."""
        self.assertEqual(len(self.statuses(answer)), 1, (note, answer[:2000]))
        self.assertIn(self.statuses(answer)[0], expected, (note, answer[:2000]))
        head, _, body = answer.partition(b"\r\n\r\n")
        self.assertIn(b"Connection: close", head)
        length = re.search(rb"Content-Length: (\d+)", head)
        if length and not (note or "").startswith("HEAD"):
            self.assertEqual(len(body), int(length.group(1)), (note, answer[:2000]))
            if b"application/json" in head:
                json.loads(body.decode())
        return body

    def files(self):
        names = [path.name for path in self.folder.iterdir() if not path.name.startswith(".")]
        return {name: self.path(name).read_bytes() for name in names if name not in self.results}

    # One request for each connection.

    def test_a_body_is_never_taken_for_another_request(self):
        before = self.files()
        save = self.command("/api/save", '{"over": true}')
        typed = ["Content-Type: application/json", f"X-Jam-Client: {self.page.name}"]
        length = f"Content-Length: {len(save)}"
        evil = f"Host: evil.example:{self.page.port}"
        long, chunked, last_chunk = "Content-Length: 4000000", "Transfer-Encoding: chunked", b"0\r\n\r\n"
        refused = {
            "host": self.head("POST /", evil, length, host=False),
            "host of a command": self.head("POST /api/save", evil, length, *typed, host=False),
            "no host": self.head("POST /api/save", length, *typed, host=False),
            "origin": self.head("POST /api/save", "Origin: http://evil.example", length, *typed),
            "site": self.head("POST /api/save", "Sec-Fetch-Site: cross-site", length, *typed),
            "no secret": self.head("POST /api/save", length, *typed, secret=False),
            "path": self.head("POST /nothing", length, *typed),
            "method": self.head("PUT /api/save", length, *typed),
            "method of reading": self.head("POST /api/document", length),
            "type": self.head("POST /api/save", length, "Content-Type: text/plain"),
            "no length": self.head("POST /api/save", *typed),
            "long": self.head("POST /api/save", long, *typed),
            "two lengths": self.head("POST /api/save", length, "Content-Length: 0", *typed),
            "bad length": self.head("POST /api/save", "Content-Length: +0", *typed),
            "chunks": self.head("POST /api/save", chunked, *typed) + last_chunk,
            "chunks and length": self.head("POST /api/save", chunked, length, *typed) + last_chunk,
            "length and chunks": self.head("POST /api/save", length, chunked, *typed) + last_chunk,
            "other coding": self.head("POST /api/save", "Transfer-Encoding: gzip", length, *typed),
            "expectation": self.head("POST /api/save", "Expect: 200-ok", length, *typed),
            "two hosts": self.head("POST /api/save", evil, length, *typed),
            "no command": self.head("POST /api/save", "Content-Length: 2", *typed) + b"{]",
        }
        for name, head in refused.items():
            for parts in ([head, save], [head + save], [head, save + save]):
                self.assert_one_answer(self.raw(*parts), {400, 403, 404, 405, 411, 413, 415, 417}, name)
        for name, head in {"GET": self.head("GET /api/document", length), "HEAD": self.head("HEAD /", length),
                           "GET without length": self.head("GET /api/document")}.items():
            for parts in ([head, save], [head + save]):
                self.assert_one_answer(self.raw(*parts), {200}, name)
        stream = self.head("GET /api/events?client=page-two", length)
        self.assert_one_answer(self.raw(stream, save), {200}, "stream")
        self.assert_one_answer(self.raw(stream + save), {400}, "stream")
        self.assertEqual(self.files(), before)
        self.assertIsNone(self.page.document()["writer"])  # No command was done.

    # The secret.

    def test_without_the_secret_nothing_is_answered(self):
        token = self.page.token
        self.assertRegex(token, r"^[0-9a-f]{32}$")
        before = self.files()
        other_digit = "0" if token[-1] != "0" else "1"
        wrong = ["", token[:-1], token + "0", token.upper() + "x", "0" * 32, token[:-1] + other_digit, "é" * 9]
        for path in ("/", "/nothing", "/api/document?client=page-one", "/api/events?client=page-one"):
            self.assert_one_answer(self.raw(self.head(f"GET {path}", secret=False)), {403}, path)
            for text in wrong:
                joint = "&" if "?" in path else "?"
                answer = self.raw(self.head(f"GET {path}{joint}token={text}", secret=False))
                self.assert_one_answer(answer, {403}, path)
                answer = self.raw(self.head(f"GET {path}", f"X-Jam-Token: {text}", secret=False))
                self.assert_one_answer(answer, {403}, path)
        # The first of two counts.
        self.assert_one_answer(self.raw(self.head(f"GET /?token=x&token={token}", secret=False)), {403})
        for route in ("/api/edit", "/api/save"):
            body = '{"over": true}'
            for fields in ([], *[[f"X-Jam-Token: {text}"] for text in wrong]):
                typed = ["Content-Type: application/json", f"X-Jam-Client: {self.page.name}"]
                request = self.head(f"POST {route}", *typed, f"Content-Length: {len(body)}", *fields, secret=False)
                self.assert_one_answer(self.raw(request + body.encode()), {403}, route)
        self.assertEqual(self.files(), before)
        self.assert_one_answer(self.raw(self.head(f"GET /?token={token}", secret=False)), {200})

    # Ranges.

    def test_ranges_give_no_byte_beside_the_document(self):
        for path in ("/", "/api/document?client=page-one"):
            many = [",".join([one] * 1500) for one in ("0-", "0-0", "-1")]
            for ranges in ("7000-7200", "0-0", "0-99999999", "-1", "-99999999", "5-", "99999999-", "5-4", "a-b",
                           "0-18446744073709551615", "9223372036854775807-", *many):
                answer = self.raw(self.head(f"GET {path}", f"Range: bytes={ranges}"))
                body = self.assert_one_answer(answer, {200}, ranges[:30])
                self.assertTrue(body.startswith((b"<!DOCTYPE", b"{")), ranges[:30])
                self.assertTrue(body.endswith((b"</html>\n", b"}\n")), ranges[:30])
        answer = self.raw(self.head("GET /", "Range: bytes=" + ",".join(["0-"] * 9000)))
        self.assert_one_answer(answer, {431})

    # Slow clients, many clients.

    def hold_up(self, count, *starts):
        """Opens connections with starts of requests, and sends byte after byte for as long as they last. A server
        that waits for one of these clients does not answer before the limit of the test."""
        slow, gone, answered = [], set(), threading.Event()

        def drip():
            while not answered.wait(0.3):
                for connection in [one for one in slow if one not in gone]:
                    try:
                        connection.sendall(b"x")
                    except ConnectionError:
                        gone.add(connection)

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            for k in range(count):
                connection = self.connect()
                try:
                    connection.sendall(starts[k % len(starts)])
                except ConnectionError:
                    pass  # Closed for the sake of a newer one.
                slow.append(connection)
            for _ in range(3):
                self.page.document()
            status, answer = self.page.edit("no such command")
            self.assertIn(status, (400, 409), answer)
        finally:
            answered.set()
            thread.join()
        # Each of them is closed in the end, without an answer.
        for connection in slow:
            self.assertEqual(self.received(connection), b"")

    def test_slow_clients_hold_up_nobody(self):
        self.hold_up(48, b"GET / HTTP/1.1\r\nX-Long: ", self.half_command())

    def test_half_requests_and_idle_clients_hold_up_nobody(self):
        idle = [self.connect() for _ in range(100)]
        self.hold_up(300, self.head("GET /")[:-2] + b"X-Long: ", b"GET /", self.half_command())
        for connection in idle:
            self.assertEqual(self.received(connection), b"")

    def test_a_client_that_never_stops_sending_is_closed(self):
        endless = self.head("POST /api/save", "Content-Length: 99999999999")
        for request in (self.head("GET /"), endless, b"x" * 100, self.head("GET /api/events?client=page-two")):
            connection = self.connect()
            connection.sendall(request)
            with self.assertRaises(ConnectionError):
                for _ in range(100000):
                    connection.sendall(b"x" * 65536)

    def test_clients_that_do_not_read_hold_up_nobody(self):
        deaf = [self.connect() for _ in range(60)]
        for connection in deaf:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(self.head("GET /"))
        for _ in range(3):
            self.page.document()

    def test_more_pages_than_are_served_are_refused(self):
        pages = [self.page.other(f"page-{k:04}") for k in range(40)]
        answers = [page.listen() for page in pages]
        for page in pages:
            self.addCleanup(page.leave)
        self.assertEqual(sorted(set(answers)), [200, 503])
        self.assertLessEqual(answers.count(200), 32)
        self.page.document()

    # Forms of requests.

    def test_requests_of_odd_forms_get_one_answer(self):
        typed = ["Content-Type: application/json", f"X-Jam-Client: {self.page.name}"]
        own = f"{self.page.host}:{self.page.port}"
        get, edit = "GET /", ("POST /api/edit", *typed)
        chunked = self.head(*edit, "Transfer-Encoding: chunked")
        cases = [
            # Versions and hosts.
            (self.head("GET / HTTP/1.0"), {200}),
            (self.head("GET / HTTP/1.0", host=False), {403}),
            (self.head(get, host=False), {403}),
            (self.head(get, "Host: ", host=False), {403}),
            *[(self.head(f"GET / HTTP/{version}"), {400}) for version in ("2.0", "1.2", "0.9")],
            (b"GET /\r\n\r\n", {400}),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400}),
            (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", {400}),  # TLS.
            # Methods and targets.
            *[(self.head(line), {404})
              for line in (f"GET http://{own}/", "GET *", "OPTIONS *", f"CONNECT {own}", "GET /%00")],
            *[(self.head(line), {405})
              for line in ("TRACE /", "get /", "GE /", "HEAD /api/events?client=page-two")],
            *[(self.head(line), {400, 404, 405}) for line in ("GET, /", "GET /\xff\xfe", "GET /\x00", "GET /a b")],
            *[(self.head(f"GET /api/events?client={name}"), {400})
              for name in ("x", "%70age-one", "page-one%00", "\xff" * 8)],
            (self.head("GET /?client=\xff\xfe"), {200, 400}),
            # Fields.
            (self.head(get, "X-Odd: \xff\xfe\x80"), {200, 400}),
            (self.head(get, "X-Odd: a\r\n folded"), {200, 400}),
            *[(self.head(get, field), {400})
              for field in ("X-Odd: a\x00b", "X-Odd : a", "X-Odd", ": a", "X-Odd: a\rX-Jam: b")],
            (self.head(get, *[f"X-{k}: a" for k in range(5000)]), {431}),
            (self.head(get, "X-Long: " + "x" * 100000), {431}),
            (self.head(get + "x" * 100000), {431}),
            (self.head(get, "X-Jam-Client: a", "X-Jam-Client: b"), {400}),
            (self.head(get, "Origin: http://evil.example", f"Origin: http://{own}"), {400}),
            (self.head(get, f"X-Jam-Token: {self.page.token}"), {400}),
            # Bodies.
            *[(self.head(*edit, f"Content-Length: {text}") + b"{}", {400, 413})
              for text in ("-1", "+2", "0x2", "2e0", "2 2", "", "2, 3", str(2**64), str(2**64 - 1))],
            (self.head(*edit, "Content-Length: 2") + b"\xff\xfe", {400}),
            (self.head(*edit, "Content-Length: 11") + b'{"do": "\xff"}', {400}),
            (chunked + b"zz\r\n\r\n", {411}),
            (chunked + b"ffffffffffffffff\r\n{}\r\n0\r\n\r\n", {411}),
            # Clients that end their side in between.
            (self.head(*edit, "Content-Length: 9") + b"{}", {400}),
            (self.head(get)[:-2], {400}),
        ]
        for request, expected in cases:
            note = "HEAD" if request.startswith(b"HEAD") else repr(request[:200])
            self.assert_one_answer(self.raw(request, ends=True), expected, note)
        self.assertEqual(self.raw(b"", ends=True), b"")

    def test_an_expectation_is_answered_before_the_body_comes(self):
        expecting = self.command("/api/edit", '{"do": "no such command"}', "Expect: 100-continue")
        head, _, body = expecting.partition(b"\r\n\r\n")
        connection = self.connect()
        connection.sendall(head + b"\r\n\r\n")
        self.assertEqual(connection.recv(1000), b"HTTP/1.1 100 Continue\r\n\r\n")
        connection.sendall(body)
        answer = self.received(connection)
        self.assertIn(self.statuses(answer), ([400], [409]))  # 409: a document that cannot be changed.
        refused = head.replace(self.page.token.encode(), b"0" * 32)
        self.assert_one_answer(self.raw(refused + b"\r\n\r\n"), {403})
