# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""A server of documents under test, packview or a search with --live, and pages as a program plays them."""
import http.client
import json
import re
import socket
import threading
import time
import unittest
import urllib.parse

import support


class Page:
    """What a page does: it listens to events and sends commands."""

    def __init__(self, url, name="page-one"):
        parts = urllib.parse.urlsplit(url)
        self.url, self.host, self.port, self.name = url, parts.hostname, parts.port, name
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]
        self.events, self.bye, self.whole = [], threading.Event(), threading.Event()
        self._stream = self._socket = None

    def other(self, name):
        """Another page of the same server."""
        return Page(self.url, name)

    def request(self, method, path, body=None, headers=()):
        """Status and text of an answer to a request that has the secret, unless `headers` has another one."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=support.LIMIT)
        try:
            connection.request(method, path, body, {"X-Jam-Token": self.token, **dict(headers)})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def document(self):
        status, text = self.request("GET", f"/api/document?client={self.name}")
        assert status == 200, text
        return json.loads(text)

    def post(self, route, **command):
        """Status and object of an answer."""
        headers = {"Content-Type": "application/json", "X-Jam-Client": self.name}
        status, text = self.request("POST", route, json.dumps(command), headers)
        return status, json.loads(text)

    def edit(self, do, **command):
        return self.post("/api/edit", do=do, **command)

    def listen(self):
        """Collects events until the server says goodbye or leave() is called."""
        self._stream = http.client.HTTPConnection(self.host, self.port, timeout=support.LIMIT)
        self._stream.request("GET", f"/api/events?client={self.name}&token={self.token}")
        self._socket = self._stream.sock
        answer = self._stream.getresponse()
        if answer.status != 200:
            return answer.status
        threading.Thread(target=self._collect, args=(answer,), daemon=True).start()
        return 200

    def _collect(self, answer):
        kind = None
        try:
            for line in answer:
                line = line.decode().rstrip("\n")
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    self.events.append((kind, json.loads(line[6:])))
                    if kind == "bye":
                        self.bye.set()
            self.whole.set()  # To the last chunk.
        except (OSError, ValueError, AttributeError):
            pass  # The test has left, or the server is gone.

    def leave(self):
        """Closes the stream, as a page that is closed."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The server was first.
        self._socket.close()
        self._stream.close()

    def kinds(self):
        return [kind for kind, _ in list(self.events)]

    def settled(self):
        """The document once its last change has been verified."""
        return self.wait(lambda d: d["edit"]["verified_revision"] == d["revision"] and not d["edit"]["simulation"]["running"])

    def wait(self, condition):
        """The document once a condition holds."""
        end = time.monotonic() + support.LIMIT
        while True:
            document = self.document()
            if condition(document):
                return document
            assert time.monotonic() < end, document.get("edit")
            time.sleep(0.01)


def skip_without_pages(error):
    if "needs three.js" in error:
        raise unittest.SkipTest("this build has no three.js (Debian package libjs-three)")


class ViewerTest(support.ProgramTest):
    """Tests that start servers; those that still run are ended."""

    def serve(self, *arguments, **settings):
        """Starts the program; it prints its address."""
        self.server = self.start(*arguments, **settings)
        self.addCleanup(self.end_server)
        url = self.server.stdout.readline().strip()
        if not url.startswith("http://"):
            out, err = self.server.communicate()
            skip_without_pages(err)
            self.fail(f"no address but: {url}{out}{err}")
        return url

    def end_server(self):
        if self.server.poll() is None:
            self.server.kill()
        self.server.communicate()


class LiveTest(support.ProgramTest):
    """Runs with --live, which go on while pages look."""

    def run_live(self, *arguments):
        """A page of a run."""
        self.server = self.start(*arguments, "--live", 0)
        self.addCleanup(self._end)
        lines = []
        for line in self.server.stderr:
            lines.append(line)
            if match := re.search(r"^live at +(http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{32})$", line.strip()):
                break
        else:
            skip_without_pages("".join(lines))
            self.fail("".join(lines))
        self.output = threading.Thread(target=lambda: lines.extend(self.server.stderr), daemon=True)
        self.output.start()
        page = Page(match.group(1))
        self.assertEqual(page.listen(), 200)
        self.addCleanup(page.leave)
        return page

    def _end(self):
        if self.server.poll() is None:
            self.server.kill()
        self.server.wait()
        self.output.join()
        self.server.stdout.close()
        self.server.stderr.close()

    def finish(self, number=None):
        """Waits for the end, after a signal if one is given; the exit code."""
        if number:
            self.server.send_signal(number)
        return self.server.wait(support.LIMIT)
