// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Arrows to drag something along lines, as the picked box along the axes: it follows the point of the axis that is nearest to the ray of the mouse.

// Blue, orange, green: the colours of boxes that lie along these axes.
const axisColours = [0x2563ae, 0xe2781c, 0x168062];

/// An arrow of each colour; the first three point along the axes until they are aimed elsewhere.
function makeHandles(stage, colours = axisColours) {
  const group = new THREE.Group();
  group.visible = false;
  stage.scene.add(group);
  const directions = colours.map((colour, k) => new THREE.Vector3().setComponent(k % 3, 1));
  const aim = (arrow, direction) => arrow.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction);
  const arrows = directions.map((direction, k) => {
    const arrow = new THREE.Group();
    const material = new THREE.MeshBasicMaterial({ color: colours[k], depthTest: false, transparent: true, opacity: 0.9 });
    const shaft = new THREE.Mesh(new THREE.CylinderBufferGeometry(0.022, 0.022, 0.8, 10), material);
    shaft.position.y = 0.4;
    const head = new THREE.Mesh(new THREE.ConeBufferGeometry(0.075, 0.24, 16), material);
    head.position.y = 0.9;
    // Wider than what is seen, for the mouse.
    const target = new THREE.Mesh(new THREE.CylinderBufferGeometry(0.12, 0.12, 0.9, 8), new THREE.MeshBasicMaterial({ visible: false }));
    target.position.y = 0.57;
    for (const part of [shaft, head]) part.renderOrder = 3;
    arrow.add(shaft, head, target);
    aim(arrow, direction);
    arrow.userData = target;
    group.add(arrow);
    return arrow;
  });

  /// The coordinate along `direction` through `origin` that is nearest to a ray.
  function along(ray, origin, direction) {
    const between = origin.clone().sub(ray.origin);
    const b = direction.dot(ray.direction);
    const d = direction.dot(between);
    const e = ray.direction.dot(between);
    const denominator = 1 - b * b;
    return denominator < 1e-6 ? null : (b * e - d) / denominator;
  }

  return {
    /// At a box; null hides them.
    show(box) {
      group.visible = Boolean(box);
      if (box) group.position.set(...box.position_mm);
    },
    /// Points an arrow along another unit vector.
    aim(k, direction) {
      directions[k].copy(direction);
      aim(arrows[k], direction);
    },
    /// As long in the picture wherever the camera is.
    place() {
      if (group.visible) group.scale.setScalar(0.13 * stage.camera.position.distanceTo(group.position));
      group.updateMatrixWorld();
    },
    /// What stage.onGrab returns: null where the ray meets no arrow.
    grab(caster, onDrag) {
      if (!group.visible) return null;
      const [hit] = caster.intersectObjects(arrows.map((arrow) => arrow.userData));
      if (!hit) return null;
      const direction = directions[arrows.findIndex((arrow) => arrow.userData === hit.object)];
      const start = group.position.clone();
      const first = along(caster.ray, start, direction);
      let place = null;
      return {
        move(next) {
          const at = along(next.ray, start, direction);
          if (first === null || at === null) return;
          place = start.clone().addScaledVector(direction, at - first).toArray();
          onDrag(place, false);
        },
        release() { if (place) onDrag(place, true); },
      };
    },
  };
}
