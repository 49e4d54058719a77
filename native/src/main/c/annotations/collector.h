/*
 * Other profilers of the process that record ranges by name. Each is found when it is opened, by a variable in the
 * environment of the process; no library of theirs is linked, and none is loaded before.
 *
 * A range is nested in the ranges of its thread (push, pop), or free (start, end, on any threads).
 */
#ifndef STEP_PROFILER_COLLECTOR_H
#define STEP_PROFILER_COLLECTOR_H

#include <stdbool.h>
#include <stdint.h>

struct collector {
  /* True if there is one; else sets the reason. Searches on the first call only. */
  bool (*open)(char *reason);
  /* Returns the profiler's permanent id of a text; 0 if it takes only texts. */
  uint64_t (*string)(const char *text);
  /* Begins a range named by a string id or, if that is 0, by a text, which is not kept. Like the functions below, only
   * after open returned true. */
  void (*push)(uint64_t string, const char *text);
  void (*pop)(void);
  uint64_t (*start)(uint64_t string, const char *text);
  void (*end)(uint64_t range);
  void (*mark)(uint64_t string, const char *text);
};

/* Nsight Systems and other profilers that take NVTX ranges. */
extern const struct collector nvtx_collector;

/* VTune and other profilers that take ITT tasks. */
extern const struct collector itt_collector;

/* Domain of our ranges. */
#define COLLECTOR_DOMAIN "stepprofiler"

#endif
