# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Whether boxes of a load rest: contacts, and a linear program for the forces in them. Lengths in mm."""
import numpy as np
import scipy.optimize
import scipy.sparse

from convex import Bodies, axes_of_pairs, cut, unit

SIDES = 8  # Sides of a friction pyramid. It is circumscribed: it has a little more friction than the cone.


def faces_of(corners):
    """Faces of a box or a triangle: (ring of corners in order, outward normal)."""
    if len(corners) == 3:
        normal = unit(np.cross(corners[1] - corners[0], corners[2] - corners[0]))
        return [(corners, normal), (corners[::-1], -normal)]
    rings = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
    return [(corners[list(r)], unit(np.cross(corners[r[1]] - corners[r[0]], corners[r[2]] - corners[r[0]])))
            for r in rings]


def support_edge(corners, axis, direction):
    """Ends of that edge along axis number `axis` which is farthest along a direction; a triangle has one."""
    if len(corners) == 3:
        return corners[axis], corners[(axis + 1) % 3]
    start = max((i for i in range(8) if not i >> axis & 1), key=lambda i: corners[i] @ direction)
    return corners[start], corners[start | 1 << axis]


def edge_contact(p, q, r, s):
    """The point between the segments pq and rs where they cross; None: they do not."""
    u, v, w = q - p, s - r, p - r
    a, b, c, d, e = u @ u, u @ v, v @ v, u @ w, v @ w
    x, y = (b * e - c * d) / (a * c - b * b), (a * e - b * d) / (a * c - b * b)
    return (p + x * u + r + y * v) / 2 if 0 <= x <= 1 and 0 <= y <= 1 else None


def contacts_of_pair(one, other, reach):
    """Contacts of two convex bodies, each (corners, normals, edges): [(point, normal from one to other)].

    The axis with the widest gap tells the kind of contact. If it is a normal of a face, the face of the other
    body that looks at it is cut by the prism above the first one, and its corners within reach are contacts.
    If it is a product of edges, and not nearly a normal, both edges have a contact where they cross.
    """
    m = len(one[2]) * len(other[2])
    axes = axes_of_pairs(one[1], one[2], Bodies(*(x[None] for x in other)), [0])[0]
    a, b = one[0] @ axes.T, other[0] @ axes.T
    ahead, behind = b.min(axis=0) - a.max(axis=0), a.min(axis=0) - b.max(axis=0)
    gap, axes = np.maximum(ahead, behind), np.where(ahead >= behind, 1, -1)[:, None] * axes
    if gap.max() > reach:
        return []
    faces = len(axes) - m
    best, edge = int(gap[:faces].argmax()), faces + int(gap[faces:].argmax())
    if gap[edge] > gap[best] + 0.1 and (axes[:faces] @ axes[edge]).max() < 0.995:
        normal, (i, k) = axes[edge], divmod(edge - faces, len(other[2]))
        point = edge_contact(*support_edge(one[0], i, normal), *support_edge(other[0], k, -normal))
        return [(point, normal)] if point is not None else []
    normal, owner, guest = axes[best], one, other
    if best >= len(one[1]):
        owner, guest, normal = other, one, -normal
    ring, up = max(faces_of(owner[0]), key=lambda face: face[1] @ normal)
    polygon = min(faces_of(guest[0]), key=lambda face: face[1] @ normal)[0]
    for p, q in zip(ring, np.roll(ring, -1, axis=0)):
        side = unit(np.cross(q - p, up))
        polygon = cut(polygon, p - 0.01 * side, side)  # Bodies side by side do not carry each other.
    height = (polygon - ring[0]) @ up
    return [(p - h / 2 * up, up if owner is one else -up) for p, h in zip(polygon, height) if h <= reach]


def find_contacts(boxes, walls, reach):
    """All contacts of the full load: arrays a, b (boxes; a is -1 for a wall), point, normal from a to b."""
    a, b, point, normal = [], [], [], []
    for others, first in ((walls, True), (boxes, False)):
        for i in range(len(boxes.low)):
            gaps = np.maximum(others.low - boxes.high[i], boxes.low[i] - others.high)
            for k in np.flatnonzero(np.all(gaps <= reach, axis=1)):
                if not first and k >= i:
                    break
                found = contacts_of_pair((others.corners[k], others.normals[k], others.edges[k]),
                                         (boxes.corners[i], boxes.normals[i], boxes.edges[i]), reach)
                for p, n in found:
                    a.append(-1 if first else k), b.append(i), point.append(p), normal.append(n)
    return np.array(a, int), np.array(b, int), np.array(point).reshape(-1, 3), np.array(normal).reshape(-1, 3)


def forces_of_contacts(normal, friction, upright):
    """Number of the contact and force [-] of each generator of the friction pyramids."""
    across = unit(np.cross(normal, np.where(np.abs(normal[:, :1]) < 0.7, [[1.0, 0, 0]], [[0, 1.0, 0]])))
    along = np.cross(normal, across)
    rough = np.flatnonzero(np.abs(normal[:, 2]) >= upright)
    smooth = np.flatnonzero(np.abs(normal[:, 2]) < upright)
    which, force = [smooth], [normal[smooth]]
    for angle in 2 * np.pi * np.arange(SIDES) / SIDES:
        slide = np.cos(angle) * across[rough] + np.sin(angle) * along[rough]
        which.append(rough)
        force.append(normal[rough] + friction / np.cos(np.pi / SIDES) * slide)
    return np.concatenate(which), np.concatenate(force)


def unrest(free, boxes, contacts, rules):
    """How far each box of `free` is from rest, as an array; 0: in equilibrium with the others.

    Unknown: forces along the generators [weights of the heaviest box]; per box, 3 forces and 3 moments that
    nothing exerts, of which a share of its weight (moments: by half its diagonal) is free and the sum of
    the others is least. Bodies that are not in `free` are fixed, or not there: their contacts are left out
    by the caller.
    """
    a, b, point, normal = contacts
    volume = boxes.half.prod(axis=1)
    weight = volume / volume.max()
    radius = np.linalg.norm(boxes.half, axis=1)
    row = np.full(len(boxes.low) + 1, -1)
    row[free] = np.arange(len(free))
    which, force = forces_of_contacts(normal, rules["friction"], rules["upright"])
    entries, rows, columns = [], [], []
    for body, sign in ((a, -1), (b, 1)):
        at = row[body[which]]  # Box -1 reads the last entry.
        own = np.flatnonzero(at >= 0)
        index = body[which[own]]
        moment = np.cross(point[which[own]] - boxes.centre[index], force[own]) / radius[index, None]
        wrench = sign * np.hstack([force[own], moment]) / weight[index, None]
        entries.append(wrench.ravel())
        rows.append((6 * at[own][:, None] + np.arange(6)).ravel())
        columns.append(np.repeat(own, 6))
    n, m = 6 * len(free), len(which)
    places = np.concatenate(rows), np.concatenate(columns)
    matrix = scipy.sparse.csc_matrix((np.concatenate(entries), places), shape=(n, m))
    eye = scipy.sparse.identity(n, format="csc")
    share = max(0.05, 2.5 * rules["rest_share"])
    gravity = np.tile([0, 0, -1.0, 0, 0, 0], len(free))
    bounds = np.array([[0, np.inf]] * m + [[-share, share]] * n + [[0, np.inf]] * (2 * n))
    cost = np.concatenate([np.zeros(m + n), np.ones(2 * n)])
    done = scipy.optimize.linprog(cost, A_eq=scipy.sparse.hstack([matrix, eye, eye, -eye]), b_eq=-gravity,
                                  bounds=bounds, method="highs")
    if done.x is None:
        raise ValueError(f"the linear program has no result: {done.message}")
    return done.x[m + n:].reshape(2, len(free), 6).sum(axis=(0, 2))


def is_held(step, now):
    """Whether a box is held after step number `now`."""
    begin, end = step["held_from"], step["rests_after"]
    return begin is not None and begin <= now and (end is None or now < end)


def check_rest(plan, boxes, walls, ends):
    """Boxes that do not rest after the steps `ends`: (faults, number of boxes asked for, lines to read)."""
    a, b, point, normal = find_contacts(boxes, walls, plan["rules"]["contact_mm"])
    steps, faults, asked, lines = plan["steps"], [], 0, []
    fixed = set(range(plan["totals"]["fixed"]))
    for i in ends:
        loaded = {s["box"] for s in steps[:i + 1]}
        held = {s["box"] for s in steps[:i + 1] if is_held(s, i)}
        there = np.array([k in loaded or k in fixed for k in range(len(boxes.low))] + [True])
        kept = there[a] & there[b]
        contacts = a[kept], b[kept], point[kept], normal[kept]
        free = np.array(sorted(loaded - held), int)
        asked += len(free)
        loose = unrest(free, boxes, contacts, plan["rules"]) if len(free) else np.zeros(0)
        faults += [f"step {i}: box {free[k]} does not rest, by {loose[k]:.3f} of its weight"
                   for k in np.flatnonzero(loose > 1e-4)]
        if held:
            everyone = np.array(sorted(loaded), int)
            loose = unrest(everyone, boxes, contacts, plan["rules"])
            lines.append(f"  step {i}: held {sorted(held)}; without hands, do not rest: "
                         f"{[int(everyone[k]) for k in np.flatnonzero(loose > 1e-4)]}")
    return faults, asked, lines
