#define _GNU_SOURCE
#include "cuda_window.h"

#include "cuda_buffers.h"
#include "cuda_clock.h"
#include "cuda_layouts.h"
#include "cuda_read.h"
#include "cupti.h"
#include "operation_marks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * One window at a time records. All calls that control CUPTI are made under one lock, which no callback takes; windows
 * are found under a second lock, which a reader holds.
 */

enum { MILLI = 1000000, CLOSE_LOOK = 2 * MILLI };

struct cuda_window {
  struct cuda_window *next;
  uint64_t id;
  struct cuda_options options;
  struct cuda_pool pool;
  struct cuda_buffer *reading; /* NULL for none */
  struct cuda_clock clock;     /* valid once the window has been finished */
  uint32_t enabled;            /* bits of `kinds` */
  void *subscriber;
  bool is_closed;
  bool is_finished;
  bool has_other_threads; /* calls have thread ids other than the system's */
  cupti_result flushed;   /* the last failure of a flush; CUPTI_SUCCESS for none */
  char missing[CUDA_WANTED_KINDS][REASON_LENGTH];
};

/* CUPTI's kinds that make up one of ours. A failure to enable an extra kind is not reported. */
struct wanted_kind {
  uint32_t wanted;
  int kind;
  bool is_extra;
  const char *enabling;
};

static const struct wanted_kind kinds[] = {
    {CUDA_WANT_EXTERNAL, KIND_EXTERNAL_CORRELATION, false, "enabling external correlation"},
    {CUDA_WANT_KERNELS, KIND_CONCURRENT_KERNEL, false, "enabling kernels"},
    {CUDA_WANT_COPIES, KIND_MEMCPY, false, "enabling copies"},
    {CUDA_WANT_COPIES, KIND_MEMCPY2, false, "enabling copies between devices"},
    {CUDA_WANT_SETS, KIND_MEMSET, false, "enabling sets"},
    {CUDA_WANT_RUNTIME, KIND_RUNTIME, false, "enabling runtime calls"},
    {CUDA_WANT_DRIVER, KIND_DRIVER, false, "enabling driver calls"},
    {CUDA_WANT_DRIVER, KIND_INTERNAL_LAUNCH_API, true, "enabling launches"},
    {CUDA_WANT_SYNCHRONIZATION | CUDA_WANT_EVENTS, KIND_CONTEXT, true, "enabling contexts"},
    {CUDA_WANT_SYNCHRONIZATION, KIND_SYNCHRONIZATION, false, "enabling synchronization"},
    {CUDA_WANT_EVENTS, KIND_CUDA_EVENT, false, "enabling events"},
    {CUDA_WANT_OVERHEAD, KIND_OVERHEAD, false, "enabling overhead"},
    {CUDA_WANT_MEMORY, KIND_MEMORY2, false, "enabling memory"},
    {CUDA_WANT_MARKERS, KIND_MARKER, false, "enabling markers"},
    {CUDA_WANT_MARKERS, KIND_MARKER_DATA, true, "enabling data of markers"},
    {CUDA_WANT_ENVIRONMENT, KIND_ENVIRONMENT, false, "enabling environment"},
    {CUDA_WANT_GRAPHS, KIND_GRAPH_TRACE, false, "enabling graphs"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Calls that only read or set a variable of their thread; PyTorch makes a dozen of them for each kernel. */
static const uint32_t routine_calls[] = {
    10 /* cudaGetLastError */, 11 /* cudaPeekAtLastError */, 16 /* cudaSetDevice */, 17 /* cudaGetDevice */};
enum { ROUTINE_CALLS = sizeof routine_calls / sizeof *routine_calls };

static pthread_mutex_t control = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t reader = PTHREAD_MUTEX_INITIALIZER; /* after control where both are taken */
static struct cuda_window *windows;                        /* either lock to read, both to change */
static struct cuda_window *current;                        /* not finished yet; guarded by control */
static _Atomic uint64_t current_id;                        /* id of the current window; 0 for none */
static uint64_t last_id;

static void push_operation(uint64_t id) { (void)cuda_found.cupti.push(CUDA_EXTERNAL_OPERATION, id); }

static void pop_operation(void) { (void)cuda_found.cupti.pop(CUDA_EXTERNAL_OPERATION, NULL); }

static const struct operation_marks marks = {push_operation, pop_operation};

/* In the child of a fork CUDA cannot be used, and a lock of CUPTI's that another thread held is never released. */
static void forget_marks(void) { atomic_store_explicit(&operation_marks, NULL, memory_order_relaxed); }

static void watch_forks(void) { (void)pthread_atfork(NULL, NULL, forget_marks); }

/* A subscriber must have a callback; none is enabled. */
static void call_nothing(void *data, int domain, uint32_t call, const void *details) {
  (void)data;
  (void)domain;
  (void)call;
  (void)details;
}

static struct cuda_window *find(uint64_t id) {
  struct cuda_window *window = windows;
  while (window != NULL && window->id != id) {
    window = window->next;
  }
  return window;
}

static bool subscribe(struct cuda_window *window, char *reason) {
  if (cuda_found.cupti.subscribe == NULL || cuda_found.cupti.unsubscribe == NULL) {
    return true;
  }
  cupti_result result = cuda_found.cupti.subscribe(&window->subscriber, call_nothing, NULL);
  if (result != CUPTI_SUCCESS) {
    window->subscriber = NULL;
    cupti_reason(reason, "subscribing to CUPTI", result);
  }
  return result == CUPTI_SUCCESS;
}

static void unsubscribe(struct cuda_window *window) {
  if (window->subscriber != NULL) {
    (void)cuda_found.cupti.unsubscribe(window->subscriber);
    window->subscriber = NULL;
  }
}

static void disable(struct cuda_window *window) {
  for (uint32_t i = 0; i < KINDS; i++) {
    if ((window->enabled >> i & 1) != 0) {
      (void)cuda_found.cupti.disable(kinds[i].kind);
    }
  }
  window->enabled = 0;
}

/* True if any kind was enabled; else sets the first reason. */
static bool enable(struct cuda_window *window, char *reason) {
  reason_set(reason, "no kind of activity was asked for");
  bool is_first = true;
  for (uint32_t i = 0; i < KINDS; i++) {
    if ((window->options.wanted & kinds[i].wanted) == 0) {
      continue;
    }
    cupti_result result = cuda_found.cupti.enable(kinds[i].kind);
    if (result == CUPTI_SUCCESS) {
      window->enabled |= UINT32_C(1) << i;
    } else if (!kinds[i].is_extra) {
      char *missing = window->missing[__builtin_ctz(kinds[i].wanted)];
      cupti_reason(missing, kinds[i].enabling, result);
      if (is_first) {
        memcpy(reason, missing, REASON_LENGTH);
        is_first = false;
      }
    }
  }
  for (size_t i = 0; i < ROUTINE_CALLS && cuda_found.cupti.runtime_call != NULL; i++) {
    (void)cuda_found.cupti.runtime_call(routine_calls[i], 0);
  }
  if (window->enabled != 0) {
    reason[0] = '\0';
  }
  return window->enabled != 0;
}

static bool is_enabled(const struct cuda_window *window, int kind) {
  for (uint32_t i = 0; i < KINDS; i++) {
    if (kinds[i].kind == kind) {
      return (window->enabled >> i & 1) != 0;
    }
  }
  return false;
}

/* Counts records that CUPTI dropped without returning a buffer afterwards. */
static void count_dropped(struct cuda_window *window) {
  size_t dropped = 0;
  if (cuda_found.cupti.dropped != NULL && cuda_found.cupti.dropped(NULL, 0, &dropped) == CUPTI_SUCCESS) {
    cuda_buffers_count(&window->pool, CUDA_COUNT_DROPPED, dropped);
  }
}

static void set_latency(const struct cuda_window *window, uint8_t is_on) {
  if (window->options.latency && cuda_found.cupti.latency != NULL) {
    (void)cuda_found.cupti.latency(is_on);
  }
}

static void set_event_times(const struct cuda_window *window, uint8_t is_on) {
  if ((window->options.wanted & CUDA_WANT_EVENTS) != 0 && cuda_found.cupti.event_times != NULL) {
    (void)cuda_found.cupti.event_times(is_on);
  }
}

/* True if CUPTI flushed: it fails once a device is lost. */
static bool flush_cupti(struct cuda_window *window, uint32_t flag) {
  cupti_result result = cuda_found.cupti.flush(flag);
  if (result != CUPTI_SUCCESS) {
    window->flushed = result;
  }
  return result == CUPTI_SUCCESS;
}

/* For the buffers of cuda_buffers.c; any other profiler in the process may rely on CUPTI to zero its own. */
static void set_zeroed(uint8_t is_on) {
  size_t bytes = sizeof is_on;
  if (cuda_found.cupti.set_attribute != NULL) {
    (void)cuda_found.cupti.set_attribute(CUPTI_BUFFERS_ARE_ZEROED, &bytes, &is_on);
  }
}

static void close_window(struct cuda_window *window) {
  if (window->is_closed) {
    return;
  }
  window->is_closed = true;
  atomic_store_explicit(&operation_marks, NULL, memory_order_relaxed);
  disable(window);
  /* CUPTI reads the times of graph kernels here: later, the next launch of the graph may have overwritten them. */
  (void)flush_cupti(window, 0);
  set_latency(window, 0);
  set_event_times(window, 0);
}

/* Makes CUPTI return all buffers, complete or not. */
static void finish_window(struct cuda_window *window) {
  if (window->is_finished) {
    return;
  }
  close_window(window);
  (void)flush_cupti(window, CUPTI_FLUSH_FORCED);
  count_dropped(window);
  cuda_clock_look();
  unsubscribe(window);
  cuda_buffers_use(NULL);
  set_zeroed(0);
  pthread_mutex_lock(&reader);
  window->clock = cuda_clock_now();
  window->is_finished = true;
  pthread_mutex_unlock(&reader);
  cuda_clock_end();
  atomic_store_explicit(&current_id, 0, memory_order_relaxed);
  current = NULL;
}

static bool start(struct cuda_window *window, char *reason) {
  const struct cupti_symbols *cupti = &cuda_found.cupti;
  cuda_clock_begin();
  cuda_buffers_use(&window->pool);
  if (!subscribe(window, reason)) {
    return false;
  }
  cupti_result result = cupti->register_callbacks(cuda_buffers_requested, cuda_buffers_completed);
  if (result != CUPTI_SUCCESS) {
    cupti_reason(reason, "registering with CUPTI", result);
    return false;
  }
  window->has_other_threads =
      cupti->thread_id_type == NULL || cupti->thread_id_type(CUPTI_THREAD_ID_SYSTEM) != CUPTI_SUCCESS;
  set_zeroed(1);
  set_latency(window, 1);
  set_event_times(window, 1);
  return enable(window, reason);
}

static uint64_t open_window(const struct cuda_options *options, char *reason) {
  if (!cuda_found.is_usable) {
    reason_set(reason, "%s", cuda_found.reason);
    return 0;
  }
  if (current != NULL && !current->is_closed) {
    reason_set(reason, "another window of CUDA's activity is open");
    return 0;
  }
  if (current != NULL) {
    finish_window(current);
  }
  struct cuda_window *window = calloc(1, sizeof *window);
  if (window == NULL) {
    reason_set(reason, "there is no memory for a window");
    return 0;
  }
  window->options = *options;
  cuda_buffers_init(&window->pool, options->buffer_bytes, options->buffers);
  if (!start(window, reason)) {
    disable(window);
    unsubscribe(window);
    cuda_buffers_use(NULL);
    set_zeroed(0);
    cuda_clock_end();
    cuda_buffers_free(&window->pool);
    free(window);
    return 0;
  }
  window->id = ++last_id;
  pthread_mutex_lock(&reader);
  window->next = windows;
  windows = window;
  pthread_mutex_unlock(&reader);
  current = window;
  atomic_store_explicit(&current_id, window->id, memory_order_relaxed);
  if (options->marks_operations && is_enabled(window, KIND_EXTERNAL_CORRELATION) && cuda_found.cupti.push != NULL &&
      cuda_found.cupti.pop != NULL) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, watch_forks);
    atomic_store_explicit(&operation_marks, &marks, memory_order_relaxed);
  }
  return window->id;
}

uint64_t cuda_window_open(const struct cuda_options *options, char *reason) {
  reason[0] = '\0';
  pthread_mutex_lock(&control);
  uint64_t id = open_window(options, reason);
  pthread_mutex_unlock(&control);
  return id;
}

void cuda_window_close(uint64_t id) {
  pthread_mutex_lock(&control);
  struct cuda_window *window = find(id);
  if (window != NULL) {
    close_window(window);
  }
  pthread_mutex_unlock(&control);
}

/* Under control; true if CUPTI returned the complete buffers. */
static bool flush(struct cuda_window *window) {
  bool is_done = !window->is_finished && flush_cupti(window, 0);
  if (!window->is_finished) {
    cuda_clock_look();
  }
  return is_done;
}

void cuda_window_flush(uint64_t id) {
  pthread_mutex_lock(&control);
  struct cuda_window *window = find(id);
  if (window != NULL) {
    (void)flush(window);
  }
  pthread_mutex_unlock(&control);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* Checks once whether CUPTI has returned all buffers, and finishes the window then, or at the end. */
static bool look_for_end(uint64_t id, bool is_end, bool *is_complete) {
  pthread_mutex_lock(&control);
  struct cuda_window *window = find(id);
  bool is_over = window == NULL || window->is_finished;
  if (!is_over) {
    close_window(window);
    bool is_flushed = flush(window);
    *is_complete = cuda_buffers_given(&window->pool) == 0;
    is_over = *is_complete || is_end || !is_flushed;
    if (is_over) {
      finish_window(window);
    }
  }
  pthread_mutex_unlock(&control);
  return is_over;
}

bool cuda_window_finish(uint64_t id, int64_t millis) {
  int64_t end = now() + (millis < INT32_MAX ? millis : INT32_MAX) * MILLI;
  bool is_complete = true;
  while (!look_for_end(id, now() >= end, &is_complete)) {
    struct timespec pause = {0, CLOSE_LOOK};
    nanosleep(&pause, NULL);
  }
  return is_complete;
}

void cuda_window_release(uint64_t id) {
  pthread_mutex_lock(&control);
  struct cuda_window *window = find(id);
  if (window != NULL) {
    finish_window(window);
    pthread_mutex_lock(&reader);
    struct cuda_window **at = &windows;
    while (*at != window) {
      at = &(*at)->next;
    }
    *at = window->next;
    if (window->reading != NULL) {
      cuda_buffers_put(window->reading);
    }
    cuda_buffers_free(&window->pool);
    pthread_mutex_unlock(&reader);
    free(window);
  }
  pthread_mutex_unlock(&control);
}

/* Reads from the buffers of a window, one after another. */
static int32_t read_window(struct cuda_window *window, uint64_t *to, uint32_t room) {
  struct cuda_clock clock = window->is_finished ? window->clock : cuda_clock_now();
  uint64_t counts[CUDA_COUNTS] = {0};
  int32_t words = -1;
  if (window->reading == NULL) {
    window->reading = cuda_buffers_take(&window->pool);
  }
  if (window->reading != NULL) {
    uint32_t written = 0;
    if (!cuda_read_buffer(window->reading, &clock, to, room, &written, counts)) {
      cuda_buffers_put(window->reading);
      window->reading = NULL;
    }
    words = (int32_t)written;
  }
  for (int i = 0; i < CUDA_COUNTS; i++) {
    if (counts[i] != 0) {
      cuda_buffers_count(&window->pool, (enum cuda_count)i, counts[i]);
    }
  }
  return words;
}

int32_t cuda_window_read(uint64_t id, uint64_t *to, uint32_t room) {
  pthread_mutex_lock(&reader);
  struct cuda_window *window = find(id);
  int32_t words = window == NULL || room < CUDA_MAX_RECORD_WORDS ? -1 : read_window(window, to, room);
  pthread_mutex_unlock(&reader);
  return words;
}

bool cuda_window_is_full(uint64_t id) {
  return atomic_load_explicit(&current_id, memory_order_relaxed) == id && cuda_buffers_are_used_up();
}

bool cuda_window_counts(uint64_t id, uint64_t counts[CUDA_COUNTS]) {
  pthread_mutex_lock(&reader);
  struct cuda_window *window = find(id);
  if (window != NULL) {
    cuda_buffers_counts(&window->pool, counts);
    counts[CUDA_COUNT_KEPT] = window->is_finished ? cuda_buffers_given(&window->pool) : 0;
  }
  pthread_mutex_unlock(&reader);
  return window != NULL;
}

void cuda_window_missing(uint64_t id, uint32_t kind, char *reason) {
  reason[0] = '\0';
  pthread_mutex_lock(&reader);
  struct cuda_window *window = find(id);
  if (window != NULL && kind < CUDA_WANTED_KINDS) {
    memcpy(reason, window->missing[kind], REASON_LENGTH);
  }
  pthread_mutex_unlock(&reader);
}

int64_t cuda_window_clock_error(uint64_t id) {
  pthread_mutex_lock(&reader);
  struct cuda_window *window = find(id);
  int64_t error = window == NULL ? 0 : window->is_finished ? window->clock.error : cuda_clock_now().error;
  pthread_mutex_unlock(&reader);
  return error;
}

void cuda_window_notes(uint64_t id, char *text, size_t size) {
  text[0] = '\0';
  pthread_mutex_lock(&reader);
  struct cuda_window *window = find(id);
  if (window != NULL) {
    cuda_read_notes(text, size);
    size_t length = strlen(text);
    if (window->has_other_threads) {
      snprintf(text + length, size - length, "%sCUPTI does not record the system's thread ids",
               length == 0 ? "" : "; ");
      length = strlen(text);
    }
    if (window->flushed != CUPTI_SUCCESS) {
      char reason[REASON_LENGTH];
      cupti_reason(reason, "flushing CUPTI's buffers", window->flushed);
      snprintf(text + length, size - length, "%s%s", length == 0 ? "" : "; ", reason);
    }
  }
  pthread_mutex_unlock(&reader);
}
