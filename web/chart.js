// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The chart of all programs: lines over time, drawn as SVG in the colours of the page. A point under the mouse says its numbers; the last
// ones are in the caption, so that nothing is in the picture only.

/// Steps of 1, 2 or 5 times a power of ten, at most `count` of them between two numbers.
function ticksBetween(low, high, count) {
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((value) => value >= raw * (1 - 1e-9));
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) ticks.push(+(k * step).toPrecision(12));
  return ticks;
}

/// Powers of ten between two positive numbers, at most about `count` of them.
function powersBetween(low, high, count) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const step = Math.max(1, Math.ceil((last - first) / count));
  const powers = [];
  for (let k = first; k <= last; k += step) powers.push(Number(`1e${k}`));
  return powers;
}

/// An axis from `low` to `high` on pixels `from` to `to`. `at` gives the pixel of a value; values beyond the ends lie on them.
function makeAxis(low, high, from, to, logarithmic) {
  const scale = logarithmic ? Math.log : (value) => value;
  const share = (value) => (scale(Math.min(high, Math.max(low, value))) - scale(low)) / (scale(high) - scale(low));
  return { at: (value) => from + (to - from) * share(value), ticks: (logarithmic ? powersBetween : ticksBetween)(low, high, 4) };
}

/// A chart in `place`, a figure. `options`: { title, unit, steps: whether values stay until the next point, across: the unit of what is drawn
/// to the right where that is not time, caption: a text in place of the last point, until: the time at which
/// the line ends }. These make charts comparable: { begin: the first time of
/// an axis with a logarithmic scale; range: lowest and highest value of such an axis; goal: the value of a dashed line }.
function makeChart(place, options) {
  const [width, height, left, right, top, bottom] = [360, 150, 52, 10, 8, 22];
  const caption = make("figcaption");
  const title = make("b", options.title);
  const reading = make("span");
  caption.append(title, reading);
  const svg = makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  place.classList.add("chart");
  place.replaceChildren(caption, svg);
  let points = [];
  let cursor = null;
  let toX = (t) => t;

  const valueText = (value) => significant(value) + (options.unit ? " " + options.unit : "");
  const timeText = (time) => (options.across ? `${significant(time)} ${options.across}` : `${significant(+time.toFixed(3))} s`);
  const say = (point) => { reading.textContent = point ? `${valueText(point[1])} at ${timeText(point[0])}` : "nothing yet"; };
  const rest = () => {
    if (options.caption) reading.textContent = options.caption;
    else say(points[points.length - 1]);
  };

  /// `until`: the time at which the axis ends. `others`: [{ title, points, until }], lines behind that of the points, on the same axes.
  function update(next, until, others = []) {
    points = next.filter(([t, v]) => Number.isFinite(t) && Number.isFinite(v));
    svg.replaceChildren();
    rest();
    svg.setAttribute("aria-label", `${options.title}: ${reading.textContent}`);
    if (!points.length) return;
    const begin = options.begin || (options.across ? points[0][0] : Math.min(0, points[0][0]));
    const end = Math.max(until || 0, points[points.length - 1][0], begin + 1e-9);
    const values = [points, ...others.map((line) => line.points)].flat().map(([, v]) => v).concat(options.goal === undefined ? [] : options.goal);
    let [low, high] = [smallest(values), largest(values)];
    const pad = high > low ? 0.06 * (high - low) : Math.abs(high) * 1e-3 || 1;
    [low, high] = options.range || [low - pad, high + pad];
    const across = makeAxis(begin, end, left, width - right, Boolean(options.begin));
    const up = makeAxis(low, high, height - bottom, top, Boolean(options.range));
    toX = across.at;
    const toY = up.at;
    for (const value of up.ticks) {
      svg.append(makeSvg("line", { class: "grid", x1: left, x2: width - right, y1: toY(value), y2: toY(value) }),
        makeSvg("text", { x: left - 6, y: toY(value) + 3.5, "text-anchor": "end" }, options.range ? value.toExponential(0).replace("-", "−") : significant(value)));
    }
    for (const time of across.ticks)
      svg.append(makeSvg("text", { x: toX(time), y: height - 6, "text-anchor": toX(time) > width - 30 ? "end" : "middle" }, timeText(time)));
    if (options.goal !== undefined) svg.append(makeSvg("line", { class: "goal", x1: left, x2: width - right, y1: toY(options.goal), y2: toY(options.goal) }));
    const spot = ([t, v]) => `${toX(t).toFixed(1)},${toY(v).toFixed(1)}`;
    const pathOf = (line, last) => line.map((point, k) => (k === 0 ? `M${spot(point)}` : options.steps ? `H${toX(point[0]).toFixed(1)}V${toY(point[1]).toFixed(1)}` : `L${spot(point)}`)).join("")
      + (options.steps ? `H${toX(last).toFixed(1)}` : "");
    for (const line of others) {
      const path = makeSvg("path", { class: "other", d: pathOf(line.points, line.until) });
      path.append(makeSvg("title", {}, line.title));
      svg.append(path);
    }
    svg.append(makeSvg("path", { d: pathOf(points, options.until || end) }));
    if (points.length < 60) for (const [t, v] of options.steps ? points : []) svg.append(makeSvg("circle", { cx: toX(t), cy: toY(v), r: 2.4 }));
    cursor = makeSvg("line", { class: "cursor", y1: top, y2: height - bottom, visibility: "hidden" });
    svg.append(cursor);
  }

  function showCursor(time) {
    if (!cursor) return;
    cursor.setAttribute("visibility", "visible");
    cursor.setAttribute("x1", toX(time));
    cursor.setAttribute("x2", toX(time));
  }

  svg.addEventListener("mousemove", (event) => {
    if (!points.length) return;
    const area = svg.getBoundingClientRect();
    const x = ((event.clientX - area.left) / area.width) * width;
    const near = points.reduce((best, point) => (Math.abs(toX(point[0]) - x) < Math.abs(toX(best[0]) - x) ? point : best));
    say(near);
    showCursor(near[0]);
  });
  svg.addEventListener("mouseleave", rest);
  update([]);
  return { update, showCursor };
}
