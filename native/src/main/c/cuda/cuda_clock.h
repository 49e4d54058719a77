/* CUPTI's clock, made ours or related to ours. */
#ifndef STEP_PROFILER_CUDA_CLOCK_H
#define STEP_PROFILER_CUDA_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Asks CUPTI to read times by our clock, before any kind of activity is enabled. Where it cannot, its clock and ours are
 * read together, now and by each cuda_clock_look, and times are told by the line through the first and the last reading.
 */
void cuda_clock_begin(void);
void cuda_clock_look(void);
/* CUPTI's times are those of the system's clock again, as other profilers expect. */
void cuda_clock_end(void);

struct cuda_clock {
  bool is_ours;
  uint64_t first, last;         /* of CUPTI's clock */
  int64_t first_ours, last_ours;
  int64_t error; /* nanoseconds: half of what the widest of the readings took */
};

struct cuda_clock cuda_clock_now(void);
int64_t cuda_clock_nanos(const struct cuda_clock *clock, uint64_t time);

#endif
