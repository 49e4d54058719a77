/*
 * Logs of 64-bit words: each thread writes records into a log of its own while a window is open; a reader takes out what
 * is complete, while the window is open and at last when it has been closed. What the words say is known to the rooms
 * that record.
 *
 * How records reach their reader, and what each side may assume:
 *
 *  1. Two sides. The owner of a log is the thread that records; it alone appends and completes its records. The reader
 *     of a window is one thread at a time, as its caller sees to.
 *  2. No waiting. To append a record is plain stores and one release store, to complete it is one release store. There
 *     is one lock: the owner takes it for a chunk and for a log, the reader for some instructions between chunks, never
 *     while it copies records.
 *  3. Records. What the owner wrote before it published a record happens-before what a reader does that has seen `used`
 *     above it; what it wrote before it completed the record, before what a reader does that has seen it complete. The
 *     owner does not touch a complete record. The reader writes into the lowest 8 bits of a record alone, which the
 *     owner does not touch once it is published.
 *  4. Once. A reading has an instant of the clock, and copies each record that is complete by then and has not been
 *     copied: every record is in one reading. One that is published late is in a later reading; one that is incomplete
 *     stays until it is complete. Two are copied as they are: those of a thread that has ended, and, by the last reading
 *     of a window that is closed, all that are left.
 *  5. Giving back. A chunk whose records have all been copied is given back at once if it is not the last of its log: its
 *     owner does not write there any more. A log whose thread has ended is given back by the reading that follows the
 *     one that has copied its last record. So an open window takes what has not been read, a chunk for each thread that
 *     lives, and chunks in which something is incomplete.
 *  6. Budget. A thread that had no room for a record drops what it begins, and asks for room again once any has been
 *     given back. What it drops is counted where it is dropped.
 *  7. Windows. The log of a thread that lives is given back when its window has been released and the thread has moved on
 *     to another window or has ended; until then the thread may be anywhere in the middle of writing a record.
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
 * The first word of every record has its type in its lowest 8 bits, and its words in all in the 16 from bit 16 on; the
 * second is when it began, in ticks.
 */
enum {
  RECORD_COPIED = 0, /* in place of the type, once it has been copied */
  CHUNK_WORDS = 8188, /* with its head, a little less than 64 KiB */
  MAX_RECORD_WORDS = 512,
  LOG_COUNTS = 4,
  IDENTITY_NAME = 96
};

enum drop_cause { DROP_BUDGET = 0, DROP_MEMORY = 1, DROP_NESTING = 2, DROP_CAUSES = 3 };

struct chunk {
  struct chunk *next;
  _Atomic uint32_t used; /* words that may be read */
  uint32_t position;     /* words that the owner has written */
  uint32_t copied;       /* words before the first record that has not been copied; the reader's */
  uint64_t words[CHUNK_WORDS];
};

struct identity {
  int64_t java_id; /* -1 for a thread that is none of Java's, or that carries virtual threads */
  int64_t native_id;
  uint64_t library_id; /* the number that the recorded library has for it; 0 if not known */
  char name[IDENTITY_NAME];
};

/* What a log counts; the others are dropped events, and what the recorder counts by numbers of its own. */
struct log_counts {
  uint64_t begun;
  uint64_t dropped[DROP_CAUSES];
  uint64_t others[LOG_COUNTS];
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

  /* The reader's. */
  struct chunk **reading; /* what leads to the chunk that is next; under the lock */
  struct chunk *until;    /* the last, when the reading began */
  bool is_done;           /* with all chunks up to that */
  bool has_ended;         /* its thread, when the reading began */
  bool is_read_out;       /* and all that it recorded has been copied */
  uint64_t oldest;        /* when the first of those began that have been left for later; UINT64_MAX for none */
  struct log_counts taken;
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
  uint64_t full_since; /* how much had been given back when there was no room */
};

/* What the room that records has of a thread, and knows of its records. Without one there is a struct thread alone. */
struct logs_recorder {
  size_t thread_bytes; /* of a structure, all zeros at first, that begins with a struct thread */
  /* The ticks by which a record is complete that has been published; 0 while something may be written into it. */
  uint64_t (*completed)(const uint64_t *record);
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

/* All logs of a window, each leading to the next: as they are until the next reading begins. */
struct reading {
  struct clock_sample at; /* now, or the end of a window that is closed */
  struct log *first;
  uint32_t logs;
  uint64_t lost;
};

struct reading logs_begin_reading(struct window *window);
/* Copies what is complete by an instant of the next chunk, at most CHUNK_WORDS; false if there is no chunk left. */
bool logs_copy(struct log *log, uint64_t until, bool is_last, uint64_t *to, uint32_t *words);
/* What has been counted since the last call. Of no fewer begun events than have been copied before the call. */
struct log_counts logs_take_counts(struct log *log);
/* Gives the memory of a window that is closed back. */
void logs_release(uint64_t id);
size_t logs_bytes(void);

#endif
