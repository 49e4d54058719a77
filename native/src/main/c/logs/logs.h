/*
 * Logs of 64-bit words: each thread writes records into a log of its own while a window is open; the logs of a window
 * are read once it has been closed. What the words say is known to the rooms that record.
 */
#ifndef STEP_PROFILER_LOGS_H
#define STEP_PROFILER_LOGS_H

#include "clock.h"
#include "likely.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first word of every record has its type in its lowest 8 bits, and its words in all in the 16 from bit 16 on. */
enum {
  CHUNK_WORDS = 8190, /* with its head, a little less than 64 KiB */
  MAX_RECORD_WORDS = 512,
  LOG_COUNTS = 4,
  IDENTITY_NAME = 96
};

enum drop_cause { DROP_BUDGET = 0, DROP_MEMORY = 1, DROP_NESTING = 2, DROP_CAUSES = 3 };

struct chunk {
  struct chunk *next;
  _Atomic uint32_t used; /* words that may be read */
  uint32_t position;     /* words that the owner has written */
  uint64_t words[CHUNK_WORDS];
};

struct identity {
  int64_t java_id; /* -1 for a thread that is none of Java's, or that carries virtual threads */
  int64_t native_id;
  uint64_t library_id; /* the number that the recorded library has for it; 0 if not known */
  char name[IDENTITY_NAME];
};

/* What one thread recorded in one window. */
struct log {
  struct log *next;
  struct thread *owner; /* NULL once the thread has ended */
  struct window *window;
  struct chunk *first;
  struct chunk *last;
  _Atomic uint64_t begun;
  _Atomic uint64_t dropped[DROP_CAUSES];
  _Atomic uint64_t counts[LOG_COUNTS]; /* whatever else the recorder counts, by numbers of its own */
  struct identity identity;
  bool is_drained;
};

struct options {
  uint32_t wanted; /* a set of bits that the recorder knows */
  size_t budget;
};

struct window {
  struct window *next;
  uint64_t id;
  struct options options;
  struct log *logs;
  uint32_t log_count;
  struct clock_sample opened;
  struct clock_sample closed;
  bool is_closed;
  uint64_t lost; /* before a log could be had */
};

/* A thread that has recorded in some window. */
struct thread {
  uint64_t window_id;
  struct log *log;
  struct chunk *chunk;
  uint32_t wanted; /* of the window, copied: it may be gone while a thread is still here */
  bool is_full;
  enum drop_cause full_cause;
};

/* What the room that records has of a thread, and knows of its records. Without one there is a struct thread alone. */
struct logs_recorder {
  size_t thread_bytes; /* of a structure, all zeros at first, that begins with a struct thread */
  /* Under the lock: whether nothing more will be written into a record that has been published. */
  bool (*is_complete)(const uint64_t *record);
  /* Under the lock, on the thread: it will not write into its log any more. */
  void (*leave)(struct thread *);
  /* On the thread, before it is freed. */
  void (*thread_ended)(struct thread *);
};

/* Both are set before the first window is opened. */
extern const struct logs_recorder *logs_recorder; /* NULL for none */
/* Tells who the calling thread is: logs.c knows of no Java. */
extern void (*logs_identify)(struct identity *);

extern _Atomic uint64_t logs_open_window; /* its id; 0 for none */
extern struct window *logs_current;       /* under the lock */
extern __thread struct thread *logs_self;

/* The thread that is ready to record in the open window; NULL if there is none, or no memory. */
struct thread *logs_enter_slow(void);

static inline struct thread *logs_enter(void) {
  struct thread *self = logs_self;
  uint64_t open = atomic_load_explicit(&logs_open_window, memory_order_relaxed);
  if (LIKELY(self != NULL && self->window_id == open && open != 0)) {
    return self;
  }
  return open == 0 ? NULL : logs_enter_slow();
}

/* A chunk with room for a record of the largest size; NULL, and counted, if there is none. */
struct chunk *logs_more_room(struct thread *self);

static inline uint64_t *logs_room(struct thread *self) {
  struct chunk *chunk = self->chunk;
  if (UNLIKELY(chunk == NULL || chunk->position + MAX_RECORD_WORDS > CHUNK_WORDS)) {
    chunk = logs_more_room(self);
    if (chunk == NULL) {
      return NULL;
    }
  }
  return chunk->words + chunk->position;
}

/* Only the owner counts, so that no atomic addition is needed. */
static inline void logs_count(_Atomic uint64_t *counter) {
  atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1, memory_order_relaxed);
}

static inline void logs_publish(struct thread *self, uint32_t words) {
  struct chunk *chunk = self->chunk;
  chunk->position += words;
  atomic_store_explicit(&chunk->used, chunk->position, memory_order_release);
}

/* The id of the new window; 0 if one is open or there is no memory. */
uint64_t logs_open(const struct options *options);
void logs_close(uint64_t id);
struct window *logs_find(uint64_t id);
/* Gives the memory of a window that is closed back. */
void logs_release(uint64_t id);
size_t logs_bytes(void);

#endif
