#include "cuda_ranges.h"

#include "cupti.h"
#include "cupti_metrics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DATA_BYTES = 256 << 20, RANGE_NAME = 16 };

static int handle_of(int device) {
  int handle = -1;
  return cuda_found.driver.device(&handle, device) == 0 ? handle : -1;
}

bool cuda_ranges_is_in_use(int device) {
  const struct driver_symbols *driver = &cuda_found.driver;
  int handle = handle_of(device);
  unsigned flags = 0;
  int is_active = 0;
  return handle >= 0 && driver->primary_state(handle, &flags, &is_active) == 0 && is_active != 0;
}

/* Keeps the first reason: later failures follow from it. */
static bool call(struct cuda_ranges *ranges, enum cupti_metrics_function function, void *block) {
  char reason[REASON_LENGTH];
  bool is_done = cupti_metrics_call(function, block, reason);
  if (!is_done && ranges->reason[0] == '\0') {
    memcpy(ranges->reason, reason, REASON_LENGTH);
  }
  return is_done;
}

static bool enter(struct cuda_ranges *ranges) {
  bool is_entered = ranges->context != NULL && cuda_found.driver.push_context(ranges->context) == 0;
  if (!is_entered && ranges->reason[0] == '\0') {
    reason_set(ranges->reason, "the context of the device cannot be used");
  }
  return is_entered;
}

static void leave(void) {
  void *context = NULL;
  (void)cuda_found.driver.pop_context(&context);
}

static bool hold_context(struct cuda_ranges *ranges) {
  ranges->handle = handle_of(ranges->device);
  if (cuda_found.driver.retain(&ranges->context, ranges->handle) != 0) {
    ranges->context = NULL;
    reason_set(ranges->reason, "the context of the device cannot be held");
  }
  return ranges->context != NULL;
}

static bool find_chip(struct cuda_ranges *ranges) {
  struct chip_block chip = {.bytes = BLOCK_BYTES(chip_block, chip), .device = (size_t)ranges->device};
  bool is_found = call(ranges, METRICS_CHIP, &chip);
  snprintf(ranges->chip, CHIP_LENGTH, "%s", !is_found || chip.chip == NULL ? "" : chip.chip);
  return is_found;
}

static bool open_host(struct cuda_ranges *ranges) {
  struct open_host_block open = {
      .bytes = BLOCK_BYTES(open_host_block, host), .profiler = PROFILER_OF_RANGES, .chip = ranges->chip};
  if (call(ranges, METRICS_OPEN_HOST, &open)) {
    ranges->host = open.host;
  }
  return ranges->host != NULL;
}

static void close_host(struct cuda_ranges *ranges) {
  if (ranges->host != NULL) {
    struct close_host_block close = {.bytes = BLOCK_BYTES(close_host_block, host), .host = ranges->host};
    (void)call(ranges, METRICS_CLOSE_HOST, &close);
    ranges->host = NULL;
  }
}

static void leave_out(struct cuda_ranges *ranges, const char *name, const char *reason) {
  size_t length = strlen(ranges->left_out);
  snprintf(ranges->left_out + length, REMARK_LENGTH - length, "%s%s: %s", length == 0 ? "" : "; ", name, reason);
}

static bool add(struct cuda_ranges *ranges, const char *const *names, uint32_t count, char *reason) {
  struct add_metrics_block add = {
      .bytes = BLOCK_BYTES(add_metrics_block, count), .host = ranges->host, .names = names, .count = count};
  return cupti_metrics_call(METRICS_ADD, &add, reason);
}

/* Makes the configuration of the host's metrics, and counts their passes. */
static bool make_config(struct cuda_ranges *ranges) {
  struct config_size_block size = {.bytes = BLOCK_BYTES(config_size_block, config_bytes), .host = ranges->host};
  if (!call(ranges, METRICS_CONFIG_SIZE, &size)) {
    return false;
  }
  free(ranges->config);
  ranges->config = calloc(1, size.config_bytes);
  ranges->config_bytes = size.config_bytes;
  if (ranges->config == NULL) {
    reason_set(ranges->reason, "there is no memory for a configuration of %zu bytes", size.config_bytes);
    return false;
  }
  struct config_block config = {.bytes = BLOCK_BYTES(config_block, config),
                                .host = ranges->host,
                                .config_bytes = size.config_bytes,
                                .config = ranges->config};
  struct passes_block passes = {
      .bytes = BLOCK_BYTES(passes_block, passes), .config_bytes = size.config_bytes, .config = ranges->config};
  bool is_made = call(ranges, METRICS_CONFIG, &config) && call(ranges, METRICS_PASSES, &passes);
  ranges->passes = passes.passes;
  return is_made;
}

/* A host cannot remove metrics: a new one gets the metrics so far. */
static bool begin_host_again(struct cuda_ranges *ranges) {
  close_host(ranges);
  return open_host(ranges) && (ranges->name_count == 0 || add(ranges, ranges->names, ranges->name_count, ranges->reason));
}

/* CUPTI of CUDA 13.0 counts these by changing kernels, and then returns 0 for all ranges but single kernels. */
static bool is_of_kernels_only(const char *name) { return strstr(name, "__sass_") != NULL; }

/* One by one: a metric that the chip does not have, or that would need a second pass, does not affect the others. */
static bool add_metric(struct cuda_ranges *ranges, uint32_t column) {
  char reason[REASON_LENGTH];
  const char *name = ranges->options->names[column];
  if (is_of_kernels_only(name) && !ranges->options->per_kernel) {
    reason_set(reason, "it is counted per kernel only");
    leave_out(ranges, name, reason);
    return true;
  }
  if (!add(ranges, &name, 1, reason)) {
    leave_out(ranges, name, reason);
    return true;
  }
  if (!make_config(ranges)) {
    return false;
  }
  /* GP12: a step cannot be repeated, so one pass must suffice. */
  if (ranges->passes > 1 && !ranges->options->per_kernel) {
    reason_set(reason, "the work would have to be done %zu times", ranges->passes);
    leave_out(ranges, name, reason);
    return begin_host_again(ranges);
  }
  ranges->columns[ranges->name_count] = column;
  ranges->names[ranges->name_count++] = name;
  return true;
}

static bool add_metrics(struct cuda_ranges *ranges) {
  uint32_t count = ranges->options->count;
  ranges->names = calloc(count, sizeof *ranges->names);
  ranges->columns = calloc(count, sizeof *ranges->columns);
  bool is_good = ranges->names != NULL && ranges->columns != NULL;
  for (uint32_t i = 0; i < count && is_good; i++) {
    is_good = add_metric(ranges, i);
  }
  if (is_good && ranges->name_count == 0) {
    reason_set(ranges->reason, "none can be counted: %.200s", ranges->left_out);
  }
  return is_good && ranges->name_count > 0 && make_config(ranges);
}

static bool make_data(struct cuda_ranges *ranges) {
  struct data_size_block size = {.bytes = BLOCK_BYTES(data_size_block, data_bytes),
                                 .profiler = ranges->profiler,
                                 .names = ranges->names,
                                 .count = ranges->name_count,
                                 .ranges = ranges->options->max_ranges,
                                 .nodes = ranges->options->max_ranges};
  if (!call(ranges, METRICS_DATA_SIZE, &size)) {
    return false;
  }
  if (size.data_bytes <= MAX_DATA_BYTES) {
    ranges->data = calloc(1, size.data_bytes);
    ranges->data_bytes = size.data_bytes;
  }
  if (ranges->data == NULL) {
    reason_set(ranges->reason, "the counters would take %zu bytes: ask for fewer metrics", size.data_bytes);
    return false;
  }
  struct data_block data = {.bytes = BLOCK_BYTES(data_block, data),
                            .profiler = ranges->profiler,
                            .data_bytes = ranges->data_bytes,
                            .data = ranges->data};
  return call(ranges, METRICS_DATA, &data);
}

static bool enable(struct cuda_ranges *ranges) {
  struct enable_block enable = {.bytes = BLOCK_BYTES(enable_block, profiler), .context = ranges->context};
  if (call(ranges, METRICS_ENABLE, &enable)) {
    ranges->profiler = enable.profiler;
  }
  return ranges->profiler != NULL;
}

static bool configure(struct cuda_ranges *ranges) {
  bool per_kernel = ranges->options->per_kernel;
  struct configure_block configure = {.bytes = BLOCK_BYTES(configure_block, level),
                                      .profiler = ranges->profiler,
                                      .config_bytes = ranges->config_bytes,
                                      .config = ranges->config,
                                      .data_bytes = ranges->data_bytes,
                                      .data = ranges->data,
                                      .ranges = per_kernel ? RANGES_OF_KERNELS : RANGES_OF_USER,
                                      .replay = per_kernel ? REPLAY_OF_KERNELS : REPLAY_BY_USER,
                                      .max_ranges = ranges->options->max_ranges,
                                      .levels = 1,
                                      .first_level = 1,
                                      .level = 1};
  return call(ranges, METRICS_CONFIGURE, &configure);
}

static struct profiler_block profiler_of(const struct cuda_ranges *ranges) {
  return (struct profiler_block){.bytes = BLOCK_BYTES(profiler_block, profiler), .profiler = ranges->profiler};
}

/* Also if each kernel is a range: kernels outside of our ranges are not measured. */
static void push(struct cuda_ranges *ranges, int32_t number) {
  char name[RANGE_NAME];
  snprintf(name, sizeof name, "%d", (int)number);
  struct push_block push = {.bytes = BLOCK_BYTES(push_block, name), .profiler = ranges->profiler, .name = name};
  ranges->is_in_range = call(ranges, METRICS_PUSH, &push);
}

static void pop(struct cuda_ranges *ranges) {
  struct profiler_block block = profiler_of(ranges);
  if (ranges->is_in_range) {
    (void)call(ranges, METRICS_POP, &block);
    ranges->is_in_range = false;
  }
}

void cuda_ranges_begin(struct cuda_ranges *ranges, int device, const struct cuda_metrics_options *options) {
  memset(ranges, 0, sizeof *ranges);
  ranges->device = device;
  ranges->options = options;
  if (!hold_context(ranges)) {
    return;
  }
  if (!enter(ranges)) {
    cuda_ranges_collect(ranges);
    return;
  }
  if (find_chip(ranges) && open_host(ranges) && add_metrics(ranges) && enable(ranges) && make_data(ranges) &&
      configure(ranges)) {
    struct profiler_block start = profiler_of(ranges);
    ranges->is_started = call(ranges, METRICS_START, &start);
  }
  if (ranges->is_started) {
    push(ranges, 0);
  }
  leave();
  if (!ranges->is_in_range) {
    cuda_ranges_collect(ranges);
  }
}

void cuda_ranges_next(struct cuda_ranges *ranges, int32_t number) {
  if (ranges->is_in_range && enter(ranges)) {
    pop(ranges);
    if (number >= 0) {
      push(ranges, number);
    }
    leave();
  }
}

void cuda_ranges_stop(struct cuda_ranges *ranges) {
  if (ranges->is_started && !ranges->is_stopped && enter(ranges)) {
    pop(ranges);
    struct stop_block stop = {.bytes = BLOCK_BYTES(stop_block, is_all), .profiler = ranges->profiler};
    ranges->is_stopped = call(ranges, METRICS_STOP, &stop);
    leave();
  }
}

/* Returns the number of a range: from the name of our ranges, else the index of a kernel. */
static double number_of(const struct cuda_ranges *ranges, size_t index) {
  char reason[REASON_LENGTH];
  struct range_block range = {.bytes = BLOCK_BYTES(range_block, name),
                              .data = ranges->data,
                              .data_bytes = ranges->data_bytes,
                              .range = index,
                              .delimiter = "/"};
  if (ranges->options->per_kernel || !cupti_metrics_call(METRICS_RANGE, &range, reason) || range.name == NULL) {
    return (double)index;
  }
  char *end = NULL;
  long number = strtol(range.name, &end, 10);
  return end == range.name || *end != '\0' ? (double)index : (double)number;
}

static bool evaluate(struct cuda_ranges *ranges, size_t index, double *values) {
  double *row = ranges->rows + ranges->row_count * (1 + ranges->options->count);
  struct evaluate_block evaluate = {.bytes = BLOCK_BYTES(evaluate_block, values),
                                    .host = ranges->host,
                                    .data = ranges->data,
                                    .data_bytes = ranges->data_bytes,
                                    .range = index,
                                    .names = ranges->names,
                                    .count = ranges->name_count,
                                    .values = values};
  if (!call(ranges, METRICS_EVALUATE, &evaluate)) {
    return false;
  }
  row[0] = number_of(ranges, index);
  for (uint32_t i = 0; i < ranges->options->count; i++) {
    row[1 + i] = NAN;
  }
  for (uint32_t i = 0; i < ranges->name_count; i++) {
    row[1 + ranges->columns[i]] = values[i];
  }
  ranges->row_count++;
  return true;
}

static void evaluate_all(struct cuda_ranges *ranges) {
  struct data_info_block info = {
      .bytes = BLOCK_BYTES(data_info_block, ranges), .data = ranges->data, .data_bytes = ranges->data_bytes};
  if (!call(ranges, METRICS_DATA_INFO, &info)) {
    return;
  }
  size_t count = info.ranges < ranges->options->max_ranges ? info.ranges : ranges->options->max_ranges;
  double *values = calloc(ranges->name_count, sizeof *values);
  ranges->rows = calloc(count == 0 ? 1 : count, (1 + ranges->options->count) * sizeof *ranges->rows);
  bool is_good = values != NULL && ranges->rows != NULL;
  for (size_t i = 0; i < count && is_good; i++) {
    is_good = evaluate(ranges, i, values);
  }
  free(values);
}

static void read_counters(struct cuda_ranges *ranges) {
  struct decode_block decode = {.bytes = BLOCK_BYTES(decode_block, dropped), .profiler = ranges->profiler};
  if (call(ranges, METRICS_DECODE, &decode)) {
    ranges->dropped = decode.dropped;
    evaluate_all(ranges);
  }
}

/* Releases all resources of CUPTI and of the driver. */
static void give_back(struct cuda_ranges *ranges) {
  if (ranges->profiler != NULL) {
    struct profiler_block disable = profiler_of(ranges);
    (void)call(ranges, METRICS_DISABLE, &disable);
    ranges->profiler = NULL;
  }
  close_host(ranges);
}

void cuda_ranges_collect(struct cuda_ranges *ranges) {
  cuda_ranges_stop(ranges);
  if (ranges->context == NULL) {
    return;
  }
  if (enter(ranges)) {
    if (ranges->is_stopped) {
      read_counters(ranges);
    }
    give_back(ranges);
    leave();
  }
  (void)cuda_found.driver.release(ranges->handle);
  ranges->context = NULL;
}

void cuda_ranges_free(struct cuda_ranges *ranges) {
  cuda_ranges_collect(ranges);
  free(ranges->config);
  free(ranges->data);
  free(ranges->names);
  free(ranges->columns);
  free(ranges->rows);
  memset(ranges, 0, sizeof *ranges);
}
