# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Checkpoints whose content was changed and whose checksums are right: docs/formats.md, section Checkpoints, is the layout."""
import struct

from chaos.checkpoint import MAGIC, check, crc64

HEAD = 40  # Bytes before the content.

# What is written over four or eight bytes: counts that are too large, negative numbers, numbers that are not finite or very large.
HOSTILE_4 = [struct.pack("<i", value) for value in (0, 1, -1, 2, 127, 1 << 20, (1 << 31) - 1, -(1 << 31))]
HOSTILE_4 += [struct.pack("<f", value) for value in (float("nan"), float("inf"), float("-inf"), 1e30, -1e30, 1e-40, -1.0)]
HOSTILE_8 = [struct.pack("<q", value) for value in (0, 1, -1, 2, 1000, 1 << 20, 1 << 31, 1 << 32, 1 << 40, (1 << 63) - 1, -(1 << 63))]
HOSTILE_8 += [struct.pack("<d", value) for value in (float("nan"), float("inf"), float("-inf"), 1e300, -1e300, 1e-310, -1.0, 1e18)]


def text(data):
    return struct.pack("<Q", len(data)) + data


def read_text(data, at):
    length, = struct.unpack_from("<Q", data, at)
    return data[at + 8:at + 8 + length], at + 8 + length


class Checkpoint:
    """A sound checkpoint in its parts."""

    def __init__(self, data):
        check(data)
        content = data[HEAD:]
        at = 8  # After the hash of the options.
        for _ in range(3):  # Program, version, options.
            _, at = read_text(content, at)
        self.begin = content[:at]
        count, = struct.unpack_from("<Q", content, at)
        at += 8
        self.sections = {}
        for _ in range(count):
            name, at = read_text(content, at)
            self.sections[name.decode()], at = read_text(content, at)

    def bytes(self):
        content = self.begin + struct.pack("<Q", len(self.sections))
        for name in sorted(self.sections):
            content += text(name.encode()) + text(self.sections[name])
        head = MAGIC + struct.pack("<II", 0x01020304, 1)
        return head + struct.pack("<QQQ", crc64(head), crc64(content), len(content)) + content


def lengths(data, first):
    """Places that may well hold the length of what follows."""
    return [at for at in range(first, len(data) - 7) if 0 < struct.unpack_from("<Q", data, at)[0] <= len(data)]


def changed(data, first, dice):
    """One to three changes behind the first bytes."""
    data = bytearray(data)
    for _ in range(dice.randint(1, 3)):
        if len(data) <= first + 8:
            break
        at = dice.randrange(first, len(data) - 7)
        kind = dice.randrange(8)
        if kind < 2:
            at = dice.choice(lengths(data, first) or [at])
            data[at:at + 8] = dice.choice(HOSTILE_8)
        elif kind == 2:
            data[at:at + 8] = dice.choice(HOSTILE_8)
        elif kind < 5:
            at -= (at - first) % 4
            data[at:at + 4] = dice.choice(HOSTILE_4)
        elif kind == 5:
            data[at] ^= 1 << dice.randrange(8)
        elif kind == 6:
            del data[at:at + dice.choice([1, 4, 8, 24, len(data)])]
        else:
            data[at:at] = data[at:at + dice.choice([1, 4, 8, 24, 400])]
    return bytes(data)


def forged(data, dice):
    """A checkpoint like that in `data`, with its state or, now and then, another section changed."""
    checkpoint = Checkpoint(data)
    name = "state" if dice.random() < 0.85 else dice.choice(sorted(checkpoint.sections))
    section = checkpoint.sections[name]
    # The name and the version of a state are left: others are refused at once.
    first = read_text(section, 0)[1] if name == "state" else 0
    checkpoint.sections[name] = changed(section, first, dice)
    return checkpoint.bytes()
