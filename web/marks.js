// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Labels at points of a picture. None covers another one: where two would, the one that comes first in the list is shown. Labels that are
// `quiet` show only while they are pointed at in a list.

function makeMarks(stage) {
  const place = element("stage");
  let marks = [];       // { label, point, kind, name, quiet, width, height }
  const hidden = new Set();  // Kinds that are switched off.
  let pointed = "";     // Name of the mark that is pointed at in a list.

  return {
    /// `list`: { text, point: [x, y, z], kind, name, quiet, facing }; the most important ones first. With `facing`, a direction, a mark shows only
    /// where it is seen from there.
    set(list) {
      for (const { label } of marks) label.remove();
      marks = list.map(({ text, point, kind, name, quiet, facing }) => {
        const label = make("div", text, { class: `axis mark ${kind}` });
        place.append(label);
        return { label, point: new THREE.Vector3(...point), kind, name, quiet, facing: facing && new THREE.Vector3(...facing), width: label.offsetWidth, height: label.offsetHeight };
      });
    },
    setShown(kind, on) {
      if (on) hidden.delete(kind);
      else hidden.add(kind);
      stage.draw();
    },
    /// The mark of this name shows before all others; "": none does.
    pointAt(name) {
      pointed = name;
      stage.draw();
    },
    /// Before a picture is drawn.
    place() {
      stage.camera.updateMatrixWorld();
      const taken = [];
      for (const mark of [...marks].sort((a, b) => (b.name === pointed) - (a.name === pointed))) {
        const p = mark.point.clone().project(stage.camera);
        const [x, y] = [(0.5 + 0.5 * p.x) * place.clientWidth, (0.5 - 0.5 * p.y) * place.clientHeight];
        const covers = ([left, top, width, height]) => Math.abs(x - left) < 0.5 * (mark.width + width) + 2 && Math.abs(y - top) < 0.5 * (mark.height + height) + 2;
        const seen = !mark.facing || mark.facing.dot(stage.camera.position.clone().sub(mark.point)) > 0;
        const shown = p.z < 1 && seen && !hidden.has(mark.kind) && (!mark.quiet || mark.name === pointed) && !taken.some(covers);
        mark.label.style.visibility = shown ? "visible" : "hidden";
        mark.label.classList.toggle("pointed", mark.name === pointed);
        if (!shown) continue;
        taken.push([x, y, mark.width, mark.height]);
        mark.label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
      }
    },
  };
}
