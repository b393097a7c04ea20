/* SPDX-FileCopyrightText: 2026 The Jampack authors
 * SPDX-License-Identifier: MIT
 *
 * The C interface of the contact simulation of boxes: points of a container's wall, boxes in it, steps that
 * move overlapping boxes apart. Usable from C (C99 and later) and from every language that calls C. Lengths
 * in mm, angles as unit quaternions, all numbers in double. It offers what the Cudacs library of J.-F.
 * Goetzmann (2007) offered; docs/c-interface.md shows which function stands for which of its.
 *
 * Every function that can fail returns a jam_status; jam_last_error() then holds one line that says what
 * failed and what to do. Nothing throws or ends the process, and nothing is printed unless jam_set_log asks
 * for it. Functions may be called from several threads, but one jam_points only from one at a time. */
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

/* The message of the last call in this thread that failed; "" where none did. Valid until the next call that
 * fails. */
const char* jam_last_error(void);

/* How much the library logs. */
typedef enum jam_verbosity {
  JAM_QUIET = 0, /* Nothing; the default. */
  JAM_BRIEF = 1, /* One line per loaded point cloud and per simulation. */
  JAM_TIMES = 2  /* Also the seconds of the six phases after each simulation. */
} jam_verbosity;

/* Receives one line of text without a line break; `user` is what jam_set_log was given. */
typedef void (*jam_log)(const char* line, void* user);

/* Sends messages to `log`, called in the thread that called the library; NULL: to standard error. For all
 * threads. */
jam_status jam_set_log(jam_verbosity verbosity, jam_log log, void* user);

/* A timer: seconds of a monotonic clock; only differences are meaningful. */
double jam_seconds(void);

/* ---- Points ---- */

/* Points on a wall, sorted into cells, on the device of the simulation. */
typedef struct jam_points jam_points;

/* How points are loaded, and the device of the simulation. */
typedef struct jam_load_options {
  double
      cell_size; /* Edge of the cells [mm], above 0: changes the speed and no result. 20 suits litre boxes. */
  double epsilon;     /* The cells reach this far beyond the outermost points [mm], 0 to 1000; 0: 1e-5 of the
                         extent of the points. No     pose depends on it. */
  const char* device; /* "auto", "cpu", "cuda", "cuda:i", "cuda:i,j" or "cuda:all"; NULL: "auto". Several GPUs
                         share out the packings. */
  int32_t threads;    /* CPU threads that share out the packings of jam_simulate_many, at least 0; 0: all.
                         Changes no result. */
} jam_load_options;

/* Cells of 20 mm, epsilon 0, device "auto", all threads. */
void jam_default_load_options(jam_load_options* options);

/* Loads `count` points x y z [mm] from `xyz` [3 count]. `options` may be NULL: the default ones. On success
 * *points must be given to jam_unload_points; on failure it is NULL. */
jam_status jam_load_points(const double* xyz, size_t count, const jam_load_options* options,
                           jam_points** points);

/* Frees the points; NULL is allowed. */
void jam_unload_points(jam_points* points);

/* ---- Simulation ---- */

/* How the boxes are pushed apart. */
typedef enum jam_law {
  JAM_LAW_PATCH =
      0, /* At the centres of the patches in which faces meet, many contacts balanced: few steps. */
  JAM_LAW_SINGLE = 1 /* Goetzmann's: at one point per pair, and only off the deepest point of the wall;
                        corrections simply add up. */
} jam_law;

/* Boxes of a packing, arrays of the caller. */
typedef struct jam_boxes {
  size_t count;
  double* translations; /* [3 count] centres [mm] */
  double*
      rotations; /* [4 count] unit quaternions w x y z: the columns of their matrix are the axes of the box */
  const double* dimensions;   /* full edge lengths along the axes [mm]: [3] for all boxes, or [3 count] */
  size_t dimension_count;     /* 1 or count */
  const unsigned char* fixed; /* [count], not 0: the box never moves; NULL: all move */
  const int32_t* tags;        /* [2 count] the two free integers of each row of a BOX file; NULL: zeros. No
                                 simulation uses them. */
} jam_boxes;

/* How a simulation goes. */
typedef struct jam_parameters {
  jam_law law;
  double tolerance; /* Ends where the deepest penetration is at most this [mm]; negative: only after the last
                       step. 0.01. */
  double skin; /* Near pairs are listed up to this gap [mm], 0 to 1e6: changes the speed and no result. 4. */
  int32_t time_phases; /* 1: a GPU counts the time of each phase, which costs some of it and changes no
                          result; a CPU always does. 0. */
  /* Law `patch` alone. */
  double factor;     /* Over-relaxation of the shared pushes, above 0, at most 1000; stable below 2 (1 +
                        momentum). 2.2. */
  double momentum;   /* Share of the last correction that is made again, at least 0 and below 1. 0.7. */
  double edge_share; /* Contacts of edges count below this share of the overlap of the best face, above 0, at
                        most 1. 0.95. */
} jam_parameters;

/* Law `patch` with the values above. */
void jam_default_parameters(jam_parameters* parameters);

/* What a simulation left. */
typedef struct jam_result {
  double deepest;  /* Deepest penetration [mm]. */
  double energy;   /* Sum of squared penetrations [mm^2]. */
  int32_t steps;   /* Steps made. */
  int32_t pairs;   /* Pairs of boxes that overlap. */
  int32_t wall;    /* Contacts of boxes with the wall. */
  int32_t outside; /* Boxes whose centre lies outside of the wall; 0 where the points enclose no volume. */
  int32_t
      legal; /* 1: the deepest penetration is at most the tolerance, and no box is outside. In single
                precision, and against   the points only: for a proof, verify the packing with trunkpack. */
} jam_result;

/* Makes up to `steps` steps of contact simulation, and writes the new poses into `boxes`. Several steps in
 * one call are much faster than one at a time. `parameters` may be NULL: the default ones; `result` may be
 * NULL. */
jam_status jam_simulate(jam_points* points, const jam_boxes* boxes, int32_t steps,
                        const jam_parameters* parameters, jam_result* result);

/* The same for `packing_count` packings at once, each on its own, with the results that jam_simulate gives
 * one after the other: on CPU threads or on a GPU much faster. `results` [packing_count] may be NULL. Where
 * it fails, no packing has changed. */
jam_status jam_simulate_many(jam_points* points, const jam_boxes* packings, size_t packing_count,
                             int32_t steps, const jam_parameters* parameters, jam_result* results);

/* Time counters, in seconds, summed over all simulations with these points and over CPU threads. On a GPU all
 * phases but the copies run in one kernel: its time is shared out among them by the cycles of each, where
 * jam_parameters.time_phases asks for it, else it is counted as JAM_COUNTER_BOX_BOX. */
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

/* Sets all counters of these points to 0. */
jam_status jam_reset_counters(jam_points* points);

/* Name of a counter, for example "box/box"; NULL for another number. */
const char* jam_counter_name(int counter);

/* ---- Files ---- */

/* Reads a POINT file into *xyz [3 *count] in mm. Free it with jam_free. */
jam_status jam_read_points(const char* path, double** xyz, size_t* count);

/* Writes a POINT file. */
jam_status jam_write_points(const char* path, const double* xyz, size_t count);

/* Reads a BOX file (version 0.0.2 or 0.0.3) into arrays for jam_boxes. Free each of the four with jam_free.
 * Boxes without lengths are 200 x 100 x 50 mm. `tags` may be NULL. */
jam_status jam_read_boxes(const char* path, size_t* count, double** translations, double** rotations,
                          double** dimensions, int32_t** tags);

/* Writes a BOX file of version 0.0.`version`: 2 has no lengths, so that all boxes must be 200 x 100 x 50 mm;
 * 3 has those of each box; 0 takes 2 where it can. `generator` (NULL: none) goes into a comment. */
jam_status jam_write_boxes(const char* path, const jam_boxes* boxes, int32_t version, const char* generator);

/* Frees what a jam_read function gave; NULL is allowed. */
void jam_free(void* memory);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
