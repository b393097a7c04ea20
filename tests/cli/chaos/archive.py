# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""A reader of archives that shares no code with the programs: docs/formats.md, section The archive. It never writes."""
import collections
import pathlib
import sqlite3
import uuid

NAMESPACE = uuid.UUID("d5faffdd-0154-4a2b-965d-0ca5f8d199b0")

Row = collections.namedtuple("Row", "id problem kind value checksum text")

COLUMNS = ("SELECT result.id, problem, kind, value, checksum, text, count, seed, options, version, device, time, definition "
           "FROM result JOIN problem ON problem.id = result.problem")


def problem_id(definition):
    return str(uuid.uuid5(NAMESPACE, definition))


def shortest(value):
    """The shortest decimal, as C++ writes it."""
    text = repr(value)
    return text[:-2] if text.endswith(".0") else text


def sound(row):
    """Whether row and problem match their checksums."""
    try:
        _, problem, _, value, checksum, text, count, seed, options, version, device, time, definition = row
        if str(uuid.uuid5(NAMESPACE, definition.decode())) != problem:
            return False
        fields = [problem, str(count), shortest(value), seed, options, version, device, time, text.decode()]
        return str(uuid.uuid5(NAMESPACE, "".join(f"{len(field.encode())}:{field}," for field in fields))) == checksum
    except (AttributeError, TypeError, ValueError):
        return False


# Python decodes SQLite's own messages, which quote what is damaged.
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


def connect(file, immutable=False):
    connection = sqlite3.connect(f"{pathlib.Path(file).as_uri()}?{'immutable=1' if immutable else 'mode=ro'}", uri=True, timeout=60)
    connection.text_factory = lambda data: data.decode("utf-8", "replace")  # A damaged text is a row that is not sound.
    return connection


def rows(file):
    """All sound rows of an archive in use, by checksum. Raises sqlite3.Error where it cannot be read."""
    connection = connect(file)
    try:
        return {row[4]: Row(*row[:6]) for row in connection.execute(COLUMNS) if sound(row)}
    except UnicodeDecodeError as error:
        raise sqlite3.DatabaseError(f"a damaged message: {error}") from error
    finally:
        connection.close()


def readable_rows(file):
    """The sound rows of a file that was set aside, as many as can be read one by one."""
    connection = connect(file, immutable=not pathlib.Path(f"{file}-wal").exists())
    found = {}
    try:
        numbers = []
        try:
            for number, in connection.execute("SELECT id FROM result NOT INDEXED ORDER BY id"):
                numbers.append(number)
        except UNREADABLE:
            pass  # Up to where the damage is.
        for number in numbers:
            try:
                for row in connection.execute(COLUMNS + " WHERE result.id = ?", (number,)):
                    if sound(row):
                        found[row[4]] = Row(*row[:6])
            except UNREADABLE:
                pass
    finally:
        connection.close()
    return found
