#define _GNU_SOURCE
#include "fake_cuda.h"

#include "cuda_metrics.h"

#include <math.h>
#include <pthread.h>

static uint64_t (*ranges_held)(void);
static uint64_t (*contexts_held)(void);
static const char *const two[] = {"a__first.sum", "b__second.avg"};
static const char *const one_unknown[] = {"a__first.sum", "no__such", "b__second.avg", "nor__this"};
static const struct cuda_metrics_options by_step = {.names = two, .count = 2, .max_ranges = 4};
static const struct cuda_metrics_options by_kernel = {.names = two, .count = 2, .max_ranges = 8, .per_kernel = true};

static void driver(const char *text) {
  char line[64];
  snprintf(line, sizeof line, "%s", text);
  fake_driver(line);
}

static void find_fakes(void) {
  fake_find();
  fake_symbol(dlopen(fake_cupti_path, RTLD_NOW | RTLD_NOLOAD), "fake_cupti_ranges_held", &ranges_held);
  Dl_info info;
  void *symbol = NULL;
  memcpy(&symbol, &fake_driver, sizeof symbol);
  CHECK(dladdr(symbol, &info) != 0);
  /* The file's name is gone, the library is not. */
  fake_symbol(dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD), "fake_cuda_held", &contexts_held);
  fake("metric a__first.sum 10");
  fake("metric b__second.avg 20.5");
}

static void check_that_nothing_is_held(void) { CHECK(ranges_held() == 0 && contexts_held() == 0); }

static uint64_t open_metrics(const struct cuda_metrics_options *options) {
  char reason[REASON_LENGTH];
  uint64_t id = cuda_metrics_open(options, reason);
  if (id == 0) {
    fprintf(stderr, "%s\n", reason);
  }
  CHECK(id != 0 && reason[0] == '\0');
  return id;
}

static void check_refused(const struct cuda_metrics_options *options, const char *why) {
  char reason[REASON_LENGTH];
  CHECK(cuda_metrics_open(options, reason) == 0);
  if (strstr(reason, why) == NULL) {
    fprintf(stderr, "%s, not: %s\n", reason, why);
  }
  CHECK(strstr(reason, why) != NULL);
  check_that_nothing_is_held();
}

/* One device's range, whose first value is `first`. */
static void check_row(uint64_t id, uint32_t device, size_t row, int number, double first, double second) {
  double rows[3 * 8];
  CHECK(cuda_metrics_rows(id, device, rows, 3 * 8) >= 3 * (row + 1));
  CHECK(rows[3 * row] == number && rows[3 * row + 1] == first && rows[3 * row + 2] == second);
}

static void without_cuda_there_are_none(void) {
  check_that_nothing_is_held();
  cuda_found.is_usable = false;
  reason_set(cuda_found.reason, "no CUDA");
  check_refused(&by_step, "no CUDA");
  cuda_found.is_usable = true;
}

static void a_cupti_without_them_says_which_it_needs(void) {
  char path[CUDA_PATH_LENGTH];
  Dl_info info;
  void *symbol = NULL;
  memcpy(&symbol, &fake_driver, sizeof symbol);
  CHECK(dladdr(symbol, &info) != 0);
  strcpy(path, cuda_found.path);
  snprintf(cuda_found.path, sizeof cuda_found.path, "%s", info.dli_fname); /* a library that has nothing of it */
  check_refused(&by_step, "CUDA 12.6 or later");
  strcpy(cuda_found.path, "/no/such/library");
  check_refused(&by_step, "cannot be opened");
  strcpy(cuda_found.path, path);
  fake("fail cuptiProfilerInitialize 35");
  check_refused(&by_step, "beginning to profile failed with CUPTI_ERROR_INSUFFICIENT_PRIVILEGES");
  fake("fail cuptiProfilerInitialize 0");
}

static void steps_have_values_of_their_own(void) {
  uint64_t id = open_metrics(&by_step);
  struct cuda_ranges device;
  CHECK(!cuda_metrics_device(id, 0, &device)); /* not before it is collected */
  CHECK(cuda_metrics_next(id) == 1);
  CHECK(cuda_metrics_next(id) == 2);
  cuda_metrics_stop(id);
  CHECK(cuda_metrics_next(id) == -1);
  CHECK(cuda_metrics_collect(id) == 1);
  check_that_nothing_is_held();
  CHECK(cuda_metrics_device(id, 0, &device) && !cuda_metrics_device(id, 1, &device));
  CHECK(device.device == 0 && device.passes == 1 && device.reason[0] == '\0' && device.left_out[0] == '\0');
  CHECK(cuda_metrics_rows(id, 0, NULL, 0) == 3 * 3 && cuda_metrics_rows(id, 1, NULL, 0) == 0);
  for (int step = 0; step < 3; step++) {
    check_row(id, 0, (size_t)step, step, 10 + step, 20.5 + step);
  }
  cuda_metrics_release(id);
  CHECK(cuda_metrics_collect(id) == 0 && cuda_metrics_next(id) == -1);
  cuda_metrics_stop(id);
  cuda_metrics_release(id);
}

static void a_step_without_work_has_no_values_and_shifts_no_others(void) {
  uint64_t id = open_metrics(&by_step);
  CHECK(cuda_metrics_next(id) == 1);
  fake("idle");
  CHECK(cuda_metrics_next(id) == 2);
  CHECK(cuda_metrics_collect(id) == 1);
  CHECK(cuda_metrics_rows(id, 0, NULL, 0) == 2 * 3);
  check_row(id, 0, 0, 0, 10, 20.5);
  check_row(id, 0, 1, 2, 12, 22.5);
  cuda_metrics_release(id);
}

static void ranges_end_where_there_is_no_more_room(void) {
  uint64_t id = open_metrics(&by_step);
  for (int i = 1; i < 4; i++) {
    CHECK(cuda_metrics_next(id) == i);
  }
  CHECK(cuda_metrics_next(id) == -1 && cuda_metrics_next(id) == -1);
  CHECK(cuda_metrics_collect(id) == 1 && cuda_metrics_rows(id, 0, NULL, 0) == 4 * 3);
  cuda_metrics_release(id);
  fake("noroom 2");
  id = open_metrics(&by_step);
  struct cuda_ranges device;
  CHECK(cuda_metrics_collect(id) == 1 && cuda_metrics_device(id, 0, &device) && device.dropped == 2);
  cuda_metrics_release(id);
  fake("noroom 0");
}

static void kernels_are_ranges_and_may_be_repeated(void) {
  fake("kernels 3");
  fake("passes 5");
  check_refused(&by_step, "the work would have to be done 5 times");
  uint64_t id = open_metrics(&by_kernel);
  CHECK(cuda_metrics_collect(id) == 1);
  struct cuda_ranges device;
  CHECK(cuda_metrics_device(id, 0, &device) && device.passes == 5);
  CHECK(cuda_metrics_rows(id, 0, NULL, 0) == 3 * 3);
  check_row(id, 0, 2, 2, 12, 22.5);
  cuda_metrics_release(id);
  fake("passes 1");
}

static void a_metric_that_the_chip_does_not_have_leaves_the_others(void) {
  struct cuda_metrics_options options = by_step;
  options.names = one_unknown;
  options.count = 4;
  uint64_t id = open_metrics(&options);
  CHECK(cuda_metrics_collect(id) == 1);
  struct cuda_ranges device;
  double row[5];
  CHECK(cuda_metrics_device(id, 0, &device) && device.reason[0] == '\0');
  CHECK(strstr(device.left_out, "no__such: adding a metric failed with FAKE_ERROR_17 (17); nor__this: ") != NULL);
  CHECK(cuda_metrics_rows(id, 0, row, 5) == 5);
  CHECK(row[1] == 10 && isnan(row[2]) && row[3] == 20.5 && isnan(row[4]));
  cuda_metrics_release(id);
  options.names = one_unknown + 1;
  options.count = 1;
  check_refused(&options, "none can be counted: no__such");
}

static void steps_are_counted_as_far_as_one_pass_goes(void) {
  struct cuda_metrics_options options = by_step;
  static const char *const names[] = {"a__first.sum", "c__other.sum", "b__second.avg"};
  options.names = names;
  options.count = 3;
  fake("metric c__other.sum 30 2"); /* in a pass of its own */
  uint64_t id = open_metrics(&options);
  CHECK(cuda_metrics_collect(id) == 1);
  struct cuda_ranges device;
  double row[4];
  CHECK(cuda_metrics_device(id, 0, &device) && device.passes == 1 && device.reason[0] == '\0');
  CHECK(strcmp(device.left_out, "c__other.sum: the work would have to be done 2 times") == 0);
  CHECK(cuda_metrics_rows(id, 0, row, 4) == 4 && row[1] == 10 && isnan(row[2]) && row[3] == 20.5);
  cuda_metrics_release(id);
  options.per_kernel = true;
  fake("kernels 1");
  id = open_metrics(&options);
  CHECK(cuda_metrics_collect(id) == 1 && cuda_metrics_device(id, 0, &device) && device.passes == 2);
  CHECK(cuda_metrics_rows(id, 0, row, 4) == 4 && row[2] == 30);
  cuda_metrics_release(id);
  check_that_nothing_is_held();
}

static void instructions_are_counted_per_kernel_only(void) {
  struct cuda_metrics_options options = by_step;
  static const char *const names[] = {"smsp__sass_inst.sum", "a__first.sum"};
  options.names = names;
  options.count = 2;
  fake("metric smsp__sass_inst.sum 40 1");
  struct cuda_ranges device;
  uint64_t id = open_metrics(&options);
  CHECK(cuda_metrics_collect(id) == 1 && cuda_metrics_device(id, 0, &device));
  CHECK(strcmp(device.left_out, "smsp__sass_inst.sum: it is counted per kernel only") == 0);
  cuda_metrics_release(id);
  options.per_kernel = true;
  fake("kernels 1");
  id = open_metrics(&options);
  CHECK(cuda_metrics_collect(id) == 1 && cuda_metrics_device(id, 0, &device) && device.left_out[0] == '\0');
  cuda_metrics_release(id);
  check_that_nothing_is_held();
}

static void devices_in_use_are_measured_and_no_others(void) {
  driver("devices 3");
  driver("inactive 1");
  uint64_t id = open_metrics(&by_step);
  CHECK(cuda_metrics_collect(id) == 2);
  struct cuda_ranges device;
  CHECK(cuda_metrics_device(id, 1, &device) && device.device == 2);
  check_row(id, 1, 0, 0, 2010, 2020.5);
  cuda_metrics_release(id);
  driver("devices 1");
  driver("inactive 0");
  check_refused(&by_step, "no primary context on any device yet");
  driver("active 0");
  driver("error 3");
  check_refused(&by_step, "not initialised");
  driver("error 0");
  driver("refuse retain");
  check_refused(&by_step, "cannot be held");
  driver("refuse push");
  check_refused(&by_step, "cannot be used");
  driver("refuse nothing");
  driver("active 1");
}

/* Whatever fails, at the beginning, in between or at the end. */
static void each_failure_has_its_reason_and_nothing_is_held(void) {
  static const struct {
    const char *function;
    const char *reason;
    bool is_late; /* there is a window */
  } failures[] = {
      {"cuptiDeviceGetChipName", "asking for the chip", false},
      {"cuptiProfilerHostInitialize", "looking the chip up", false},
      {"cuptiProfilerHostConfigAddMetrics", "adding a metric", false},
      {"cuptiProfilerHostGetConfigImageSize", "size of the configuration", false},
      {"cuptiProfilerHostGetConfigImage", "making the configuration", false},
      {"cuptiProfilerHostGetNumOfPasses", "number of passes", false},
      {"cuptiRangeProfilerEnable", "only administrators", false},
      {"cuptiRangeProfilerGetCounterDataSize", "size of the counters", false},
      {"cuptiRangeProfilerCounterDataImageInitialize", "preparing the counters", false},
      {"cuptiRangeProfilerSetConfig", "configuring metrics", false},
      {"cuptiRangeProfilerStart", "starting metrics", false},
      {"cuptiRangeProfilerPushRange", "beginning a range", false},
      {"cuptiRangeProfilerPopRange", "ending a range", true},
      {"cuptiRangeProfilerStop", "stopping metrics", true},
      {"cuptiRangeProfilerDecodeData", "reading the counters", true},
      {"cuptiRangeProfilerGetCounterDataInfo", "counting the ranges", true},
      {"cuptiProfilerHostEvaluateToGpuValues", "evaluating", true},
      {"cuptiRangeProfilerDisable", "disabling", true},
      {"cuptiProfilerHostDeinitialize", "forgetting", true},
      {"cuptiRangeProfilerCounterDataGetRangeInfo", "", true}, /* then by their order */
  };
  for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
    fake("fail %s 35", failures[i].function);
    if (failures[i].is_late) {
      uint64_t id = open_metrics(&by_step);
      struct cuda_ranges device;
      (void)cuda_metrics_next(id);
      CHECK(cuda_metrics_collect(id) == 1 && cuda_metrics_device(id, 0, &device));
      CHECK(strstr(device.reason, failures[i].reason) != NULL);
      CHECK((device.reason[0] != '\0') == (failures[i].reason[0] != '\0'));
      check_that_nothing_is_held();
      cuda_metrics_release(id);
    } else {
      check_refused(&by_step, failures[i].reason);
    }
    fake("fail %s 0", failures[i].function);
  }
}

static void a_push_that_fails_later_ends_the_ranges(void) {
  uint64_t id = open_metrics(&by_step);
  fake("fail cuptiRangeProfilerPushRange 999");
  CHECK(cuda_metrics_next(id) == 1 && cuda_metrics_next(id) == 2);
  fake("fail cuptiRangeProfilerPushRange 0");
  struct cuda_ranges device;
  CHECK(cuda_metrics_collect(id) == 1 && cuda_metrics_device(id, 0, &device));
  CHECK(strstr(device.reason, "beginning a range") != NULL && cuda_metrics_rows(id, 0, NULL, 0) == 3);
  cuda_metrics_release(id);
}

static void one_window_measures_at_a_time(void) {
  uint64_t first = open_metrics(&by_step);
  char reason[REASON_LENGTH];
  CHECK(cuda_metrics_open(&by_step, reason) == 0 && strstr(reason, "another window") != NULL);
  cuda_metrics_stop(first);
  uint64_t second = open_metrics(&by_step); /* collects the first */
  CHECK(cuda_metrics_next(second) == 1);
  CHECK(cuda_metrics_rows(first, 0, NULL, 0) == 3);
  CHECK(cuda_metrics_collect(second) == 1 && cuda_metrics_rows(second, 0, NULL, 0) == 2 * 3);
  cuda_metrics_release(first);
  cuda_metrics_release(second);
  uint64_t third = open_metrics(&by_step);
  cuda_metrics_release(third); /* while it measures */
  check_that_nothing_is_held();
}

enum { ROUNDS = 50 };

static void *step_on(void *argument) {
  while (cuda_metrics_next(*(uint64_t *)argument) >= 0) {
  }
  return argument;
}

static void threads_may_step_while_another_ends_the_window(void) {
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t id = open_metrics(&by_step);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
      CHECK(pthread_create(&threads[i], NULL, step_on, &id) == 0);
    }
    cuda_metrics_stop(id);
    CHECK(cuda_metrics_collect(id) == 1);
    size_t count = cuda_metrics_rows(id, 0, NULL, 0);
    CHECK(count >= 3 && count <= 4 * 3);
    for (int i = 0; i < 2; i++) {
      CHECK(pthread_join(threads[i], NULL) == 0);
    }
    cuda_metrics_release(id);
  }
  check_that_nothing_is_held();
}

int main(void) {
  find_fakes();
  without_cuda_there_are_none();
  a_cupti_without_them_says_which_it_needs();
  steps_have_values_of_their_own();
  a_step_without_work_has_no_values_and_shifts_no_others();
  ranges_end_where_there_is_no_more_room();
  kernels_are_ranges_and_may_be_repeated();
  a_metric_that_the_chip_does_not_have_leaves_the_others();
  steps_are_counted_as_far_as_one_pass_goes();
  instructions_are_counted_per_kernel_only();
  devices_in_use_are_measured_and_no_others();
  each_failure_has_its_reason_and_nothing_is_held();
  a_push_that_fails_later_ends_the_ranges();
  one_window_measures_at_a_time();
  threads_may_step_while_another_ends_the_window();
  return 0;
}
