#define _GNU_SOURCE
#include "clock.h"
#include "reason.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

/*
 * The counter is trusted if the processor reports that its rate never changes, the kernel uses it as its clock source,
 * and it is measured to be linear in the monotonic clock. The kernel compares the counters of all processors with each
 * other when they start, and with another clock from then on, and switches to another source when they differ. On a
 * guest whose clock source is its host (kvm-clock, Hyper-V's pages) the counter is not used: the host may move the
 * guest to a machine with another rate, which only that source would follow.
 */
enum {
  ANCHOR_READINGS = 16,
  MIN_SAMPLES = 4,
  WANTED_SAMPLES = 8,
  MAX_SAMPLES = 64,
  NANOS_A_MILLI = 1000000,
  SPAN_NANOS = 50 * NANOS_A_MILLI,
  MIN_SPAN_NANOS = 20 * NANOS_A_MILLI,
  MAX_SPAN_NANOS = 250 * NANOS_A_MILLI,
  MAX_GAP_NANOS = 2000,  /* between the readings around one of the monotonic clock */
  MAX_ERROR_NANOS = 250, /* off the line, beyond the gap */
  MAX_PROCESSORS = 4096
};

/* Bounds: slower than any virtual counter, faster than any processor. */
static const double MIN_TICKS_PER_NANO = 0.001;
static const double MAX_TICKS_PER_NANO = 16;

#if defined(__aarch64__)
static const char KERNELS_NAME[] = "arch_sys_counter";
#else
static const char KERNELS_NAME[] = "tsc";
#endif

bool clock_has_counter;

/* Reason why the counter is not trusted; empty if it is. */
static char distrust[REASON_LENGTH] = "there is none";

int64_t clock_monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* C1: a guest that migrates has another clock source, which is corrected then. */
static bool kernel_keeps_time_by_counter(void) {
  char name[32] = "";
  FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
  if (file != NULL) {
    if (fgets(name, sizeof name, file) != NULL) {
      name[strcspn(name, "\n")] = '\0';
    }
    fclose(file);
  }
  if (strcmp(name, KERNELS_NAME) == 0) {
    return true;
  }
  if (name[0] == '\0') {
    reason_set(distrust, "the kernel does not report its clock source");
  } else {
    reason_set(distrust, "the kernel's clock source is %s, not %s", name, KERNELS_NAME);
  }
  return false;
}

#if defined(__x86_64__)
static bool has_invariant_counter(void) {
  unsigned a, b, c, d;
  if (__get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1u << 8)) != 0) {
    return true;
  }
  reason_set(distrust, "the processor does not report that its rate never changes");
  return false;
}
#endif

void clock_choose(void) {
#if defined(__x86_64__)
  clock_has_counter = has_invariant_counter() && kernel_keeps_time_by_counter();
  if (clock_has_counter) {
    distrust[0] = '\0';
  }
#elif defined(__aarch64__)
  clock_has_counter = true; /* The architecture promises one rate on all processors. */
  if (kernel_keeps_time_by_counter()) {
    distrust[0] = '\0';
  }
#endif
}

/* Reads both clocks at one moment: the closest of several readings. */
static struct clock_sample take_sample(int processor) {
  struct clock_sample best = {0, UINT64_MAX, 0, processor};
  for (int i = 0; i < ANCHOR_READINGS; i++) {
    uint64_t before = clock_ticks();
    int64_t nanos = clock_monotonic();
    uint64_t after = clock_ticks();
    if (after - before < best.after - best.before) {
      best = (struct clock_sample){before, after, nanos, processor};
    }
  }
  return best;
}

static uint64_t middle(const struct clock_sample *sample) {
  return sample->before + (sample->after - sample->before) / 2;
}

struct clock_sample clock_anchor(void) {
  return take_sample(0);
}

/* ---- Linearity ---------------------------------------------------------------------------------- */

static double rate_between(const struct clock_sample *first, const struct clock_sample *last) {
  return (double)(int64_t)(middle(last) - middle(first)) / (double)(last->nanos - first->nanos);
}

bool clock_judge(const struct clock_sample *samples, int count, double *ticks_per_nano, char *reason) {
  for (int i = 1; i < count; i++) {
    const struct clock_sample *last = &samples[i - 1];
    const struct clock_sample *next = &samples[i];
    if ((int64_t)(next->before - last->after) < 0 || next->nanos < last->nanos) {
      reason_set(reason, "it ran backwards from processor %d to processor %d", last->processor, next->processor);
      return false;
    }
  }
  const struct clock_sample *first = samples;
  const struct clock_sample *last = samples + count - 1;
  if (count < MIN_SAMPLES || last->nanos - first->nanos < MIN_SPAN_NANOS) {
    reason_set(reason, "it was not seen beside the monotonic clock often enough");
    return false;
  }
  double rate = rate_between(first, last);
  if (!(rate >= MIN_TICKS_PER_NANO && rate <= MAX_TICKS_PER_NANO)) {
    reason_set(reason, "%g ticks a nanosecond cannot be", rate);
    return false;
  }
  for (int i = 0; i < count; i++) {
    const struct clock_sample *one = &samples[i];
    double gap = (double)(one->after - one->before) / rate;
    double line = (double)(one->nanos - first->nanos) * rate;
    double off = ((double)(int64_t)(middle(one) - middle(first)) - line) / rate;
    if (gap > MAX_GAP_NANOS) {
      reason_set(reason, "the monotonic clock takes %.0f ns to read", gap);
      return false;
    }
    /* A reading is uncertain by half of its gap, here and at the ends of the line. */
    if (off > MAX_ERROR_NANOS + gap || off < -MAX_ERROR_NANOS - gap) {
      reason_set(reason, "it is %.0f ns off the monotonic clock on processor %d", off, one->processor);
      return false;
    }
  }
  *ticks_per_nano = rate;
  return true;
}

struct verification {
  double ticks_per_nano;
  char *reason;
  bool is_passed;
};

/* Lists the processors that this thread may run on, spread evenly if there are too many. */
static int choose_processors(int *processors) {
  int count = 0;
  size_t bytes = CPU_ALLOC_SIZE(MAX_PROCESSORS);
  cpu_set_t *allowed = CPU_ALLOC(MAX_PROCESSORS);
  if (allowed != NULL && sched_getaffinity(0, bytes, allowed) == 0) {
    int all = CPU_COUNT_S(bytes, allowed);
    int seen = 0;
    for (int i = 0; i < MAX_PROCESSORS; i++) {
      if (CPU_ISSET_S(i, bytes, allowed)) {
        if (all <= MAX_SAMPLES || seen * MAX_SAMPLES / all == count) {
          processors[count++] = i;
        }
        seen++;
      }
    }
  }
  CPU_FREE(allowed);
  return count;
}

/* If that is not allowed, the sample is taken on the current processor. */
static void move_to(int processor) {
  size_t bytes = CPU_ALLOC_SIZE(MAX_PROCESSORS);
  cpu_set_t *one = CPU_ALLOC(MAX_PROCESSORS);
  if (one != NULL) {
    CPU_ZERO_S(bytes, one);
    CPU_SET_S(processor, bytes, one);
    (void)sched_setaffinity(0, bytes, one);
  }
  CPU_FREE(one);
}

static void *watch(void *argument) {
  struct verification *verification = argument;
  struct clock_sample samples[MAX_SAMPLES];
  int processors[MAX_SAMPLES] = {0};
  int processor_count = choose_processors(processors);
  int wanted = processor_count > WANTED_SAMPLES ? processor_count : WANTED_SAMPLES;
  struct timespec pause = {0, SPAN_NANOS / (wanted - 1)};
  int64_t begin = clock_monotonic();
  int count = 0;
  /* On a machine so busy that moving between processors takes long, some of them suffice. */
  while (count < wanted && clock_monotonic() - begin < MAX_SPAN_NANOS) {
    if (count > 0) {
      nanosleep(&pause, NULL);
    }
    int processor = processor_count == 0 ? 0 : processors[count % processor_count];
    if (processor_count > 1) {
      move_to(processor);
    }
    samples[count++] = take_sample(processor);
  }
  verification->is_passed = clock_judge(samples, count, &verification->ticks_per_nano, verification->reason);
  return NULL;
}

double clock_verify(char *reason) {
  if (distrust[0] != '\0') {
    reason_set(reason, "%s", distrust);
    return 0;
  }
  struct verification verification = {.reason = reason};
  /* The monotonic clock may be in the middle of a correction, so one more try. */
  for (int attempt = 0; attempt < 2 && !verification.is_passed; attempt++) {
    pthread_t thread; /* a separate thread, because it moves from processor to processor */
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread, NULL, watch, &verification);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
      reason_set(reason, "no thread can be created to watch it: %s", strerror(error));
      return 0;
    }
    pthread_join(thread, NULL);
  }
  if (!verification.is_passed) {
    return 0;
  }
  reason[0] = '\0';
  return verification.ticks_per_nano;
}
