#define _GNU_SOURCE
#include "logs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE_CHUNKS = 16 };

_Atomic uint64_t logs_open_window;
struct window *logs_current;
__thread struct thread *logs_self;
const struct logs_recorder *logs_recorder;
void (*logs_identify)(struct identity *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t ending;
static __thread bool has_ended;
static uint64_t last_id;
static struct window *windows;
static size_t bytes;
static struct chunk *spare;
static uint32_t spares;
static _Atomic uint64_t given_back; /* chunks; written under the lock */

/* Under the lock. */
static void give_back(struct chunk *chunk) {
  atomic_store_explicit(&given_back, given_back + 1, memory_order_relaxed);
  if (spares < SPARE_CHUNKS) {
    chunk->next = spare;
    spare = chunk;
    spares++;
  } else {
    bytes -= sizeof *chunk;
    free(chunk);
  }
}

static void free_log(struct log *log) {
  while (log->first != NULL) {
    struct chunk *next = log->first->next;
    give_back(log->first);
    log->first = next;
  }
  free(log);
}

/* Under the lock: the thread no longer writes to its log. */
static void leave(struct thread *self) {
  struct log *log = self->log;
  self->log = NULL;
  self->chunk = NULL;
  self->window_id = 0;
  if (logs_recorder != NULL) {
    logs_recorder->leave(self);
  }
  if (log != NULL) {
    log->owner = NULL;
    if (log->is_drained) {
      free_log(log);
    }
  }
}

static size_t thread_bytes(void) {
  return logs_recorder == NULL ? sizeof(struct thread) : logs_recorder->thread_bytes;
}

static void thread_ended(void *value) {
  struct thread *self = value;
  has_ended = true;
  logs_self = NULL;
  if (logs_recorder != NULL) {
    logs_recorder->thread_ended(self);
  }
  pthread_mutex_lock(&lock);
  leave(self);
  bytes -= thread_bytes();
  pthread_mutex_unlock(&lock);
  free(self);
}

static void make_key(void) { (void)pthread_key_create(&ending, thread_ended); }

static struct thread *new_thread(void) {
  pthread_once(&once, make_key);
  struct thread *self = calloc(1, thread_bytes());
  if (self != NULL && pthread_setspecific(ending, self) != 0) {
    free(self);
    self = NULL;
  }
  if (self != NULL) {
    pthread_mutex_lock(&lock);
    bytes += thread_bytes();
    pthread_mutex_unlock(&lock);
  }
  logs_self = self;
  return self;
}

static struct log *new_log(struct thread *self, struct window *window, const struct identity *identity) {
  struct log *log = calloc(1, sizeof *log);
  if (log != NULL) {
    log->owner = self;
    log->window = window;
    log->identity = *identity;
    log->next = window->logs;
    window->logs = log;
    window->log_count++;
  }
  return log;
}

struct thread *logs_enter_slow(void) {
  struct thread *self = logs_self;
  if (self == NULL && !has_ended) {
    self = new_thread();
  }
  struct identity identity = {.java_id = -1};
  if (self != NULL && logs_identify != NULL) {
    /* Before the lock is taken: this calls into Java, which may wait for a safepoint. */
    logs_identify(&identity);
  }
  pthread_mutex_lock(&lock);
  if (self != NULL) {
    leave(self);
  }
  struct window *window = logs_current;
  if (window == NULL) {
    self = NULL;
  } else if (self == NULL || (self->log = new_log(self, window, &identity)) == NULL) {
    window->lost++;
    self = NULL;
  } else {
    self->window_id = window->id;
    self->wanted = window->options.wanted;
    self->is_full = false;
  }
  pthread_mutex_unlock(&lock);
  return self;
}

/* Under the lock. */
static struct chunk *take_chunk(enum drop_cause *cause, size_t budget) {
  struct chunk *chunk = spare;
  if (chunk != NULL) {
    spare = chunk->next;
    spares--;
  } else if (bytes + sizeof *chunk > budget) {
    *cause = DROP_BUDGET;
  } else if ((chunk = malloc(sizeof *chunk)) == NULL) {
    *cause = DROP_MEMORY;
  } else {
    bytes += sizeof *chunk;
  }
  return chunk;
}

struct chunk *logs_more_room(struct thread *self) {
  struct log *log = self->log;
  enum drop_cause cause = DROP_BUDGET;
  if (self->is_full && self->full_since == atomic_load_explicit(&given_back, memory_order_relaxed)) {
    logs_count(&log->dropped[self->full_cause]);
    return NULL;
  }
  pthread_mutex_lock(&lock);
  if (log->is_drained || log->window->is_closed) {
    /* The log is being or has been read: an event that begins this late is not in it. */
    pthread_mutex_unlock(&lock);
    return NULL;
  }
  struct chunk *chunk = take_chunk(&cause, log->window->options.budget);
  if (chunk != NULL) {
    chunk->next = NULL;
    chunk->position = 0;
    chunk->copied = 0;
    atomic_store_explicit(&chunk->used, 0, memory_order_relaxed);
    if (log->last != NULL) {
      log->last->next = chunk;
    } else {
      log->first = chunk;
    }
    log->last = chunk;
    self->chunk = chunk;
    self->is_full = false;
  } else {
    self->is_full = true;
    self->full_since = given_back;
    self->full_cause = cause;
    logs_count(&log->dropped[cause]);
  }
  pthread_mutex_unlock(&lock);
  return chunk;
}

uint64_t logs_open(const struct options *options) {
  struct window *window = calloc(1, sizeof *window);
  uint64_t id = 0;
  if (window == NULL) {
    return 0;
  }
  pthread_mutex_lock(&lock);
  if (logs_current == NULL) {
    id = ++last_id;
    window->id = id;
    window->options = *options;
    window->opened = clock_anchor();
    window->next = windows;
    windows = window;
    logs_current = window;
    atomic_store(&logs_open_window, id);
  }
  pthread_mutex_unlock(&lock);
  if (id == 0) {
    free(window);
  }
  return id;
}

void logs_close(uint64_t id) {
  pthread_mutex_lock(&lock);
  struct window *window = logs_current;
  if (window != NULL && window->id == id) {
    atomic_store(&logs_open_window, 0);
    window->closed = clock_anchor();
    window->is_closed = true;
    logs_current = NULL;
  }
  pthread_mutex_unlock(&lock);
}

struct window *logs_find(uint64_t id) {
  pthread_mutex_lock(&lock);
  struct window *window = windows;
  while (window != NULL && window->id != id) {
    window = window->next;
  }
  pthread_mutex_unlock(&lock);
  return window;
}

static uint32_t words_of(const uint64_t *record) { return (uint32_t)(record[0] >> 16) & 0xffff; }

static bool is_copied(const uint64_t *record) { return (record[0] & 0xff) == RECORD_COPIED; }

/* Ticks of the last write to the record; 0 if it may still be written. */
static uint64_t completed(const uint64_t *record) {
  return logs_recorder == NULL ? record[1] : logs_recorder->completed(record);
}

/* The owner of an incomplete record may be completing it. */
static void copy_record(uint64_t *to, const uint64_t *record, uint32_t words) {
  for (uint32_t i = 0; i < words; i++) {
    to[i] = __atomic_load_n(&record[i], __ATOMIC_RELAXED);
  }
}

static uint32_t copy_chunk(struct log *log, struct chunk *chunk, uint64_t until, bool is_last, uint64_t *to) {
  uint32_t used = atomic_load_explicit(&chunk->used, memory_order_acquire);
  uint32_t copied = 0;
  bool is_first = true;
  uint32_t words;
  for (uint32_t at = chunk->copied; at < used; at += words) {
    uint64_t *record = &chunk->words[at];
    words = words_of(record);
    if (!is_copied(record)) {
      uint64_t ticks = completed(record);
      bool is_due = (ticks != 0 && ticks <= until) || log->has_ended || is_last;
      if (is_due) {
        copy_record(to + copied, record, words);
        copied += words;
      }
      if (is_due && (ticks != 0 || log->has_ended)) {
        record[0] &= ~UINT64_C(0xff);
      } else {
        log->oldest = record[1] < log->oldest ? record[1] : log->oldest;
        is_first = false;
      }
    }
    chunk->copied = is_first ? at + words : chunk->copied;
  }
  return copied;
}

/* Under the lock: true if the thread no longer writes to the chunk. */
static bool is_complete(const struct chunk *chunk) {
  uint32_t used = atomic_load_explicit(&chunk->used, memory_order_acquire);
  uint32_t at = chunk->copied;
  while (at < used && (is_copied(&chunk->words[at]) || completed(&chunk->words[at]) != 0)) {
    at += words_of(&chunk->words[at]);
  }
  return at >= used;
}

/* Under the lock: an idle thread keeps only the chunk to which it might be writing. */
static void trim(struct log *log) {
  struct chunk **link = &log->first;
  while (*link != NULL) {
    struct chunk *chunk = *link;
    if (chunk != log->last && is_complete(chunk)) {
      *link = chunk->next;
      give_back(chunk);
    } else {
      link = &chunk->next;
    }
  }
}

struct reading logs_begin_reading(struct window *window) {
  struct reading reading;
  pthread_mutex_lock(&lock);
  struct log **link = &window->logs;
  while (*link != NULL) {
    struct log *log = *link;
    if (log->is_read_out) {
      *link = log->next;
      window->log_count--;
      free_log(log);
    } else {
      log->has_ended = log->owner == NULL;
      log->reading = &log->first;
      log->until = log->last;
      log->is_done = log->last == NULL;
      log->oldest = UINT64_MAX;
      link = &log->next;
    }
  }
  reading.at = window->is_closed ? window->closed : clock_anchor();
  reading.first = window->logs;
  reading.logs = window->log_count;
  reading.lost = window->lost;
  pthread_mutex_unlock(&lock);
  return reading;
}

/* Under the lock. */
static void go_on(struct log *log, struct chunk *chunk) {
  log->is_done = chunk == log->until;
  if (chunk != log->last && chunk->copied == atomic_load_explicit(&chunk->used, memory_order_acquire)) {
    *log->reading = chunk->next;
    give_back(chunk);
  } else {
    log->reading = &chunk->next;
  }
}

bool logs_copy(struct log *log, uint64_t until, bool is_last, uint64_t *to, uint32_t *words) {
  if (log->is_done) {
    log->is_read_out = log->has_ended;
    return false;
  }
  pthread_mutex_lock(&lock);
  struct chunk *chunk = *log->reading;
  pthread_mutex_unlock(&lock);
  *words = copy_chunk(log, chunk, until, is_last, to);
  pthread_mutex_lock(&lock);
  go_on(log, chunk);
  pthread_mutex_unlock(&lock);
  return true;
}

static uint64_t take(_Atomic uint64_t *counter, uint64_t *taken) {
  uint64_t before = *taken;
  *taken = atomic_load_explicit(counter, memory_order_relaxed);
  return *taken - before;
}

struct log_counts logs_take_counts(struct log *log) {
  struct log_counts counts = {0};
  /* Dropped events first: each was counted as begun before. */
  for (int i = 0; i < DROP_CAUSES; i++) {
    counts.dropped[i] = take(&log->dropped[i], &log->taken.dropped[i]);
  }
  for (int i = 0; i < LOG_COUNTS; i++) {
    counts.others[i] = take(&log->counts[i], &log->taken.others[i]);
  }
  counts.begun = take(&log->begun, &log->taken.begun);
  return counts;
}

void logs_release(uint64_t id) {
  pthread_mutex_lock(&lock);
  struct window **link = &windows;
  while (*link != NULL && (*link)->id != id) {
    link = &(*link)->next;
  }
  struct window *window = *link;
  if (window != NULL && window->is_closed) {
    *link = window->next;
    for (struct log *log = window->logs, *next; log != NULL; log = next) {
      next = log->next;
      log->is_drained = true;
      log->window = NULL;
      if (log->owner == NULL) {
        free_log(log);
      } else {
        trim(log);
      }
    }
    free(window);
  }
  pthread_mutex_unlock(&lock);
}

size_t logs_bytes(void) {
  pthread_mutex_lock(&lock);
  size_t held = bytes;
  pthread_mutex_unlock(&lock);
  return held;
}
