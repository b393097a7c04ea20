# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""A contact and how the tests of contactpatch solve it."""
import json

import support

EXAMPLES = support.SOURCE_DIR / "examples"

# G = 200 MPa, nu = 0.42: with a paraboloid of R = 50 mm and 9.1954 N the patch of Hertz has the radius 1.
M1 = {"young_modulus": 568, "poisson_ratio": 0.42}
SPHERE = {"schema": "jampack/contact/1", "materials": {"upper": M1, "lower": M1}, "surface": {"kind": "paraboloid", "radii": 50},
          "load": {"force": 9.195402}, "grid": {"cells": [48, 48], "size": [2.5, 2.5]}}


class ContactTest(support.ProgramTest):
    def contact(self, name="a.json", **changes):
        """Writes SPHERE with other values; None takes a key away."""
        contact = {key: value for key, value in {**SPHERE, **changes}.items() if value is not None}
        return self.write(name, json.dumps(contact))

    def solved(self, *options, **changes):
        self.run_program("normal", self.contact(**changes), "--json", "r.json", "--quiet", *options)
        return json.loads(self.path("r.json").read_text())
