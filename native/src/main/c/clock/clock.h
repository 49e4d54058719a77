/* The counter that times all records, and whether it may be trusted. */
#ifndef STEP_PROFILER_CLOCK_H
#define STEP_PROFILER_CLOCK_H

#include "likely.h"

#include <stdbool.h>
#include <stdint.h>

/* A reading of the monotonic clock between two of the counter. */
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
/* Both clocks at one moment: the best of several readings. */
struct clock_sample clock_anchor(void);

/* Whether samples, in the order in which they were taken, lie on one line; else the reason why not. */
bool clock_judge(const struct clock_sample *samples, int count, double *ticks_per_nano, char *reason);
/* Watches the counter for some tens of milliseconds on all processors: its ticks a nanosecond, or 0 and the reason why
 * it is not to be trusted. */
double clock_verify(char *reason);

/*
 * Without a fence: the processor may read its counter before loads that come earlier in the program have got their
 * values, by what it can look ahead, some tens of nanoseconds, and some hundred while a line of memory is on its way
 * from another processor. A reading after such a load may therefore be that much older than the one the other processor
 * took before it stored. A fence that forbids this (lfence, or rdtscp, which is one; isb on AArch64) takes longer than
 * the reading itself: 10 ns become 19, and 26 in a native method, which is no faster than System.nanoTime(). On one
 * thread readings are in order: a native method returns through an instruction that the next reading does not overtake.
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
