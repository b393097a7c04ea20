# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Classical problems of rigid bodies, by the program with its default settings, against their formulas (docs/validation.md).

THEORY_TABLE=1 prints a row of the table for each number that is compared."""
import csv
import json
import math
import os

import support

G = 9.81


def plane(**keys):
    return dict({"shape": "plane"}, **keys)


def box(size, position, **keys):
    return dict({"shape": "box", "size_m": size, "mass_kg": 1, "position_m": position}, **keys)


def wall(size, position, **keys):
    return dict({"shape": "box", "size_m": size, "position_m": position}, **keys)


def sphere(radius, position, **keys):
    return dict({"shape": "sphere", "radius_m": radius, "mass_kg": 1, "position_m": position}, **keys)


def about(axis, angle):
    """A quaternion, by a unit axis and an angle [rad]."""
    return [math.cos(angle / 2)] + [math.sin(angle / 2) * a for a in axis]


def tilted(angle):
    """Gravity on a floor that falls by an angle [rad] towards +x."""
    return [G * math.sin(angle), 0, -G * math.cos(angle)]


def integrate(rates, state, time, count=4000):
    """Runge-Kutta's method of fourth order, from a list of numbers to that after `time` [s]."""
    step = time / count
    moved = lambda a, b, h: [x + h * y for x, y in zip(a, b)]
    for _ in range(count):
        k1 = rates(state)
        k2 = rates(moved(state, k1, step / 2))
        k3 = rates(moved(state, k2, step / 2))
        k4 = rates(moved(state, k3, step))
        state = [x + step / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(state, k1, k2, k3, k4)]
    return state


class Theory(support.ProgramTest):
    def end(self, time, *arguments, **scene):
        """The bodies at the end of a run, and its rows of --csv; warnings fail."""
        self.write("a.json", json.dumps({"schema": "jampack/scene/1", **scene}))
        result = self.run_program("a.json", "--time", f"{time}s", "--out", "end.json", "--csv", "rows.csv", "--device", "cpu", *arguments)
        self.assertNotIn("warning", result.err)
        return json.loads(self.path("end.json").read_text())["bodies"], list(csv.DictReader(self.path("rows.csv").read_text().splitlines()))

    def compare(self, what, got, expected, tolerance):
        if os.environ.get("THEORY_TABLE"):
            print(f"| {what} | {expected:.5g} | {got:.5g} | {tolerance:.2g} |")
        self.assertAlmostEqual(got, expected, delta=tolerance, msg=what)

    def test_rolling(self):
        angle = math.radians(20)
        for friction in 0.5, 0.05:
            (ball,), _ = self.end(1, gravity_mps2=tilted(angle), friction=friction, statics=[plane()], bodies=[sphere(0.1, [0, 0, 0.1])])
            # It rolls by 5/7 g sin(a), or slides where friction cannot turn it fast enough: mu < 2/7 tan(a).
            rolls = friction > 2 / 7 * math.tan(angle)
            speed = 5 / 7 * G * math.sin(angle) if rolls else G * (math.sin(angle) - friction * math.cos(angle))
            turning = speed / 0.1 if rolls else 2.5 * friction * G * math.cos(angle) / 0.1
            name = f"sphere on an incline of 20°, friction {friction}, after 1 s:"
            self.compare(f"{name} speed [m/s]", ball["velocity_mps"][0], speed, 0.005)
            self.compare(f"{name} angular velocity [rad/s]", ball["angular_velocity_radps"][1], turning, 0.05)

    def test_tipping(self):
        # A box three times as high as it is wide tips at tan(a) = 1/3, before it slides.
        for factor in 0.98, 1.02:
            angle = factor * math.atan(1 / 3)
            (block,), _ = self.end(2, gravity_mps2=tilted(angle), friction=1, statics=[plane()], bodies=[box([0.2, 0.2, 0.6], [0, 0, 0.3])])
            self.compare(f"box of 0.2 x 0.2 x 0.6 m on an incline at {factor} of the angle at which it tips, after 2 s: tipped (0 or 1)",
                         float(block["position_m"][2] < 0.2), float(factor > 1), 0)

    def test_rocking_block(self):
        # Half width b and half height c; it turns about an edge, towards its rest.
        b, c, start, time = 0.1, 0.4, 0.15, 0.35
        size, corner = math.hypot(b, c), math.atan2(b, c)
        _, turning = integrate(lambda s: [s[1], -0.75 * G / size * math.sin(corner - s[0])], [start, 0], time)
        x, z = c * math.sin(start) - b * math.cos(start), c * math.cos(start) + b * math.sin(start)
        self.by_steps("block that rocks on an edge, 0.35 s: angular velocity [rad/s]", turning, 1e-3,
                      lambda bodies: bodies[0]["angular_velocity_radps"][1],
                      time, friction=5, statics=[plane()], bodies=[box([2 * b, 0.3, 2 * c], [b + x, 0, z], orientation=about([0, 1, 0], start))])

    def by_steps(self, what, expected, share, value, time, **scene):
        """Errors at the default tolerance fall with the step; that of 1 ms is at most a share of the expected value."""
        errors = []
        for step in 2e-3, 1e-3, 5e-4, 1e-4:
            bodies, _ = self.end(time, "--step", f"{step}s", **scene)
            got = value(bodies)
            errors.append(abs(got - expected))
            self.compare(f"{what}, step {1000 * step:g} ms", got, expected, share * abs(expected) * step / 1e-3)
        self.assertEqual(errors, sorted(errors, reverse=True), what)

    def test_falling_rod(self):
        # A thin rod that leans on a floor without friction: its centre falls straight down.
        length, start, time, radius = 1.0, 0.3, 0.35, 1e-3
        ends = 4 / 3 * radius / (length + 4 / 3 * radius)
        inertia = (1 - ends) * (length ** 2 / 12 + radius ** 2 / 4) + ends * (0.4 * radius ** 2 + length ** 2 / 4 + 0.375 * length * radius)

        def rates(state):
            lean, turning = state
            s, c = math.sin(lean), math.cos(lean)
            return [turning, (0.5 * G * length * s - 0.25 * length ** 2 * turning ** 2 * s * c) / (inertia + 0.25 * length ** 2 * s * s)]
        _, turning = integrate(rates, [start, 0], time)
        self.by_steps("rod that falls on a smooth floor, 0.35 s: angular velocity [rad/s]", turning, 4e-3,
                      lambda bodies: bodies[0]["angular_velocity_radps"][1], time, friction=0, statics=[plane()],
                      bodies=[{"shape": "capsule", "radius_m": radius, "length_m": length, "mass_kg": 1,
                               "position_m": [0, 0, radius + 0.5 * length * math.cos(start)],
                               "orientation": about([0, 1, 0], start - math.pi / 2)}])

    def test_bouncing_ball(self):
        restitution, time = 0.8, 1.5
        rest, speed = time - math.sqrt(2 / G), math.sqrt(2 * G) * restitution
        while rest > 2 * speed / G:
            rest, speed = rest - 2 * speed / G, speed * restitution
        self.by_steps("ball with restitution 0.8 that falls by 1 m, 1.5 s: height [m]", speed * rest - G * rest * rest / 2, 6e-3,
                      lambda bodies: bodies[0]["position_m"][2] - 0.05, time, restitution=restitution, statics=[plane()],
                      bodies=[sphere(0.05, [0, 0, 1.05])])

    def test_hinged_rod(self):
        time, length, width = 0.5, 1.0, 0.05
        # About the hinge at the end of a rod of square section, from the horizontal.
        inertia = (length ** 2 + width ** 2) / 12 + length ** 2 / 4
        _, turning = integrate(lambda s: [s[1], 0.5 * G * length / inertia * math.cos(s[0])], [0, 0], time)
        self.by_steps("rod on a hinge that falls from the horizontal, 0.5 s: angular velocity [rad/s]", turning, 3e-3,
                      lambda bodies: bodies[0]["angular_velocity_radps"][1], time, bodies=[box([length, width, width], [0.5, 0, 0])],
                      joints=[{"kind": "revolute", "a": "world", "b": 0, "point_m": [0, 0, 0], "axis": [0, 1, 0]}])

    def test_ladder(self):
        # On a smooth wall; the foot is round, so that friction acts a radius below the end of the axis.
        angle, length, radius = math.radians(55), 1.0, 0.02
        needed = 0.5 * length * math.cos(angle) / (length * math.sin(angle) + radius)
        for factor in 0.98, 1.02:
            (ladder,), _ = self.end(1, statics=[plane(friction=factor * needed),
                                                wall([0.2, 2, 4], [0.5 * length * math.cos(angle) + radius + 0.1, 0, 2], friction=0)],
                                    bodies=[{"shape": "capsule", "radius_m": radius, "length_m": length, "mass_kg": 1, "friction": 1,
                                             "position_m": [0, 0, radius + 0.5 * length * math.sin(angle)],
                                             "orientation": about([0, 1, 0], -angle)}])
            self.compare(f"ladder at 55° with {factor} of the friction that holds it, after 1 s: slipped (0 or 1)",
                         float(ladder["position_m"][2] < 0.8 * 0.5 * length * math.sin(angle)), float(factor < 1), 0)

    def test_card_house(self):
        # Two cards that lean on each other need a friction of 1 / (2 tan a) on the floor.
        angle, length, thick = math.radians(70), 0.1, 0.001
        for factor in 0.95, 1.05:
            cards = []
            for side in -1, 1:
                # The lower outer edge is on the floor, the upper inner edge at x = 0.
                centre = [side * (0.5 * length * math.cos(angle) + 0.5 * thick * math.sin(angle)), 0,
                          0.5 * length * math.sin(angle) + 0.5 * thick * math.cos(angle)]
                cards.append(box([length, 0.06, thick], centre, mass_kg=0.002, orientation=about([0, 1, 0], side * angle)))
            # Lever arms of the weight and of the upper edge about the lower one.
            across = 0.5 * length * math.cos(angle) - 0.5 * thick * math.sin(angle)
            needed = across / (length * math.sin(angle))
            (left, _), _ = self.end(1, friction=factor * needed, statics=[plane()], bodies=cards, pairs=[{"a": 1, "b": 2, "friction": 1}])
            self.compare(f"house of two cards at 70° with {factor} of the friction that holds it, after 1 s: fell (0 or 1)",
                         float(left["position_m"][2] < 0.4 * length * math.sin(angle)), float(factor < 1), 0)

    def test_conveyor(self):
        speed, friction = 2.0, 0.4
        belt = {"motion": {"velocity_mps": [speed, 0, 0]}}
        slides = speed / (friction * G)
        for name, time in ("while it slides", 0.5 * slides), ("after it", 1.0):
            (item,), _ = self.end(round(time, 3), friction=friction, statics=[wall([20, 1, 0.1], [0, 0, -0.05], **belt)],
                                  bodies=[box([0.2, 0.2, 0.1], [0, 0, 0.05])])
            time = round(time, 3)
            self.compare(f"box on a belt of 2 m/s, friction 0.4, {name}: speed [m/s]", item["velocity_mps"][0], min(speed, friction * G * time), 0.005)
            way = 0.5 * friction * G * time ** 2 if time < slides else speed * time - speed ** 2 / (2 * friction * G)
            self.compare(f"box on a belt of 2 m/s, friction 0.4, {name}: way [m]", item["position_m"][0], way, 0.003)

    def test_turntable(self):
        # A ball that rolls on a turntable goes in circles, with 2/7 of its rate.
        rate, radius, time = 2 * math.pi, 0.05, 1.75
        table = wall([8, 8, 0.2], [0, 0, -0.1], motion={"angular_velocity_radps": [0, 0, rate]})
        # It rolls where v = rate x p at the contact: from rest at p = (0.5, 0), turning about -x.
        ball = sphere(radius, [0.5, 0, radius], velocity_mps=[0, 0, 0], angular_velocity_radps=[rate * 0.5 / radius, 0, 0])
        (ball,), _ = self.end(time, friction=1, statics=[table], bodies=[ball])
        # From rest there is no force: it stays where it is, as the centre of its circle.
        self.compare("ball at rest that rolls on a turntable of 1 rev/s, 1.75 s: x [m]", ball["position_m"][0], 0.5, 0.01)
        moving = sphere(radius, [0.5, 0, radius], velocity_mps=[0, 0.5, 0], angular_velocity_radps=[(rate * 0.5 - 0.5) / radius, 0, 0])
        (ball,), _ = self.end(time, friction=1, statics=[table], bodies=[moving])
        turn = 2 / 7 * rate
        centre = 0.5 - 0.5 / turn
        self.compare("ball with 0.5 m/s on it, after half a circle: x [m]", ball["position_m"][0],
                     centre + 0.5 / turn * math.cos(turn * time), 0.01)
        self.compare("ball with 0.5 m/s on it, after half a circle: y [m]", ball["position_m"][1], 0.5 / turn * math.sin(turn * time),
                     0.01)

    def test_top(self):
        # A heavy symmetric top on its tip in steady precession: a plate on a stick without mass, by a joint.
        size, thick, arm, spin, lean, time = 0.2, 0.02, 0.1, 200.0, 0.5, 1.0
        own = size ** 2 / 6
        across = (size ** 2 + thick ** 2) / 12 + arm ** 2
        # A cos(lean) W^2 - C spin W + g arm = 0, the slow root; spin is the angular velocity about the axis of the top.
        a, b, c = across * math.cos(lean), own * spin, G * arm
        rate = (b - math.sqrt(b * b - 4 * a * c)) / (2 * a)
        axis = [math.sin(lean), 0, math.cos(lean)]
        # Angular velocity: spin about the axis, and the part of the precession across it.
        along = rate * math.cos(lean)
        turning = [spin * n + rate * z - along * n for n, z in zip(axis, (0, 0, 1))]
        centre = [arm * n for n in axis]
        velocity = [turning[1] * centre[2] - turning[2] * centre[1], turning[2] * centre[0] - turning[0] * centre[2],
                    turning[0] * centre[1] - turning[1] * centre[0]]
        scene = {"bodies": [box([size, size, thick], centre, orientation=about([0, 1, 0], lean), velocity_mps=velocity,
                                angular_velocity_radps=turning)],
                 "joints": [{"kind": "spherical", "a": "world", "b": 0, "point_m": [0, 0, 0]}]}
        self.by_steps("top with 200 rad/s at 0.5 rad, after 1 s: lean [rad]", lean, 0.08,
                      lambda bodies: math.acos(bodies[0]["position_m"][2] / math.hypot(*bodies[0]["position_m"])), time, **scene)
        (top,), _ = self.end(time, **scene)
        self.compare("top with 200 rad/s at 0.5 rad, after 1 s: precession [rad]", math.atan2(top["position_m"][1], top["position_m"][0]),
                     rate * time, 0.002)

    def test_overhang(self):
        # Bricks whose overhangs are those of the harmonic series: L/2, L/4, L/6, L/8.
        length, height = 0.2, 0.05
        for factor in 0.98, 1.02:
            bricks, x = [], 0.0
            for i, left in enumerate(range(4, 0, -1)):
                bricks.append(box([length, 0.1, height], [x, 0, (i + 0.5) * height]))
                x += factor * 0.5 * length / (left - 1) if left > 1 else 0
            # The lowest brick stands on a table that ends under it.
            edge = 0.5 * length - factor * 0.5 * length / 4
            floor = wall([2, 1, 0.2], [edge - 1, 0, -0.1])
            bodies, _ = self.end(1, statics=[floor], bodies=bricks)
            self.compare(f"four bricks with {factor} of the largest overhang, after 1 s: fell (0 or 1)",
                         float(bodies[-1]["position_m"][2] < 3 * height), float(factor > 1), 0)

    def test_shaken_floor(self):
        friction, frequency, time = 0.3, 4.0, 0.767
        rate = 2 * math.pi * frequency
        still = friction * G / rate ** 2
        for factor in 0.95, 1.1:
            motion = {"amplitude_m": [factor * still, 0, 0], "frequency_hz": frequency, "phase_rad": math.pi / 2}
            (item,), _ = self.end(time, friction=friction, statics=[wall([4, 4, 0.2], [0, 0, -0.1], motion=motion)],
                                  bodies=[box([0.2, 0.2, 0.1], [0, 0, 0.05])])
            # The floor turned back 17 ms ago, and a box that slid there lags behind it by an eighth.
            share = item["velocity_mps"][0] / (-factor * still * rate * math.sin(rate * time))
            self.compare(f"box on a floor shaken sideways with {factor} of what friction bears: slides (0 or 1)",
                         float(share < 0.95), float(factor > 1), 0)
        # Up and down it loses the floor above an amplitude of g / w^2, and flies for a while.
        for factor in 0.95, 1.5:
            motion = {"amplitude_m": [0, 0, factor * G / rate ** 2], "frequency_hz": frequency, "phase_rad": math.pi / 2}
            _, rows = self.end(1, statics=[wall([4, 4, 0.2], [0, 0, -0.1], motion=motion)], bodies=[box([0.2, 0.2, 0.1], [0, 0, 0.05])])
            self.compare(f"box on a floor shaken up and down with {factor} g, 1 s: flies (0 or 1)",
                         float(any(int(row["contacts"]) == 0 for row in rows[1:])), float(factor > 1), 0)

    def test_slider_crank(self):
        crank, rod, rate, time = 0.1, 0.3, 10.0, 0.5
        scene = {"gravity_mps2": [0, 0, 0],
                 "bodies": [box([crank, 0.02, 0.02], [crank / 2, 0, 0], velocity_mps=[0, crank / 2 * rate, 0], angular_velocity_radps=[0, 0, rate]),
                            box([rod, 0.02, 0.02], [crank + rod / 2, 0, 0.05], velocity_mps=[0, crank * rate / 2, 0],
                                angular_velocity_radps=[0, 0, -crank * rate / rod]),
                            box([0.05, 0.05, 0.05], [crank + rod, 0, 0])],
                 "joints": [{"kind": "revolute", "a": "world", "b": 0, "point_m": [0, 0, 0], "axis": [0, 0, 1],
                             "drive": {"rate_radps": rate}},
                            {"kind": "revolute", "a": 0, "b": 1, "point_m": [crank, 0, 0.025], "axis": [0, 0, 1]},
                            {"kind": "spherical", "a": 1, "b": 2, "point_m": [crank + rod, 0, 0]},
                            {"kind": "prismatic", "a": "world", "b": 2, "point_m": [crank + rod, 0, 0], "axis": [1, 0, 0]}]}
        bodies, _ = self.end(time, **scene)
        angle = rate * time
        self.compare("slider of a crank of 0.1 m and a rod of 0.3 m at 10 rad/s, 0.5 s: x [m]", bodies[2]["position_m"][0],
                     crank * math.cos(angle) + math.sqrt(rod ** 2 - (crank * math.sin(angle)) ** 2), 1e-3)

    def test_double_pendulum(self):
        # It swings against a fixed ball. Neither joints nor the ball do work; only contacts take energy.
        rods = [box([1, 0.05, 0.05], [x, 0, 0]) for x in (0.5, 1.5)]
        _, rows = self.end(3, friction=0.3, statics=[{"shape": "sphere", "radius_m": 0.15, "position_m": [0.55, 0, -1.35]}], bodies=rods,
                           joints=[{"kind": "revolute", "a": "world", "b": 1, "point_m": [0, 0, 0], "axis": [0, 1, 0]},
                                   {"kind": "revolute", "a": 1, "b": 2, "point_m": [1, 0, 0], "axis": [0, 1, 0]}])
        energies = [float(row["kinetic_J"]) + float(row["potential_J"]) for row in rows]
        growth, lowest = 0, 0
        for energy in energies:
            lowest = min(lowest, energy)
            growth = max(growth, energy - lowest)
        self.assertLess(energies[-1], -10)
        self.compare("double pendulum that swings against a fixed ball, 3 s: largest growth of the energy [J]", growth, 0, 0.01)
        self.compare("double pendulum that swings against a fixed ball, 3 s: work of joints [J]", float(rows[-1]["wall_work_J"]), 0, 0.01)

    def test_cradle(self):
        # With gaps the last ball takes all; touching balls share one impact, and all move on.
        for gap in 0.001, 0:
            balls = [sphere(0.05, [i * (0.1 + gap), 0, 0]) for i in range(5)]
            balls[0]["position_m"][0], balls[0]["velocity_mps"] = -0.05, [1, 0, 0]
            bodies, _ = self.end(0.2, gravity_mps2=[0, 0, 0], friction=0, restitution=1, bodies=balls)
            speeds = [ball["velocity_mps"][0] for ball in bodies]
            self.compare(f"five balls {1000 * gap:g} mm apart that a ball hits, restitution 1: sum of momenta [N s]", sum(speeds), 1,
                         1e-3)
            if gap > 0:
                self.compare("five balls 1 mm apart that a ball hits, restitution 1: speed of the last one [m/s]", speeds[-1], 1, 0.002)

    def test_dominoes(self):
        # The upper edge of one hits the face of the next at equal arms about their feet: without friction between them they share its rate.
        height, thick, gap = 0.1, 0.01, 0.04
        size, corner = math.hypot(height, thick) / 2, math.atan2(thick, height)
        start, hit = 1.5 * corner, math.asin(gap / height)
        speed = math.sqrt(2 * 0.75 * G / size * (math.cos(start - corner) - math.cos(hit - corner)))
        x, z = -0.5 * thick * math.cos(start) + 0.5 * height * math.sin(start), 0.5 * thick * math.sin(start) + 0.5 * height * math.cos(start)
        bodies = [box([thick, 0.05, height], [x, 0, z], orientation=about([0, 1, 0], start)),
                  box([thick, 0.05, height], [gap + 0.5 * thick, 0, 0.5 * height])]
        fall = self.fall_time(start, hit, corner, size)
        ends, _ = self.end(round(fall + 0.004, 3), "--step", "0.1ms", friction=3, statics=[plane()], bodies=bodies, pairs=[{"a": 1, "b": 2, "friction": 0}])
        self.compare("domino that hits the next, after it: angular velocity of both [rad/s]", ends[1]["angular_velocity_radps"][1],
                     speed / 2, 0.03 * speed)
        row = [box([thick, 0.05, height], [i * gap, 0, 0.5 * height]) for i in range(12)]
        row[0].update(position_m=[x - 0.5 * thick, 0, z], orientation=about([0, 1, 0], start))
        ends, _ = self.end(1.5, friction=0.5, statics=[plane()], bodies=row)
        self.compare("row of 12 dominoes, after 1.5 s: fallen", sum(body["position_m"][2] < 0.4 * height for body in ends), 12, 0)

    def fall_time(self, start, end, corner, size):
        state, time, step = [start, 0.0], 0.0, 1e-4
        while state[0] < end:
            state, time = integrate(lambda s: [s[1], 0.75 * G / size * math.sin(s[0] - corner)], state, step, 4), time + step
        return time


if __name__ == "__main__":
    support.main()
