// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Plays the manoeuvres of a load test: decodes the places of boxes (lib/jam/trunk/io/motion_view.hpp), and passes boxes at those places on.

/// The frames of a motion: { times, place(frame, box) } with a place [x, y, z, w, qx, qy, qz].
function readMotion({ times_s: times, low_mm: low, high_mm: high, positions, rotations }, count) {
  const numbers = (text) => new Uint16Array(bytesOf(text));
  const [p, q] = [numbers(positions), numbers(rotations)];
  return {
    times,
    place: (frame, box) => {
      const item = frame * count + box;
      return [...[0, 1, 2].map((k) => low[k] + ((high[k] - low[k]) * p[3 * item + k]) / 65535),
              ...[0, 1, 2, 3].map((k) => q[4 * item + k] / 32767 - 1)];
    },
  };
}

/// Between two places; of the two signs of a quaternion the nearer one.
function placeBetween(from, to, share) {
  const sign = [3, 4, 5, 6].reduce((sum, k) => sum + from[k] * to[k], 0) < 0 ? -1 : 1;
  const place = from.map((value, k) => value + share * ((k < 3 ? 1 : sign) * to[k] - value));
  const size = Math.hypot(...place.slice(3));
  return place.map((value, k) => (k < 3 ? value : value / size));
}

/// `show(boxes)` puts these boxes into the picture.
function startMotions(page, show) {
  const { boxes, load_test: tests = [] } = page.load;
  const motions = (page.view.motions || []).map((one) => readMotion(one, boxes.length));
  const part = element("motion-part");
  part.hidden = motions.length === 0;
  if (part.hidden) return;
  const choice = element("motion");
  const slider = element("motion-time");
  let now = 0;      // [s]
  let last = null;  // When the picture was moved on [ms]; null: paused.
  choice.replaceChildren(make("option", "as loaded", { value: -1 }), ...tests.map((one, k) => make("option", motionName(one), { value: k })));

  const motion = () => motions[choice.value];
  const end = () => motion().times[motion().times.length - 1];

  function draw() {
    const on = Boolean(motion());
    slider.disabled = element("motion-play").disabled = !on;
    element("motion-clock").textContent = on ? `${now.toFixed(2)} s` : "";
    slider.value = on ? now / end() : 0;
    if (!on) return show(boxes);
    const { times, place } = motion();
    let frame = 0;
    while (frame + 2 < times.length && times[frame + 1] <= now) ++frame;
    const next = Math.min(frame + 1, times.length - 1);
    const share = next > frame ? Math.min(1, (now - times[frame]) / (times[next] - times[frame])) : 0;
    return show(boxes.map((box, k) => {
      const at = placeBetween(place(frame, k), place(next, k), share);
      return { ...box, position_mm: at.slice(0, 3), quaternion: at.slice(3) };
    }));
  }

  function setPlaying(on) {
    if (on && now >= end()) now = 0;
    last = on ? performance.now() : null;
    element("motion-play").textContent = on ? "Pause" : "Play";
    if (on) requestAnimationFrame(advance);
  }

  function advance(clock) {
    if (last === null) return;
    now = Math.min(end(), now + Math.max(0, clock - last) / 1000);
    last = Math.max(last, clock);
    draw();
    if (now >= end()) setPlaying(false);
    else requestAnimationFrame(advance);
  }

  choice.addEventListener("change", () => {
    setPlaying(false);
    now = 0;
    draw();
    if (motion()) setPlaying(true);
  });
  slider.addEventListener("input", () => {
    setPlaying(false);
    now = slider.value * end();
    draw();
  });
  element("motion-play").addEventListener("click", () => setPlaying(last === null));
  addKey("t", "play the next manoeuvre of the load test", () => {
    choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length;
    choice.dispatchEvent(new Event("change"));
  });
  draw();
}
