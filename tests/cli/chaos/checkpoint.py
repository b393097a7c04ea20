# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""A reader of checkpoint files that shares no code with the programs: docs/formats.md, section Checkpoints."""
import struct

MAGIC = b"\x89JAMCP\r\n"


class Unsound(Exception):
    """The bytes are no checkpoint."""


def crc_table():
    """CRC-64/XZ: polynomial 0x42F0E1EBA9EA3693, reflected."""
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xC96C5795D7870F42 if crc & 1 else 0)
        table.append(crc)
    return table


TABLE = crc_table()


def crc64(data):
    crc = 0xFFFFFFFFFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFFFFFFFFFF


def require(condition, what):
    if not condition:
        raise Unsound(what)


def check(data):
    """Raises Unsound unless the bytes are a complete checkpoint whose checksums are right."""
    require(len(data) >= 40, f"{len(data)} bytes are too few")
    magic, order, version, checksum, content_checksum, length = struct.unpack_from("<8sIIQQQ", data)
    require(magic == MAGIC and order == 0x01020304 and version == 1, "its first bytes are wrong")
    require(crc64(data[:16]) == checksum, "the checksum of its first bytes is wrong")
    require(len(data) == 40 + length, f"{len(data)} bytes instead of {40 + length}")
    require(crc64(data[40:]) == content_checksum, "its checksum is wrong")
