/* CUPTI's clock, replaced by ours or related to it. */
#ifndef STEP_PROFILER_CUDA_CLOCK_H
#define STEP_PROFILER_CUDA_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Makes CUPTI read times from our clock, before any kind of activity is enabled. If it cannot, its clock and ours are
 * read together, now and by each cuda_clock_look, and times are converted by the line through the first and the last
 * reading.
 */
void cuda_clock_begin(void);
void cuda_clock_look(void);
/* Returns CUPTI to the system's clock, as other profilers expect. */
void cuda_clock_end(void);

struct cuda_clock {
  bool is_ours;
  uint64_t first, last;         /* of CUPTI's clock */
  int64_t first_ours, last_ours;
  int64_t error; /* nanoseconds: half the duration of the longest reading */
};

struct cuda_clock cuda_clock_now(void);
int64_t cuda_clock_nanos(const struct cuda_clock *clock, uint64_t time);

#endif
