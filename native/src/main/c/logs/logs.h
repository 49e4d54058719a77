/*
 * Logs of 64-bit words: each thread writes records to its own log while a window is open; a reader takes complete
 * records out, while the window is open and finally after it was closed. The meaning of the words is up to the
 * recorder.
 *
 * Protocol between the recording threads and the reader:
 *
 *  1. Two sides. The owner of a log is the recording thread; only it appends and completes its records. The reader of a
 *     window is one thread at a time, which its caller ensures.
 *  2. No waiting. Appending a record takes plain stores and one release store, completing it one release store. There
 *     is one lock: the owner takes it to get a chunk or a log, the reader for some instructions between chunks, never
 *     while it copies records.
 *  3. Records. Publishing a record (`used`) and completing it are release stores: a reader that sees either sees all
 *     that the owner wrote before. The owner does not touch a complete record. The reader writes only the lowest 8 bits
 *     of a record, which the owner does not touch once it is published.
 *  4. Once. A reading has an instant of the clock, and copies each record that is complete by then and has not been
 *     copied: every record is in one reading. A record that is published late is in a later reading; an incomplete
 *     record stays until it is complete. Incomplete records are copied as they are if their thread has ended, and by
 *     the last reading of a closed window.
 *  5. Release. A chunk whose records have all been copied is released at once if it is not the last of its log: its
 *     owner no longer writes to it. The log of an ended thread is released by the reading after that of its last
 *     record. So an open window takes the chunks that have not been read, one chunk for each live thread, and chunks
 *     with incomplete records.
 *  6. Budget. A thread without room for a record drops events that it begins, and asks for room again once any chunk
 *     was released. Drops are counted where they happen.
 *  7. Windows. The log of a live thread is released when its window has been released and the thread has entered
 *     another window or ended; until then the thread may be in the middle of writing a record.
 */
#ifndef STEP_PROFILER_LOGS_H
#define STEP_PROFILER_LOGS_H

#include "clock.h"
#include "likely.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The first word of every record has its type in its lowest 8 bits, and its number of words in 16 bits from bit 16 on;
 * the second word is its start, in ticks.
 */
enum {
  RECORD_COPIED = 0, /* replaces the type of a copied record */
  CHUNK_WORDS = 8188, /* a little less than 64 KiB with its head */
  MAX_RECORD_WORDS = 512,
  LOG_COUNTS = 4,
  IDENTITY_NAME = 96
};

enum drop_cause { DROP_BUDGET = 0, DROP_MEMORY = 1, DROP_NESTING = 2, DROP_CAUSES = 3 };

struct chunk {
  struct chunk *next;
  _Atomic uint32_t used; /* words that may be read */
  uint32_t position;     /* words that the owner has written */
  uint32_t copied;       /* words before the first record that has not been copied; used by the reader */
  uint64_t words[CHUNK_WORDS];
};

struct identity {
  int64_t java_id; /* -1 for a native thread, or one that carries virtual threads */
  int64_t native_id;
  uint64_t library_id; /* id by the recorded library; 0 if unknown */
  char name[IDENTITY_NAME];
};

/* Counts of a log: begun events, events dropped by cause, and counts of the recorder. */
struct log_counts {
  uint64_t begun;
  uint64_t dropped[DROP_CAUSES];
  uint64_t others[LOG_COUNTS];
};

/* Records of one thread in one window. */
struct log {
  struct log *next;
  struct thread *owner; /* NULL once the thread has ended */
  struct window *window;
  struct chunk *first;
  struct chunk *last;
  _Atomic uint64_t begun;
  _Atomic uint64_t dropped[DROP_CAUSES];
  _Atomic uint64_t counts[LOG_COUNTS]; /* counts of the recorder, with its own numbers */
  struct identity identity;
  bool is_drained;

  /* Used by the reader. */
  struct chunk **reading; /* link to the next chunk; guarded by the lock */
  struct chunk *until;    /* last chunk when the reading began */
  bool is_done;           /* all chunks up to that were read */
  bool has_ended;         /* its thread had ended when the reading began */
  bool is_read_out;       /* ... and all of its records were copied */
  uint64_t oldest;        /* start of the oldest record that is left for later; UINT64_MAX for none */
  struct log_counts taken;
};

struct options {
  uint32_t wanted; /* bits that the recorder defines */
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
  uint64_t lost; /* events lost for lack of a log */
};

/* Thread that has recorded in a window. */
struct thread {
  uint64_t window_id;
  struct log *log;
  struct chunk *chunk;
  uint32_t wanted; /* copied from the window, which may be freed before the thread leaves it */
  bool is_full;
  enum drop_cause full_cause;
  uint64_t full_since; /* count of released chunks when there was no room */
};

/* Recorder of a library: its data per thread, and functions on its records. If there is none, there is only a struct
 * thread. */
struct logs_recorder {
  size_t thread_bytes; /* size of a zeroed structure that begins with a struct thread */
  /* Returns the ticks at which a published record was complete; 0 while it may still be written. */
  uint64_t (*completed)(const uint64_t *record);
  /* Under the lock, on the thread: it no longer writes to its log. */
  void (*leave)(struct thread *);
  /* On the thread, before it is freed. */
  void (*thread_ended)(struct thread *);
};

/* Both are set before the first window is opened. */
extern const struct logs_recorder *logs_recorder; /* NULL for none */
/* Identifies the calling thread: logs.c does not depend on Java. */
extern void (*logs_identify)(struct identity *);

extern _Atomic uint64_t logs_open_window; /* id; 0 for none */
extern struct window *logs_current;       /* under the lock */
extern __thread struct thread *logs_self;

/* Returns the calling thread, ready to record in the open window; NULL if no window is open, or there is no memory. */
struct thread *logs_enter_slow(void);

static inline struct thread *logs_enter(void) {
  struct thread *self = logs_self;
  uint64_t open = atomic_load_explicit(&logs_open_window, memory_order_relaxed);
  if (LIKELY(self != NULL && self->window_id == open && open != 0)) {
    return self;
  }
  return open == 0 ? NULL : logs_enter_slow();
}

/* Returns a chunk with room for a record of the largest size; NULL, which is counted, if there is none. */
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

/* Only the owner counts, so no atomic addition is needed. */
static inline void logs_count(_Atomic uint64_t *counter) {
  atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1, memory_order_relaxed);
}

static inline void logs_publish(struct thread *self, uint32_t words) {
  struct chunk *chunk = self->chunk;
  chunk->position += words;
  atomic_store_explicit(&chunk->used, chunk->position, memory_order_release);
}

/* Returns the id of the new window; 0 if one is open or there is no memory. */
uint64_t logs_open(const struct options *options);
void logs_close(uint64_t id);
struct window *logs_find(uint64_t id);

/* All logs of a window as a linked list, valid until the next reading begins. */
struct reading {
  struct clock_sample at; /* now, or the end of a closed window */
  struct log *first;
  uint32_t logs;
  uint64_t lost;
};

struct reading logs_begin_reading(struct window *window);
/* Copies the records of the next chunk that are complete by an instant, at most CHUNK_WORDS; false if there is no chunk
 * left. */
bool logs_copy(struct log *log, uint64_t until, bool is_last, uint64_t *to, uint32_t *words);
/* Returns the counts since the last call, with at least as many begun events as were copied before the call. */
struct log_counts logs_take_counts(struct log *log);
/* Frees the memory of a closed window. */
void logs_release(uint64_t id);
size_t logs_bytes(void);

#endif
