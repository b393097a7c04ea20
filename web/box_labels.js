// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Labels on boxes of a picture: on the face that is turned to the eye, while no other box hides the middle of that face and no earlier label
// lies there.

function makeBoxLabels(stage) {
  const place = element("stage");
  let labels = [];  // { node, box, width, height }

  /// Reads centre, unit axes and half edges from the matrix of a box, as plain numbers.
  function frameOf({ elements: m }) {
    const half = [0, 1, 2].map((k) => 0.5 * Math.hypot(m[4 * k], m[4 * k + 1], m[4 * k + 2]));
    return { centre: [m[12], m[13], m[14]], half, axis: half.map((size, k) => [0, 1, 2].map((c) => m[4 * k + c] / (2 * size))) };
  }

  /// Whether the straight way from `eye` by `to` meets the box before its end.
  function isBefore({ centre, half, axis }, eye, to) {
    const from = difference(eye, centre);
    let [enter, leave] = [0, 0.999];
    for (let k = 0; k < 3; ++k) {
      const [start, along] = [dot(axis[k], from), dot(axis[k], to)];
      const [a, b] = [(-half[k] - start) / along, (half[k] - start) / along];
      enter = Math.max(enter, Math.min(a, b));
      leave = Math.min(leave, Math.max(a, b));
      if (!(enter < leave)) return false;
    }
    return true;
  }

  /// The middle of the face that looks at the eye the most.
  function pointOn({ centre, half, axis }, eye) {
    const towards = difference(eye, centre);
    const sides = axis.map((one) => dot(one, towards));
    const best = nearestAxis(sides);
    return centre.map((value, c) => value + Math.sign(sides[best]) * half[best] * axis[best][c]);
  }

  return {
    /// `list`: { box, text, more, kind }: `more` is written smaller. The most important ones come first.
    set(list) {
      for (const { node } of labels) node.remove();
      labels = list.map(({ box, text, more, kind }) => {
        const node = make("div", "", { class: `box-label ${kind || ""}` });
        node.append(make("b", text), make("small", more));
        place.append(node);
        return { node, box, width: node.offsetWidth, height: node.offsetHeight };
      });
    },
    /// Before a picture is drawn; `matrices` of all boxes, `isShown(box)`.
    place(matrices, isShown) {
      if (!labels.length) return;
      const eye = stage.camera.position.toArray();
      stage.camera.updateMatrixWorld();
      const frames = matrices.map((matrix, k) => (isShown(k) ? frameOf(matrix) : null));
      const taken = [];
      for (const { node, box, width, height } of labels) {
        node.style.visibility = "hidden";
        if (!frames[box]) continue;
        const point = pointOn(frames[box], eye);
        const to = difference(point, eye);
        if (frames.some((frame, k) => frame && k !== box && isBefore(frame, eye, to))) continue;
        const p = new THREE.Vector3(...point).project(stage.camera);
        const [x, y] = [(0.5 + 0.5 * p.x) * place.clientWidth, (0.5 - 0.5 * p.y) * place.clientHeight];
        const covers = ([left, top, w, h]) => Math.abs(x - left) < 0.5 * (width + w) && Math.abs(y - top) < 0.5 * (height + h);
        if (p.z >= 1 || taken.some(covers)) continue;
        taken.push([x, y, width, height]);
        node.style.visibility = "visible";
        node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
      }
    },
  };
}
