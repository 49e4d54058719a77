/*
 * The part of the fake of CUPTI that counts metrics. Written after NVIDIA's description of the blocks of parameters, by
 * distances and sizes, not with the declarations that are tested with it; a call that makes no sense ends the process.
 * Lines:
 *
 *   metric NAME VALUE [P]  a metric that the chips have: VALUE, and one more in each range, and 1000 more on each device;
 *                          counted in pass P, or the first
 *   passes COUNT           how many passes there are at least
 *   kernels COUNT          how many kernels run in the range that is open, or in the next one
 *   idle                   nothing ran in the range that is open: it is not in the results
 *   noroom COUNT           as if so many ranges had found no room
 */
#ifndef STEP_PROFILER_FAKE_RANGES_H
#define STEP_PROFILER_FAKE_RANGES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE_METRICS = 32, RANGE_LIMIT = 2000, FIRST_CONTEXT = 0xc000, METRIC_NAME = 128 };
enum { NOT_KNOWN = 17, WRONG = 7 };

/* Of a chip. */
struct fake_host {
  uint32_t magic;
  size_t count;
  size_t passes;
};

/* Of a context. */
struct fake_profiler {
  uint32_t magic;
  uint64_t context;
  uint8_t *data;
  size_t max_ranges;
  bool per_kernel;
  bool is_started;
  bool is_stopped;
  bool is_in_range;
  bool is_idle;
  int open; /* number of the range */
  size_t count;
  int numbers[RANGE_LIMIT];
};

static struct {
  char name[METRIC_NAME];
  double value;
  size_t pass;
} range_metrics[RANGE_METRICS];
static size_t range_metric_count;
static size_t range_passes = 1;
static size_t range_kernels;
static size_t ranges_without_room;
static bool is_range_idle;
static uint64_t ranges_held; /* hosts and profilers */
static bool is_profiling;

static int result_of(const char *function, int kind);
static void look(void);

#define AT(block, at, type) (*(type *)((char *)(block) + (at)))

static inline void expect(bool is_so, const char *what) {
  if (!is_so) {
    fprintf(stderr, "the fake CUPTI does not expect: %s\n", what);
    abort();
  }
}

/* Whether it goes on; the block has the size that CUPTI's own has up to its last field. */
static inline int range_begin(const char *function, const void *block, size_t bytes) {
  expect(AT(block, 0, const size_t) == bytes && AT(block, 8, void *const) == NULL, function);
  return result_of(function, -1);
}

static inline struct fake_host *range_host(const void *block, size_t at) {
  struct fake_host *host = AT(block, at, struct fake_host *const);
  expect(host != NULL && host->magic == 0x1057, "no host");
  return host;
}

static inline struct fake_profiler *range_profiler(const void *block) {
  struct fake_profiler *profiler = AT(block, 16, struct fake_profiler *const);
  expect(profiler != NULL && profiler->magic == 0x9206, "no profiler");
  return profiler;
}

/* -1 for none. */
static inline long range_metric(const char *name) {
  for (size_t i = 0; i < range_metric_count; i++) {
    if (strcmp(range_metrics[i].name, name) == 0) {
      return (long)i;
    }
  }
  return -1;
}

/* Whether it was a line of this part. */
static inline bool range_line(const char *what, const char *rest) {
  if (strcmp(what, "metric") == 0) {
    expect(range_metric_count < RANGE_METRICS, "more metrics");
    range_metrics[range_metric_count].pass = 1;
    (void)sscanf(rest, "%127s %lf %zu", range_metrics[range_metric_count].name,
                 &range_metrics[range_metric_count].value, &range_metrics[range_metric_count].pass);
    range_metric_count++;
  } else if (strcmp(what, "passes") == 0) {
    range_passes = strtoul(rest, NULL, 10);
  } else if (strcmp(what, "kernels") == 0) {
    range_kernels = strtoul(rest, NULL, 10);
  } else if (strcmp(what, "idle") == 0) {
    is_range_idle = true;
  } else if (strcmp(what, "noroom") == 0) {
    ranges_without_room = strtoul(rest, NULL, 10);
  } else {
    return false;
  }
  return true;
}

__attribute__((visibility("default"))) uint64_t fake_cupti_ranges_held(void) { return ranges_held; }

#define RANGE_CALL __attribute__((visibility("default"))) int

RANGE_CALL cuptiProfilerInitialize(void *block) {
  int result = range_begin("cuptiProfilerInitialize", block, 16);
  is_profiling |= result == 0;
  return result;
}

RANGE_CALL cuptiDeviceGetChipName(void *block) {
  look();
  int result = range_begin("cuptiDeviceGetChipName", block, 32);
  AT(block, 24, const char *) = result == 0 ? "FK100" : NULL;
  return result;
}

RANGE_CALL cuptiProfilerHostInitialize(void *block) {
  int result = range_begin("cuptiProfilerHostInitialize", block, 48);
  expect(is_profiling && AT(block, 16, int) == 0 && strcmp(AT(block, 24, const char *), "FK100") == 0, "this chip");
  expect(AT(block, 32, void *) == NULL && AT(block, 40, void *) == NULL, "a host that is there");
  if (result == 0) {
    struct fake_host *host = calloc(1, sizeof *host);
    host->magic = 0x1057;
    AT(block, 40, struct fake_host *) = host;
    ranges_held++;
  }
  return result;
}

RANGE_CALL cuptiProfilerHostDeinitialize(void *block) {
  int result = range_begin("cuptiProfilerHostDeinitialize", block, 24);
  free(range_host(block, 16));
  ranges_held--;
  return result;
}

RANGE_CALL cuptiProfilerHostConfigAddMetrics(void *block) {
  int result = range_begin("cuptiProfilerHostConfigAddMetrics", block, 40);
  struct fake_host *host = range_host(block, 16);
  const char *const *names = AT(block, 24, const char *const *);
  for (size_t i = 0; i < AT(block, 32, size_t) && result == 0; i++) {
    long metric = range_metric(names[i]);
    result = metric < 0 ? NOT_KNOWN : 0;
    host->count += result == 0;
    if (result == 0 && range_metrics[metric].pass > host->passes) {
      host->passes = range_metrics[metric].pass;
    }
  }
  return result;
}

RANGE_CALL cuptiProfilerHostGetConfigImageSize(void *block) {
  int result = range_begin("cuptiProfilerHostGetConfigImageSize", block, 32);
  expect(range_host(block, 16)->count > 0, "a configuration of no metrics");
  AT(block, 24, size_t) = 24;
  return result;
}

RANGE_CALL cuptiProfilerHostGetConfigImage(void *block) {
  int result = range_begin("cuptiProfilerHostGetConfigImage", block, 40);
  expect(AT(block, 24, size_t) == 24, "another size of the configuration");
  memset(AT(block, 32, uint8_t *), 0xc0, 24);
  AT(AT(block, 32, uint8_t *), 8, size_t) = range_host(block, 16)->passes;
  return result;
}

RANGE_CALL cuptiProfilerHostGetNumOfPasses(void *block) {
  int result = range_begin("cuptiProfilerHostGetNumOfPasses", block, 40);
  expect(AT(block, 16, size_t) == 24 && *AT(block, 24, uint8_t *) == 0xc0, "another configuration");
  size_t passes = AT(AT(block, 24, uint8_t *), 8, size_t);
  AT(block, 32, size_t) = passes > range_passes ? passes : range_passes;
  return result;
}

RANGE_CALL cuptiRangeProfilerEnable(void *block) {
  int result = range_begin("cuptiRangeProfilerEnable", block, 32);
  expect(AT(block, 16, uint64_t) >= FIRST_CONTEXT, "no context");
  if (result == 0) {
    struct fake_profiler *profiler = calloc(1, sizeof *profiler);
    profiler->magic = 0x9206;
    profiler->context = AT(block, 16, uint64_t);
    AT(block, 24, struct fake_profiler *) = profiler;
    ranges_held++;
  }
  return result;
}

RANGE_CALL cuptiRangeProfilerDisable(void *block) {
  int result = range_begin("cuptiRangeProfilerDisable", block, 24);
  struct fake_profiler *profiler = range_profiler(block);
  expect(!profiler->is_in_range, "to be disabled in a range");
  free(profiler);
  ranges_held--;
  return result;
}

RANGE_CALL cuptiRangeProfilerGetCounterDataSize(void *block) {
  int result = range_begin("cuptiRangeProfilerGetCounterDataSize", block, 64);
  (void)range_profiler(block);
  expect(AT(block, 32, size_t) > 0 && AT(block, 40, size_t) == AT(block, 48, uint32_t), "these counters");
  for (size_t i = 0; i < AT(block, 32, size_t); i++) {
    expect(range_metric(AT(block, 24, const char *const *)[i]) >= 0, "a metric that the chip does not have");
  }
  AT(block, 56, size_t) = 16 + sizeof(int) * AT(block, 40, size_t);
  return result;
}

RANGE_CALL cuptiRangeProfilerCounterDataImageInitialize(void *block) {
  int result = range_begin("cuptiRangeProfilerCounterDataImageInitialize", block, 40);
  (void)range_profiler(block);
  memset(AT(block, 32, uint8_t *), 0xda, AT(block, 24, size_t));
  return result;
}

RANGE_CALL cuptiRangeProfilerSetConfig(void *block) {
  int result = range_begin("cuptiRangeProfilerSetConfig", block, 90);
  struct fake_profiler *profiler = range_profiler(block);
  expect(AT(block, 24, size_t) == 24 && *AT(block, 32, uint8_t *) == 0xc0, "another configuration");
  expect(*AT(block, 48, uint8_t *) == 0xda, "counters that were not prepared");
  expect(AT(block, 72, uint16_t) == 1 && AT(block, 74, uint16_t) == 1 && AT(block, 80, size_t) == 0 &&
             AT(block, 88, uint16_t) == 1,
         "levels");
  profiler->max_ranges = AT(block, 64, size_t);
  profiler->data = AT(block, 48, uint8_t *);
  profiler->per_kernel = AT(block, 56, int) == 1;
  expect(profiler->max_ranges <= RANGE_LIMIT && AT(block, 40, size_t) == 16 + sizeof(int) * profiler->max_ranges,
         "so many ranges");
  /* One replays kernels, the other does not, and no step can be repeated. */
  expect(AT(block, 56, int) == (AT(block, 60, int) == 2 ? 1 : 2), "this replay");
  expect(profiler->per_kernel || (range_passes == 1 && AT(AT(block, 32, uint8_t *), 8, size_t) == 1), "several passes");
  return result;
}

RANGE_CALL cuptiRangeProfilerStart(void *block) {
  int result = range_begin("cuptiRangeProfilerStart", block, 24);
  struct fake_profiler *profiler = range_profiler(block);
  expect(profiler->data != NULL && !profiler->is_started, "to be started");
  profiler->is_started = result == 0;
  return result;
}

RANGE_CALL cuptiRangeProfilerPushRange(void *block) {
  int result = range_begin("cuptiRangeProfilerPushRange", block, 32);
  struct fake_profiler *profiler = range_profiler(block);
  expect(profiler->is_started && !profiler->is_in_range, "a range in a range");
  profiler->is_in_range = result == 0;
  profiler->open = atoi(AT(block, 24, const char *));
  return result;
}

RANGE_CALL cuptiRangeProfilerPopRange(void *block) {
  int result = range_begin("cuptiRangeProfilerPopRange", block, 24);
  struct fake_profiler *profiler = range_profiler(block);
  expect(profiler->is_in_range, "the end of no range");
  size_t count = profiler->per_kernel ? range_kernels : is_range_idle ? 0 : 1;
  for (size_t i = 0; i < count && profiler->count < profiler->max_ranges; i++) {
    profiler->numbers[profiler->count++] = profiler->per_kernel ? (int)i : profiler->open;
  }
  profiler->is_in_range = false;
  is_range_idle = false;
  return result;
}

RANGE_CALL cuptiRangeProfilerStop(void *block) {
  int result = range_begin("cuptiRangeProfilerStop", block, 41);
  struct fake_profiler *profiler = range_profiler(block);
  expect(profiler->is_started && !profiler->is_in_range, "to be stopped");
  profiler->is_stopped = result == 0;
  AT(block, 40, uint8_t) = 1;
  return result;
}

RANGE_CALL cuptiRangeProfilerDecodeData(void *block) {
  int result = range_begin("cuptiRangeProfilerDecodeData", block, 32);
  struct fake_profiler *profiler = range_profiler(block);
  expect(profiler->is_stopped, "to be read before it is stopped");
  AT(profiler->data, 0, uint64_t) = profiler->count;
  AT(profiler->data, 8, uint64_t) = profiler->context;
  memcpy(profiler->data + 16, profiler->numbers, sizeof(int) * profiler->count);
  AT(block, 24, size_t) = ranges_without_room;
  return result;
}

RANGE_CALL cuptiRangeProfilerGetCounterDataInfo(void *block) {
  int result = range_begin("cuptiRangeProfilerGetCounterDataInfo", block, 40);
  AT(block, 32, size_t) = AT(AT(block, 16, uint8_t *), 0, uint64_t);
  return result;
}

RANGE_CALL cuptiRangeProfilerCounterDataGetRangeInfo(void *block) {
  static __thread char name[16];
  int result = range_begin("cuptiRangeProfilerCounterDataGetRangeInfo", block, 56);
  expect(strcmp(AT(block, 40, const char *), "/") == 0, "another delimiter");
  snprintf(name, sizeof name, "%d", AT(AT(block, 16, uint8_t *), 16 + sizeof(int) * AT(block, 32, size_t), int));
  AT(block, 48, const char *) = name;
  return result;
}

RANGE_CALL cuptiProfilerHostEvaluateToGpuValues(void *block) {
  int result = range_begin("cuptiProfilerHostEvaluateToGpuValues", block, 72);
  uint8_t *data = AT(block, 24, uint8_t *);
  size_t range = AT(block, 40, size_t);
  expect(range_host(block, 16)->count == AT(block, 56, size_t) && range < AT(data, 0, uint64_t), "these values");
  for (size_t i = 0; i < AT(block, 56, size_t); i++) {
    long metric = range_metric(AT(block, 48, const char *const *)[i]);
    expect(metric >= 0, "a metric that it does not count");
    AT(block, 64, double *)[i] = range_metrics[metric].value +
                                 AT(data, 16 + sizeof(int) * range, int) +
                                 1000.0 * (double)(AT(data, 8, uint64_t) - FIRST_CONTEXT);
  }
  return result;
}

#endif
