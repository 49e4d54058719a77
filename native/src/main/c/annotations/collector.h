/*
 * Other profilers of the process that are told of ranges by name. Each is found when it is opened, by what it has put
 * into the environment of the process; no library of theirs is linked, and none is loaded before.
 *
 * A range is nested in those of its thread (push, pop), or free (start, end, on any threads).
 */
#ifndef STEP_PROFILER_COLLECTOR_H
#define STEP_PROFILER_COLLECTOR_H

#include <stdbool.h>
#include <stdint.h>

struct collector {
  /* Whether there is one; else the reason. Finds it the first time, and answers the same from then on. */
  bool (*open)(char *reason);
  /* A number by which the profiler knows a text for ever; 0 if it knows texts only. */
  uint64_t (*string)(const char *text);
  /* Of a string, or, where that is 0, of a text, which is not kept. Only once open has answered true, as all below. */
  void (*push)(uint64_t string, const char *text);
  void (*pop)(void);
  uint64_t (*start)(uint64_t string, const char *text);
  void (*end)(uint64_t range);
  void (*mark)(uint64_t string, const char *text);
};

/* Nsight Systems and whatever else takes NVTX ranges. */
extern const struct collector nvtx_collector;

/* VTune and whatever else takes ITT tasks. */
extern const struct collector itt_collector;

/* What our ranges lie in. */
#define COLLECTOR_DOMAIN "stepprofiler"

#endif
