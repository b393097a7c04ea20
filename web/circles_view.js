// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The picture of a packing of circles, as SVG: exact at every size. Contacts are lines between centres, rattlers are pale and dotted, what
// overlaps is red with a thick rim. The wheel zooms about the mouse; a press on a circle picks and drags it, one beside them moves the picture.

/// Circles of a packing as an SVG element without anything to press.
function circlesPicture(circles, radius) {
  const size = 1.04 * radius;
  const svg = makeSvg("svg", { viewBox: `${-size} ${-size} ${2 * size} ${2 * size}`, class: "circles" });
  svg.append(makeSvg("circle", { class: "rim", r: radius, "vector-effect": "non-scaling-stroke" }));
  for (const { x, y, radius: r, colour } of circles) svg.append(makeSvg("circle", { cx: x, cy: -y, r, fill: colour || "var(--accent)" }));
  return svg;
}

function makeCirclesView() {
  const place = element("stage");
  const svg = makeSvg("svg", { tabindex: 0, class: "circles", role: "img", "aria-label": "The packing; the table beside it has its numbers" });
  const rim = makeSvg("circle", { class: "rim", "vector-effect": "non-scaling-stroke" });
  const bodies = makeSvg("g");
  const contacts = makeSvg("g", { class: "contacts" });
  const labels = makeSvg("g", { class: "labels" });
  svg.append(rim, bodies, contacts, labels);
  place.prepend(svg);

  const box = { x: 0, y: 0, size: 1 };  // What is in the picture: centre and half height.
  let radius = 1;
  let nodes = [];

  function aim() {
    const wide = Math.max(1, place.clientWidth) / Math.max(1, place.clientHeight);
    const half = [box.size * Math.max(1, wide), box.size * Math.max(1, 1 / wide)];
    svg.setAttribute("viewBox", `${box.x - half[0]} ${box.y - half[1]} ${2 * half[0]} ${2 * half[1]}`);
  }
  /// Where the mouse is, in the unit of the radii, y up.
  function spot(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [at.x, -at.y];
  }

  function zoom(factor, about = [box.x, -box.y]) {
    box.x = about[0] + (box.x - about[0]) * factor;
    box.y = -about[1] + (box.y + about[1]) * factor;
    box.size *= factor;
    aim();
  }

  const view = {
    canvas: svg,
    onPick: (index) => {},
    onDrag: (index, place, ended) => {},
    mayDrag: () => false,
    zoom,
    turn: (right, up) => view.shift(right, up),
    shift(right, up) {
      box.x += 2 * right * box.size;
      box.y -= 2 * up * box.size;
      aim();
    },
    look() {
      Object.assign(box, { x: 0, y: 0, size: 1.06 * radius });
      aim();
    },
    /// `circles`: { x, y, radius, colour, rattler, bad } each.
    show(circles, enclosing, lines, picked) {
      const first = nodes.length === 0;
      radius = enclosing;
      rim.setAttribute("r", enclosing);
      while (nodes.length > circles.length) nodes.pop().forEach((node) => node.remove());
      while (nodes.length < circles.length) {
        const index = nodes.length;
        const node = makeSvg("circle", { "data-index": index, "vector-effect": "non-scaling-stroke" });
        node.append(makeSvg("title"));
        const label = makeSvg("text", { "text-anchor": "middle", "dominant-baseline": "central" });
        bodies.append(node);
        labels.append(label);
        nodes.push([node, label]);
      }
      circles.forEach((circle, k) => {
        const [node, label] = nodes[k];
        for (const [name, value] of [["cx", circle.x], ["cy", -circle.y], ["r", circle.radius]]) node.setAttribute(name, value);
        node.style.fill = circle.colour;
        node.setAttribute("class", (circle.rattler ? "rattler " : "") + (circle.bad ? "bad " : "") + (k === picked ? "picked" : ""));
        node.firstChild.textContent = `circle ${k}, radius ${significant(circle.radius)}${circle.rattler ? ", a rattler" : ""}`;
        const named = circle.radius > 0.028 * radius;
        label.textContent = named ? significant(circle.radius) : "";
        label.setAttribute("x", circle.x);
        label.setAttribute("y", -circle.y);
        label.style.fontSize = `${Math.min(0.75 * circle.radius, 0.05 * radius)}px`;
      });
      contacts.replaceChildren(...lines.map(([x1, y1, x2, y2]) =>
        makeSvg("line", { x1, y1: -y1, x2, y2: -y2, "vector-effect": "non-scaling-stroke" })));
      if (first) view.look();
    },
    setContacts(on) { contacts.style.display = on ? "" : "none"; },
  };

  let drag = null;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const index = event.target.dataset && event.target.dataset.index !== undefined ? +event.target.dataset.index : -1;
    drag = { index, start: spot(event), from: [event.clientX, event.clientY], at: { ...box }, moved: false };
    if (index >= 0) {
      view.onPick(index);
      drag.centre = [+event.target.getAttribute("cx"), -event.target.getAttribute("cy")];
    }
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > 3) drag.moved = true;
    if (!drag.moved) return;
    const [x, y] = spot(event);
    if (drag.index >= 0 && view.mayDrag()) {
      drag.place = [drag.centre[0] + x - drag.start[0], drag.centre[1] + y - drag.start[1]];
      view.onDrag(drag.index, drag.place, false);
    } else {
      box.x -= x - drag.start[0];
      box.y += y - drag.start[1];
      aim();
    }
  });
  const release = () => {
    if (drag && drag.place) view.onDrag(drag.index, drag.place, true);
    else if (drag && drag.index < 0 && !drag.moved) view.onPick(-1);
    drag = null;
  };
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(1.0015 ** event.deltaY, spot(event));
  }, { passive: false });
  new ResizeObserver(aim).observe(place);
  return view;
}
