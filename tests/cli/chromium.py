# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""A headless Chromium for tests of pages, driven through the Chrome DevTools Protocol over a pair of pipes: JSON texts that end with a zero
byte, on file descriptors 3 (to the browser) and 4 (from it). Standard library only.
"""
import base64
import json
import os
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import zlib

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# A hang must end; nothing is timed.
LIMIT = float(os.environ.get("JAM_TEST_LIMIT", 300))


def find():
    """The program; skips the test that asks where there is none."""
    program = next((path for path in map(shutil.which, NAMES) if path), None)
    if not program:
        raise unittest.SkipTest("Chromium is not installed (Debian package chromium)")
    return program


class Browser:
    """One browser with one page. Use with `with`; close() ends the browser and everything it started."""

    def __init__(self, program, width=900, height=560, dark=False):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read_end, self.output = os.pipe()
        self.input, write_end = os.pipe()
        command = [program, "--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                   "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", "--disable-background-networking",
                   f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}", "--remote-debugging-pipe", "about:blank"]
        # The shell puts the pipes where the browser looks for them; a program in between may be a script.
        self.process = subprocess.Popen(["sh", "-c", f'exec "$@" 3<&{read_end} 4>&{write_end}', "sh", *command], pass_fds=(read_end, write_end),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        start_new_session=True)
        os.close(read_end)
        os.close(write_end)
        self.buffer = b""
        self.count = 0
        self.events = []
        self.session = None
        try:
            self.start(width, height, dark)
        except BaseException:
            self.close()
            raise

    def start(self, width, height, dark):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        os.close(self.output)
        os.close(self.input)
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.profile.cleanup()

    def receive(self):
        end = time.monotonic() + LIMIT
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(f"the browser was silent for {LIMIT} s")
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise ConnectionError("the browser ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        """The result of a command; events that come in between are kept in `events`."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, address):
        """Loads a page and waits until it is loaded and drawn."""
        self.events = [event for event in self.events if event.get("method") != "Page.loadEventFired"]  # Those of pages before.
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        self.wait_until_idle()

    def wait_until_idle(self):
        """Waits for two frames: what has changed is on the screen then."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")

    def evaluate(self, expression):
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def click(self, x, y):
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", clickCount=1)
        self.wait_until_idle()

    def drag(self, x, y, dx, dy):
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx, y=y + dy, button="left", buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + dx, y=y + dy, button="left", clickCount=1)
        self.wait_until_idle()

    def press(self, key):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.wait_until_idle()

    def console_errors(self):
        """What the page wrote to the console as a warning or an error, and exceptions that nothing caught."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(json.dumps(parameters["exceptionDetails"]))
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(json.dumps(parameters["args"]))
            elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(json.dumps(parameters["entry"]))
        return found

    def screenshot(self):
        """The page as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


def pixels(png):
    """Width, height and rows of (r, g, b) of an 8-bit PNG without interlacing."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    position, data = 8, b""
    while position < len(png):
        length, kind = struct.unpack(">I4s", png[position:position + 8])
        content = png[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", content[:10])
            assert depth == 8 and colour in (2, 6)
        if kind == b"IDAT":
            data += content
        position += 12 + length
    size = 3 if colour == 2 else 4
    data = zlib.decompress(data)
    stride = width * size
    rows, previous = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        kind, line = data[start], bytearray(data[start + 1:start + 1 + stride])
        for i in range(stride):
            left = line[i - size] if i >= size else 0
            up = previous[i]
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + up) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif kind == 4:
                corner = previous[i - size] if i >= size else 0
                guess = left + up - corner
                a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
                line[i] = (line[i] + (left if a <= b and a <= c else up if b <= c else corner)) & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, stride, size)])
        previous = line
    return width, height, rows
