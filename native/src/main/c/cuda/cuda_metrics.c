#define _GNU_SOURCE
#include "cuda_metrics.h"

#include "cuda_devices.h"
#include "cupti.h"
#include "cupti_metrics.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* CUPTI measures for one window at a time, so the previous window is collected before a new one begins. */
struct metrics_window {
  struct metrics_window *next;
  uint64_t id;
  struct cuda_metrics_options options;
  char **names;
  struct cuda_ranges *devices;
  uint32_t device_count;
  uint32_t range_count; /* begun so far */
  bool is_stopped;
  bool is_collected;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the variables below, and CUPTI's range profiler */
static struct metrics_window *windows;                    /* the latest first */
static uint64_t last_id;

static struct metrics_window *find(uint64_t id) {
  struct metrics_window *window = windows;
  while (window != NULL && window->id != id) {
    window = window->next;
  }
  return window;
}

static void stop_window(struct metrics_window *window) {
  for (uint32_t i = 0; i < window->device_count && !window->is_stopped; i++) {
    cuda_ranges_stop(&window->devices[i]);
  }
  window->is_stopped = true;
}

static void collect_window(struct metrics_window *window) {
  stop_window(window);
  for (uint32_t i = 0; i < window->device_count && !window->is_collected; i++) {
    cuda_ranges_collect(&window->devices[i]);
  }
  window->is_collected = true;
}

static void free_window(struct metrics_window *window) {
  for (uint32_t i = 0; i < window->device_count; i++) {
    cuda_ranges_free(&window->devices[i]);
  }
  for (uint32_t i = 0; i < window->options.count && window->names != NULL; i++) {
    free(window->names[i]);
  }
  free(window->names);
  free(window->devices);
  free(window);
}

static bool has_contexts(char *reason) {
  const struct driver_symbols *driver = &cuda_found.driver;
  bool has_all = driver->primary_state != NULL && driver->retain != NULL && driver->release != NULL &&
                 driver->push_context != NULL && driver->pop_context != NULL;
  if (!has_all) {
    reason_set(reason, "the CUDA driver has no primary contexts");
  }
  return has_all;
}

static bool copy_names(struct metrics_window *window, const struct cuda_metrics_options *options) {
  window->options = *options;
  window->names = calloc(options->count, sizeof *window->names);
  window->options.names = (const char *const *)window->names;
  bool is_copied = window->names != NULL;
  for (uint32_t i = 0; i < options->count && is_copied; i++) {
    window->names[i] = strdup(options->names[i]);
    is_copied = window->names[i] != NULL;
  }
  return is_copied;
}

/* True if any device is measured. */
static bool begin_devices(struct metrics_window *window, char *reason) {
  int count = cuda_device_count(reason);
  window->devices = count == 0 ? NULL : calloc((size_t)count, sizeof *window->devices);
  if (window->devices == NULL) {
    return false;
  }
  reason_set(reason, "the program has no primary context on any device yet");
  bool is_any = false;
  for (int i = 0; i < count; i++) {
    if (cuda_ranges_is_in_use(i)) {
      struct cuda_ranges *ranges = &window->devices[window->device_count++];
      cuda_ranges_begin(ranges, i, &window->options);
      if (!ranges->is_in_range && !is_any) {
        memcpy(reason, ranges->reason, REASON_LENGTH);
      }
      is_any |= ranges->is_in_range;
    }
  }
  return is_any;
}

static uint64_t open_window(const struct cuda_metrics_options *options, char *reason) {
  if (!cuda_found.is_usable) {
    reason_set(reason, "%s", cuda_found.reason);
    return 0;
  }
  if (windows != NULL && !windows->is_stopped) {
    reason_set(reason, "another window is measuring");
    return 0;
  }
  if (windows != NULL) {
    collect_window(windows);
  }
  if (!cupti_metrics_find(reason) || !has_contexts(reason)) {
    return 0;
  }
  struct metrics_window *window = calloc(1, sizeof *window);
  reason_set(reason, "there is no memory for metrics");
  if (window == NULL) {
    return 0;
  }
  if (!copy_names(window, options) || !begin_devices(window, reason)) {
    free_window(window);
    return 0;
  }
  reason[0] = '\0';
  window->id = ++last_id;
  window->range_count = 1;
  window->next = windows;
  windows = window;
  return window->id;
}

uint64_t cuda_metrics_open(const struct cuda_metrics_options *options, char *reason) {
  reason[0] = '\0';
  pthread_mutex_lock(&lock);
  uint64_t id = open_window(options, reason);
  pthread_mutex_unlock(&lock);
  return id;
}

int32_t cuda_metrics_next(uint64_t id) {
  int32_t number = -1;
  pthread_mutex_lock(&lock);
  struct metrics_window *window = find(id);
  if (window != NULL && !window->is_stopped) {
    if (window->range_count < window->options.max_ranges) {
      number = (int32_t)window->range_count++;
    }
    for (uint32_t i = 0; i < window->device_count; i++) {
      cuda_ranges_next(&window->devices[i], number);
    }
  }
  pthread_mutex_unlock(&lock);
  return number;
}

void cuda_metrics_stop(uint64_t id) {
  pthread_mutex_lock(&lock);
  struct metrics_window *window = find(id);
  if (window != NULL) {
    stop_window(window);
  }
  pthread_mutex_unlock(&lock);
}

uint32_t cuda_metrics_collect(uint64_t id) {
  pthread_mutex_lock(&lock);
  struct metrics_window *window = find(id);
  if (window != NULL) {
    collect_window(window);
  }
  uint32_t count = window == NULL ? 0 : window->device_count;
  pthread_mutex_unlock(&lock);
  return count;
}

void cuda_metrics_release(uint64_t id) {
  pthread_mutex_lock(&lock);
  struct metrics_window **at = &windows;
  while (*at != NULL && (*at)->id != id) {
    at = &(*at)->next;
  }
  struct metrics_window *window = *at;
  if (window != NULL) {
    *at = window->next;
    free_window(window);
  }
  pthread_mutex_unlock(&lock);
}

/* Under the lock; NULL if there is none. */
static const struct cuda_ranges *device_of(uint64_t id, uint32_t index) {
  const struct metrics_window *window = find(id);
  return window == NULL || !window->is_collected || index >= window->device_count ? NULL : &window->devices[index];
}

bool cuda_metrics_device(uint64_t id, uint32_t index, struct cuda_ranges *to) {
  pthread_mutex_lock(&lock);
  const struct cuda_ranges *device = device_of(id, index);
  if (device != NULL) {
    *to = *device;
  }
  pthread_mutex_unlock(&lock);
  return device != NULL;
}

size_t cuda_metrics_rows(uint64_t id, uint32_t index, double *to, size_t room) {
  size_t count = 0;
  pthread_mutex_lock(&lock);
  const struct cuda_ranges *device = device_of(id, index);
  if (device != NULL && device->row_count > 0) {
    count = device->row_count * (1 + device->options->count);
    size_t copied = count < room ? count : room;
    if (copied > 0) {
      memcpy(to, device->rows, copied * sizeof *to);
    }
  }
  pthread_mutex_unlock(&lock);
  return count;
}
