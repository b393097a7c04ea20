# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Rotations of points, for meshes of tests."""
import math


def rotation(axis, angle):
    """Turns a point about an axis through the origin [rad], by Rodrigues' formula."""
    norm = math.sqrt(sum(a * a for a in axis))
    u = [a / norm for a in axis]
    c, s = math.cos(angle), math.sin(angle)

    def turned(p):
        d = sum(a * b for a, b in zip(u, p))
        cross = (u[1] * p[2] - u[2] * p[1], u[2] * p[0] - u[0] * p[2], u[0] * p[1] - u[1] * p[0])
        return tuple(p[i] * c + cross[i] * s + u[i] * d * (1 - c) for i in range(3))

    return turned
