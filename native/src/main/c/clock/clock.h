/* The counter that times all records, and the check whether it can be trusted. */
#ifndef STEP_PROFILER_CLOCK_H
#define STEP_PROFILER_CLOCK_H

#include "likely.h"

#include <stdbool.h>
#include <stdint.h>

/* Reading of the monotonic clock between two readings of the counter. */
struct clock_sample {
  uint64_t before;
  uint64_t after;
  int64_t nanos;
  int processor;
};

extern bool clock_has_counter;

/* Once, before anything else here. */
void clock_choose(void);
int64_t clock_monotonic(void);
/* Reads both clocks at one moment: the closest of several readings. */
struct clock_sample clock_anchor(void);

/* True if samples, in the order in which they were taken, lie on one line; else sets the reason. */
bool clock_judge(const struct clock_sample *samples, int count, double *ticks_per_nano, char *reason);
/* Watches the counter for some tens of milliseconds on all processors, and returns its ticks per nanosecond, or 0 and
 * the reason why it cannot be trusted. */
double clock_verify(char *reason);

/*
 * Uses no fence: out-of-order execution may read the counter before earlier loads have completed, by some tens of
 * nanoseconds, or some hundred while a cache line is being transferred from another processor. A reading after such a
 * load may be older by that time than the reading that the other processor took before its store. A fence that prevents
 * this (lfence, or rdtscp, which is one; isb on AArch64) takes longer than the reading itself: 10 ns become 19, and 26
 * in a native method, which is no faster than System.nanoTime(). On one thread readings are in order: a native method
 * returns through an instruction that the next reading does not overtake.
 */
static inline uint64_t clock_ticks(void) {
#if defined(__x86_64__)
  if (LIKELY(clock_has_counter)) {
    return __builtin_ia32_rdtsc();
  }
#elif defined(__aarch64__)
  if (LIKELY(clock_has_counter)) {
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
  }
#endif
  return (uint64_t)clock_monotonic();
}

#endif
