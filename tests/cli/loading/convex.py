# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Convex bodies for the checker of loading plans: boxes, triangles, and by how much they overlap.

Arrays: `corners` (n, k, 3) in mm; `normals` (n, a, 3) and `edges` (n, e, 3) are directions of length 1.
"""
import numpy as np


def unit(v):
    """Rows of length 1; rows without a direction become x."""
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return np.where(length > 1e-9, v / np.maximum(length, 1e-9), [1.0, 0.0, 0.0])


class Bodies:
    def __init__(self, corners, normals, edges):
        self.corners, self.normals, self.edges = corners, normals, edges
        self.low, self.high = corners.min(axis=1), corners.max(axis=1)


def boxes_of(rows):
    """Bodies of n boxes; axes are the columns of their matrices; corner number has bit k where x_k > 0."""
    centre = np.array([row["position_mm"] for row in rows], float).reshape(-1, 3)
    axes = np.array([row["matrix"] for row in rows], float).reshape(-1, 3, 3).transpose(0, 2, 1)
    half = np.array([row["edges_mm"] for row in rows], float).reshape(-1, 3) / 2
    signs = np.array([[1 if i >> k & 1 else -1 for k in range(3)] for i in range(8)])
    bodies = Bodies(centre[:, None] + np.einsum("ck,nk,nkx->ncx", signs, half, axes), axes, axes)
    bodies.centre, bodies.half = centre, half
    return bodies


def triangles_of(points):
    """Bodies of n triangles, (n, 3, 3)."""
    edges = unit(np.roll(points, -1, axis=1) - points)
    normals = unit(np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]))
    return Bodies(points, normals[:, None], edges)


def axes_of_pairs(normals, edges, others, which):
    """Axes (m, K, 3) on which one body and m other ones are projected: normals, products of edges."""
    m = len(which)
    own = np.broadcast_to(normals, (m, *normals.shape))
    products = unit(np.cross(edges[None, :, None], others.edges[which][:, None]).reshape(m, -1, 3))
    return np.concatenate([own, others.normals[which], products], axis=1)


def deepest(corners, normals, edges, shifts, others, which):
    """Depths (S, m) [mm] of a body, moved by shifts (S, 3), in bodies `which`: the shortest way out of each.

    Negative: a gap.
    """
    axes = axes_of_pairs(normals, edges, others, which)
    own = np.einsum("cx,mkx->mkc", corners, axes)
    other = np.einsum("mcx,mkx->mkc", others.corners[which], axes)
    moved = np.einsum("sx,mkx->smk", shifts, axes)
    ahead = own.max(axis=2) - other.min(axis=2) + moved
    behind = other.max(axis=2) - own.min(axis=2) - moved
    return np.minimum(ahead, behind).min(axis=2)


def cut(polygon, point, outward):
    """Part of a convex polygon (k, 3) that is not beyond a plane (Sutherland and Hodgman)."""
    height = (polygon - point) @ outward
    kept = []
    for p, q, a, b in zip(polygon, np.roll(polygon, -1, axis=0), height, np.roll(height, -1)):
        if a <= 0:
            kept.append(p)
        if (a < 0 < b) or (b < 0 < a):
            kept.append(p + (q - p) * (a / (a - b)))
    return np.array(kept).reshape(-1, 3)
