#define _GNU_SOURCE
#include "recorder.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { ANCHOR_READINGS = 16 };

bool clock_has_counter;

int64_t clock_monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#if defined(__x86_64__)
/* The kernel watches the counters of all processors: while it uses them itself, they run alike. */
static bool kernel_trusts_counter(void) {
  char name[32] = "";
  FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
  if (file == NULL) {
    return false;
  }
  bool is_read = fgets(name, sizeof name, file) != NULL;
  fclose(file);
  return is_read && strncmp(name, "tsc", 3) == 0;
}

static bool has_invariant_counter(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0;
}
#endif

void clock_choose(void) {
#if defined(__x86_64__)
  clock_has_counter = has_invariant_counter() && kernel_trusts_counter();
#elif defined(__aarch64__)
  clock_has_counter = true; /* The architecture promises one rate on all processors. */
#endif
}

struct anchor clock_anchor(void) {
  struct anchor best = {0, 0};
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < ANCHOR_READINGS; i++) {
    uint64_t before = clock_ticks();
    int64_t nanos = clock_monotonic();
    uint64_t after = clock_ticks();
    if (after - before < shortest) {
      shortest = after - before;
      best = (struct anchor){before + (after - before) / 2, nanos};
    }
  }
  return best;
}
