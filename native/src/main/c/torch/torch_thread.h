/* A thread that runs operations of libtorch. */
#ifndef STEP_PROFILER_TORCH_THREAD_H
#define STEP_PROFILER_TORCH_THREAD_H

#include "logs.h"
#include "operation_marks.h"
#include "records.h"

enum { MAX_DEPTH = 256, NAME_CACHE = 512 };

struct cached_name {
  const char *pointer;
  const char *text;
  uint32_t id;
};

struct open_record {
  const void *function;
  uint64_t *record;
  const struct operation_marks *marks; /* listener to which it was pushed; NULL for none */
};

struct torch_thread {
  struct thread thread;
  uint32_t depth;
  uint64_t strays_seen; /* number of ends on other threads that it has checked for its own */
  bool holds_reporter;  /* while the window is open */
  bool has_reporter;    /* put in place on this thread, and not removed yet */
  bool is_foreign;      /* another profiler is in its place during the operation of reporter_pusher */
  const void *reporter_pusher; /* operation during which the reporter is in place; NULL for none */
  struct cached_name names[NAME_CACHE];    /* by address */
  struct cached_name contents[NAME_CACHE]; /* by content; names without overload */
  struct open_record open[MAX_DEPTH];
};

/* As logs_self. */
static inline struct torch_thread *torch_self(void) { return (struct torch_thread *)logs_self; }

/* As logs_enter. */
static inline struct torch_thread *torch_enter(void) { return (struct torch_thread *)logs_enter(); }

static inline bool torch_wants(const struct torch_thread *self, enum wanted what) {
  return (self->thread.wanted & what) != 0;
}

#endif
