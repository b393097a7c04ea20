/* SPDX-FileCopyrightText: 2026 The Jampack authors
 * SPDX-License-Identifier: MIT
 *
 * Two boxes that overlap by 10 mm in a cuboid of points are moved apart, in C. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "jam/c/jam.h"

static int failed(jam_status status) {
  if (status != JAM_OK) fprintf(stderr, "%s\n", jam_last_error());
  return status != JAM_OK;
}

int main(void) {
  enum { side = 41 };
  static double wall[6 * side * side * 3];
  size_t count = 0;
  for (int face = 0; face < 6; ++face) {
    for (int i = 0; i < side; ++i) {
      for (int j = 0; j < side; ++j, ++count) {
        double* point = wall + 3 * count;
        point[face / 2] = face % 2 * 400.0;
        point[(face / 2 + 1) % 3] = 10.0 * i;
        point[(face / 2 + 2) % 3] = 10.0 * j;
      }
    }
  }

  jam_load_options options;
  jam_default_load_options(&options);
  options.device = "cpu";
  jam_points* points = NULL;
  if (jam_load_points(wall, 0, &options, &points) != JAM_BAD_INPUT || points != NULL) return 1;
  if (jam_last_error()[0] == '\0') return 1;
  if (failed(jam_load_points(wall, count, &options, &points))) return 1;

  double translations[] = {106, 200, 200, 296, 210, 190};
  double rotations[] = {1, 0, 0, 0, 1, 0, 0, 0};
  const double dimensions[] = {200, 100, 50};
  const jam_boxes boxes = {2, translations, rotations, dimensions, 1, NULL, NULL};
  jam_result result;
  if (failed(jam_simulate(points, &boxes, 0, NULL, &result))) return 1;
  printf("before: deepest %.0f mm, pairs %d\n", result.deepest, (int)result.pairs);
  if (failed(jam_simulate(points, &boxes, 500, NULL, &result))) return 1;
  printf("after: legal %d, outside %d\n", (int)result.legal, (int)result.outside);

  double seconds[JAM_COUNTER_COUNT];
  if (failed(jam_counters(points, seconds)) || !(seconds[JAM_COUNTER_BOX_BOX] > 0)) return 1;
  jam_unload_points(points);

  if (failed(jam_write_boxes("two.box", &boxes, 3, "consumer"))) return 1;
  size_t read = 0;
  double *t = NULL, *q = NULL, *d = NULL;
  if (failed(jam_read_boxes("two.box", &read, &t, &q, &d, NULL))) return 1;
  const int same = read == 2 && fabs(t[3] - translations[3]) < 1e-12 && d[2] == 50;
  printf("file: %s, version %s\n", same ? "same" : "different", jam_version());
  jam_free(t);
  jam_free(q);
  jam_free(d);
  return jam_simulate(NULL, &boxes, 1, NULL, NULL) == JAM_BAD_INPUT ? 0 : 1;
}
