#define _GNU_SOURCE
#include "logs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * Who may touch what: a thread writes its own log's records without the lock. Everything else, such as taking and
 * giving back chunks and logs, happens under the lock. A log is given back when its window has been read and its thread
 * has moved on to the next window or has ended; until then the thread may be anywhere in the middle of writing a
 * record.
 */
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

static void give_back(struct chunk *chunk) {
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

/* Under the lock: the thread will not write into its log any more. */
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
    /* Before the lock is taken: it calls into Java, which may have to wait for a safepoint. */
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
  if (self->is_full) {
    logs_count(&log->dropped[self->full_cause]);
    return NULL;
  }
  pthread_mutex_lock(&lock);
  if (log->is_drained || log->window->is_closed) {
    /* It is being read, or has been: what begins so late is not in it. */
    pthread_mutex_unlock(&lock);
    return NULL;
  }
  struct chunk *chunk = take_chunk(&cause, log->window->options.budget);
  if (chunk != NULL) {
    chunk->next = NULL;
    chunk->position = 0;
    atomic_store_explicit(&chunk->used, 0, memory_order_relaxed);
    if (log->last != NULL) {
      log->last->next = chunk;
    } else {
      log->first = chunk;
    }
    log->last = chunk;
    self->chunk = chunk;
  } else {
    self->is_full = true;
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

/* Whether its thread will write into it no more. */
static bool is_complete(const struct chunk *chunk) {
  if (logs_recorder == NULL) {
    return true;
  }
  uint32_t used = atomic_load_explicit(&chunk->used, memory_order_acquire);
  for (uint32_t at = 0; at < used; at += (chunk->words[at] >> 16) & 0xffff) {
    if (!logs_recorder->is_complete(&chunk->words[at])) {
      return false;
    }
  }
  return true;
}

/* Under the lock: an idle thread keeps no more than the chunk that it might be writing into. */
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
