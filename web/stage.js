// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The stage of a picture in three.js: camera, light, controls, views, sizes along the axes; z is up. It draws only when something has
// changed: `draw` asks for that. Where drawing takes long, pictures are coarser while they follow each other.

/// Whether pictures are drawn by the processor: there smooth edges cost two thirds of the time, and are left out.
function isDrawnInSoftware() {
  const context = document.createElement("canvas").getContext("webgl");
  const names = context && context.getExtension("WEBGL_debug_renderer_info");
  return Boolean(names) && /swiftshader|llvmpipe|software/i.test(context.getParameter(names.UNMASKED_RENDERER_WEBGL));
}

function makeStage() {
  const place = element("stage");
  const style = getComputedStyle(document.documentElement);
  const software = isDrawnInSoftware();
  const renderer = new THREE.WebGLRenderer({ antialias: !software });
  const fineRatio = Math.min(window.devicePixelRatio || 1, 2);
  renderer.setPixelRatio(fineRatio);
  renderer.domElement.tabIndex = 0;
  renderer.domElement.setAttribute("role", "img");
  renderer.domElement.setAttribute("aria-label", "The picture; its numbers are beside it");
  place.prepend(renderer.domElement);

  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(32, 1, 10, 100000);
  camera.up.set(0, 0, 1);
  const sun = new THREE.DirectionalLight(0xffffff, 0.62);
  scene.add(camera, new THREE.HemisphereLight(0xffffff, 0xa2abb6, 0.8), sun, sun.target);
  const controls = new THREE.OrbitControls(camera, renderer.domElement);
  controls.screenSpacePanning = true;
  controls.enableKeys = false;  // keys.js has them.
  const axisMaterial = new THREE.LineBasicMaterial();

  const centre = new THREE.Vector3();
  const reach = new THREE.Vector3();  // From the centre to the corner that has to be in the picture.
  let radius = 1;
  let labels = [];
  let lines = [];

  /// What is shown: all of `bounds`, and the sizes of `inner` on lines beside its lowest edges; lengths become texts by `lengthText`.
  function fit(bounds, inner, lengthText) {
    bounds.getCenter(centre);
    radius = 0.5 * bounds.getSize(new THREE.Vector3()).length();
    const gap = 0.05 * radius;
    reach.copy(bounds.max).sub(centre).addScalar(1.6 * gap);
    const low = inner.min.clone().addScalar(-gap);
    const right = inner.max.x + gap;
    for (const { label } of labels) label.remove();
    for (const line of lines) scene.remove(line);
    lines = [];
    labels = [
      ["x", [inner.min.x, low.y, inner.min.z], [inner.max.x, low.y, inner.min.z]],
      ["y", [right, inner.min.y, inner.min.z], [right, inner.max.y, inner.min.z]],
      ["z", [low.x, low.y, inner.min.z], [low.x, low.y, inner.max.z]],
    ].map(([name, from, to]) => {
      const ends = [from, to].map((point) => new THREE.Vector3(...point));
      lines.push(new THREE.Line(new THREE.BufferGeometry().setFromPoints(ends), axisMaterial));
      scene.add(lines[lines.length - 1]);
      const label = make("div", `${name} ${lengthText(ends[0].distanceTo(ends[1]))}`, { class: "axis" });
      place.append(label);
      return { label, place: ends[0].lerp(ends[1], 0.5) };
    });
  }

  function placeLabels() {
    for (const { label, place: middle } of labels) {
      const p = middle.clone().project(camera);
      const x = (0.5 + 0.5 * p.x) * place.clientWidth;
      const y = (0.5 - 0.5 * p.y) * place.clientHeight;
      label.style.visibility = p.z < 1 ? "visible" : "hidden";
      label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }

  function render() {
    // Light from over the shoulder.
    sun.position.copy(camera.position).add(new THREE.Vector3(-0.5, 0.3, 1.2).multiplyScalar(radius).applyQuaternion(camera.quaternion));
    sun.target.position.copy(controls.target);
    stage.onDraw(sun.position.clone().sub(sun.target.position).normalize());
    renderer.render(scene, camera);
  }

  const slow = software ? 25 : 60;  // Milliseconds between two pictures that follow each other.
  let coarse = false;
  let last = 0;       // When the last picture was drawn,
  let asked = 0;      // and when this one was asked for [ms].
  let slowCount = 0;  // Pictures in a row that took long.
  let rest = 0;       // Timer of the fine picture after the coarse ones.
  function setCoarse(on) {
    coarse = on;
    slowCount = 0;
    renderer.setPixelRatio(on ? fineRatio / 2 : fineRatio);
    renderer.setSize(place.clientWidth, place.clientHeight);
    stage.onCoarse(on);
  }

  let waiting = false;
  function draw() {
    if (waiting) return;
    waiting = true;
    asked = performance.now();
    requestAnimationFrame((clock) => {
      waiting = false;
      slowCount = clock - Math.max(last, asked) > slow ? slowCount + 1 : 0;
      last = clock;
      if (!coarse && slowCount > 2) setCoarse(true);
      if (coarse) {
        clearTimeout(rest);
        rest = setTimeout(() => {
          setCoarse(false);
          draw();
        }, 200);
      }
      render();
      placeLabels();
    });
  }

  function paint() {
    renderer.setClearColor(stage.colourOf("--sky"));
    axisMaterial.color = stage.colourOf("--wall");
    stage.onPaint();
    draw();
  }

  function resize() {
    renderer.setSize(place.clientWidth, place.clientHeight);
    camera.aspect = place.clientWidth / Math.max(1, place.clientHeight);
    camera.updateProjectionMatrix();
    draw();
  }

  const upright = new THREE.Quaternion().setFromUnitVectors(camera.up, new THREE.Vector3(0, 1, 0));  // THREE.Spherical has y up.
  const directions = { iso: [0.72, -1.25, 0.82], top: [0, -0.001, 1], side: [0, -1, 0], rear: [1, 0, 0] };
  /// By the name of a view, or from outside along a direction [x, y, z].
  function look(from) {
    const direction = directions[from] || (Math.hypot(from[0], from[1]) < 1e-3 ? [0, -0.001, from[2]] : from);
    // Near enough that the corners of what there is just fit.
    const back = new THREE.Vector3(...direction).normalize();
    const across = new THREE.Vector3().crossVectors(camera.up, back).normalize();
    const upwards = new THREE.Vector3().crossVectors(back, across);
    const slope = 0.92 * Math.tan((camera.fov * Math.PI) / 360);
    let distance = 0;
    for (let k = 0; k < 8; ++k) {
      const corner = reach.clone().multiply(new THREE.Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
      const aside = Math.max(Math.abs(corner.dot(upwards)), Math.abs(corner.dot(across)) / camera.aspect);
      distance = Math.max(distance, corner.dot(back) + aside / slope);
    }
    controls.target.copy(centre);
    camera.position.copy(centre).addScaledVector(back, distance);
    camera.near = radius / 100;
    camera.far = 100 * radius;
    camera.updateProjectionMatrix();
    controls.update();
    draw();
  }

  const stage = {
    scene,
    camera,
    canvas: renderer.domElement,
    onPaint: () => {},           // Colours of the style have changed.
    onCoarse: (on) => {},        // Pictures become coarse, or fine again.
    onDraw: (sunward) => {},     // A picture is about to be drawn; the direction to the light.
    onClick: (caster) => {},     // A press on the picture that did not move.
    onGrab: (caster) => null,    // A press; what is returned takes the movement until release: { move(caster), release() }.
    colourOf: (name) => new THREE.Color(style.getPropertyValue(name).trim()),
    fit,
    draw,
    look,
    /// The picture as it would be with `width` and `height` pixels, drawn to a canvas; before `sky` if that is given. With `add(context)`, which
    /// draws on it, all of the container is in the picture, seen from where the camera is.
    picture(canvas, width, height, sky, add) {
      if (sky) renderer.setClearColor(sky);
      const full = renderer.getSize(new THREE.Vector2());
      const ratio = renderer.getPixelRatio();
      renderer.setPixelRatio(1);
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      const [place, target] = [camera.position.clone(), controls.target.clone()];
      if (add) look(place.clone().sub(target).toArray());
      render();
      canvas.width = width;
      canvas.height = height;
      canvas.getContext("2d").drawImage(renderer.domElement, 0, 0);
      if (add) {
        add(canvas.getContext("2d"));
        camera.position.copy(place);
        controls.target.copy(target);
        controls.update();
      }
      if (sky) renderer.setClearColor(stage.colourOf("--sky"));
      renderer.setPixelRatio(ratio);
      renderer.setSize(full.x, full.y);
      camera.aspect = full.x / Math.max(1, full.y);
      camera.updateProjectionMatrix();
      render();
    },
    /// Turns the camera about what it looks at, by angles to the right and upwards.
    turn(right, up) {
      const place = new THREE.Spherical().setFromVector3(camera.position.clone().sub(controls.target).applyQuaternion(upright));
      place.theta += right;
      place.phi = Math.min(Math.max(place.phi - up, 1e-3), Math.PI - 1e-3);
      camera.position.setFromSpherical(place).applyQuaternion(upright.clone().inverse()).add(controls.target);
      controls.update();
      draw();
    },
    /// Moves what is looked at, by shares of the picture's height.
    shift(right, up) {
      const height = 2 * camera.position.distanceTo(controls.target) * Math.tan((camera.fov * Math.PI) / 360);
      const by = new THREE.Vector3(right * height, up * height, 0).applyQuaternion(camera.quaternion);
      camera.position.add(by);
      controls.target.add(by);
      controls.update();
      draw();
    },
    zoom(factor) {
      camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
      controls.update();
      draw();
    },
    /// Shows the picture, once everything is in it.
    open() {
      controls.addEventListener("change", draw);
      new ResizeObserver(resize).observe(place);
      window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
      resize();
      paint();
      look("iso");
    },
  };

  function casterAt(event) {
    const area = renderer.domElement.getBoundingClientRect();
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2((2 * (event.clientX - area.left)) / area.width - 1,
                                           1 - (2 * (event.clientY - area.top)) / area.height), camera);
    return caster;
  }
  let pressed = null;
  let grabbed = null;
  renderer.domElement.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0 ? [event.clientX, event.clientY] : null;
    grabbed = pressed && stage.onGrab(casterAt(event));
    controls.enabled = !grabbed;
    if (grabbed) renderer.domElement.setPointerCapture(event.pointerId);
  });
  renderer.domElement.addEventListener("pointermove", (event) => { if (grabbed) grabbed.move(casterAt(event)); });
  const release = () => {
    if (grabbed) grabbed.release();
    grabbed = null;
    controls.enabled = true;
  };
  renderer.domElement.addEventListener("pointercancel", release);
  renderer.domElement.addEventListener("pointerup", (event) => {
    if (grabbed) return release();
    if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 4) return;
    stage.onClick(casterAt(event));
  });
  return stage;
}

/// In place of a picture: why there is none.
function explainNoStage(error) {
  element("stage").append(make("div", "The picture needs WebGL, which this browser does not offer here: " + error.message, { id: "no-view" }));
}

/// The buttons of views, and the keys of the camera. `solid`: there are several views; `digits` choose them where they move nothing.
function connectViews(view, solid, digits) {
  const names = ["iso", "top", "side", "rear"];
  let shown = 0;
  const look = (k) => {
    shown = k;
    view.look(names[k]);
  };
  for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => look(names.indexOf(button.dataset.view)));
  if (solid) addKey("v", "next view: iso, top, side, rear", () => look((shown + 1) % names.length));
  else addKey("v", "the whole", () => look(0));
  if (solid && digits) addKey(["1", "2", "3", "4"], "these views", (event) => look(event.key - 1));
  addKey(["+", "="], "nearer", () => view.zoom(0.85));
  addKey("-", "farther", () => view.zoom(1 / 0.85));
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const along = (event) => arrows[event.key];
  addKey(Object.keys(arrows), solid ? "turn the picture" : "move the picture", (event) => view.turn(...along(event).map((value) => 0.1 * value)));
  if (solid) addKey(Object.keys(arrows).map((key) => "Shift+" + key), "move the picture", (event) => view.shift(...along(event).map((value) => 0.08 * value)));
}
