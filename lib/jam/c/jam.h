/* SPDX-FileCopyrightText: 2026 The Jampack authors
 * SPDX-License-Identifier: MIT
 *
 * The C interface of the contact simulation of boxes: points of a container's wall, boxes in it, steps that move overlapping boxes apart.
 * Usable from C (C99 and later) and from every language that calls C. Lengths in mm, angles as unit quaternions, all numbers in double.
 *
 * Every function that can fail returns a jam_status; jam_last_error() then holds one line that says what failed and what to do. Nothing
 * throws, prints or ends the process. Functions may be called from several threads, but one jam_points only from one at a time. */
#ifndef JAM_C_JAM_H
#define JAM_C_JAM_H

/* NOLINTBEGIN: C has neither <cstddef> nor `using`, and its names are lower-case. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The values are the exit codes of the programs. */
typedef enum jam_status {
  JAM_OK = 0,
  JAM_INTERNAL_ERROR = 1, /* A defect of the library. */
  JAM_BAD_INPUT = 2,      /* An argument or a file that makes no sense. */
  JAM_NO_DEVICE = 3,      /* The device asked for is not there. */
  JAM_OVERFLOW = 5        /* Too large for a fixed limit or for the memory at hand. */
} jam_status;

/* Version of the library, for example "0.1.0". */
const char* jam_version(void);

/* The message of the last call in this thread that failed; "" where none did. Valid until the next call that fails. */
const char* jam_last_error(void);

/* Points on a wall, sorted into cells, on the device on which they are simulated. */
typedef struct jam_points jam_points;

/* Edge of the cells that suits litre boxes [mm]. */
#define JAM_DEFAULT_CELL_SIZE 20.0

/* Loads `count` points x y z [mm] from `xyz` [3 count]. `cell_size` [mm] changes the speed and no result. `device` is "auto", "cpu", "cuda"
 * or "cuda:i"; NULL means "auto". On success *points must be given to jam_unload_points; on failure it is NULL. */
jam_status jam_load_points(const double* xyz, size_t count, double cell_size, const char* device, jam_points** points);

/* Frees the points; NULL is allowed. */
void jam_unload_points(jam_points* points);

/* How the boxes are pushed apart. */
typedef enum jam_law {
  JAM_LAW_PATCH = 0, /* At the centres of the patches in which faces meet, many contacts balanced: few steps. */
  JAM_LAW_SINGLE = 1 /* At one point per pair, and only off the deepest point of the wall; corrections simply add up. */
} jam_law;

/* Boxes of a packing, arrays of the caller. */
typedef struct jam_boxes {
  size_t count;
  double* translations;       /* [3 count] centres [mm] */
  double* rotations;          /* [4 count] unit quaternions w x y z: the columns of their matrix are the axes of the box */
  const double* dimensions;   /* full edge lengths along the axes [mm]: [3] for all boxes, or [3 count] */
  size_t dimension_count;     /* 1 or count */
  const unsigned char* fixed; /* [count], not 0: the box never moves; NULL: all move */
} jam_boxes;

/* What a simulation left. */
typedef struct jam_result {
  double deepest;     /* Deepest penetration [mm]. */
  double energy;      /* Sum of squared penetrations [mm^2]. */
  int32_t steps;      /* Steps made. */
  int32_t pairs;      /* Pairs of boxes that overlap. */
  int32_t wall;       /* Contacts of boxes with the wall. */
  int32_t outside;    /* Boxes whose centre lies outside of the wall; 0 where the points enclose no volume. */
  int32_t legal;      /* 1: the deepest penetration is at most the tolerance, and no box is outside. In single precision, and against
                         the points only: for a proof, verify the packing with trunkpack. */
} jam_result;

/* Makes up to `steps` steps of contact simulation, ending early where the deepest penetration is at most `tolerance` [mm] (negative: never),
 * and writes the new poses into `boxes`. Several steps in one call are much faster than one at a time. `result` may be NULL. */
jam_status jam_simulate(jam_points* points, const jam_boxes* boxes, int32_t steps, double tolerance, jam_law law, jam_result* result);

/* Time counters, in seconds, summed over all simulations with these points. On a GPU all phases but the copies run in one kernel, whose time
 * is counted as JAM_COUNTER_BOX_BOX. */
enum {
  JAM_COUNTER_COPY,
  JAM_COUNTER_BOX_PAIRS,
  JAM_COUNTER_BOX_BOX,
  JAM_COUNTER_CANDIDATES,
  JAM_COUNTER_BOX_POINT,
  JAM_COUNTER_APPLICATION,
  JAM_COUNTER_COUNT
};
jam_status jam_counters(const jam_points* points, double seconds[JAM_COUNTER_COUNT]);

/* Name of a counter, for example "box/box"; NULL for another number. */
const char* jam_counter_name(int counter);

/* Reads a POINT file into *xyz [3 *count] in mm. Free it with jam_free. */
jam_status jam_read_points(const char* path, double** xyz, size_t* count);

/* Writes a POINT file. */
jam_status jam_write_points(const char* path, const double* xyz, size_t count);

/* Reads a BOX file (version 0.0.2 or 0.0.3) into arrays for jam_boxes. Free each of the three with jam_free. Boxes without
 * lengths are 200 x 100 x 50 mm. */
jam_status jam_read_boxes(const char* path, size_t* count, double** translations, double** rotations, double** dimensions);

/* Writes a BOX file: version 0.0.2 where all boxes are 200 x 100 x 50 mm, else 0.0.3. `generator` (NULL: none) goes into a comment. */
jam_status jam_write_boxes(const char* path, const jam_boxes* boxes, const char* generator);

/* Frees what a jam_read function gave; NULL is allowed. */
void jam_free(void* memory);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
