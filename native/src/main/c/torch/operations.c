#define _GNU_SOURCE
#include "operations.h"

#include "clock.h"
#include "inputs.h"
#include "likely.h"
#include "memory.h"
#include "names.h"
#include "records.h"
#include "torch.h"
#include "torch_thread.h"

#include <pthread.h>
#include <string.h>

/* Callbacks that libtorch runs at the start and the end of every operation, on the thread of the operation. */

enum { HEAD = 5 };

#define OVERLAPS (UINT64_C(1) << 62)
#define MARKED (UINT64_C(1) << 15)

/* The latest ends of operations on another thread than they began on: TorchScript resumes on any thread. */
enum { STRAYS = 64 };

struct stray {
  const void *function;
  uint64_t ticks;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stray strays[STRAYS];
static _Atomic uint64_t stray_count;

static uint64_t callback;

/*
 * Returns the cached id of a name at an address, unless the text there has changed: names of operators stay in place,
 * names of backward nodes are freed and reallocated.
 */
static inline uint32_t name_id(struct torch_thread *self, const void *function, const char *name) {
  uintptr_t address = (uintptr_t)name;
  struct cached_name *cached = &self->names[(address >> 4 ^ address >> 13) % NAME_CACHE];
  if (LIKELY(cached->pointer == name && strcmp(cached->text, name) == 0)) {
    return cached->id;
  }
  const char *overload = torch_found.symbols.overload == NULL ? NULL : torch_found.symbols.overload(function);
  const char *text = NULL;
  uint32_t id;
  if (overload != NULL && overload[0] != '\0') {
    id = names_intern(name, overload, NULL);
    /* The text without the overload, for comparison. */
    if (id == NAME_INLINE || names_intern(name, "", &text) == NAME_INLINE) {
      return id;
    }
  } else {
    struct cached_name *alike = &self->contents[names_hash(name) % NAME_CACHE];
    if (alike->text != NULL && strcmp(alike->text, name) == 0) {
      *cached = (struct cached_name){name, alike->text, alike->id};
      return alike->id;
    }
    id = names_intern(name, "", &text);
    if (id == NAME_INLINE) {
      return id;
    }
    *alike = (struct cached_name){name, text, id};
  }
  *cached = (struct cached_name){name, text, id};
  return id;
}

static uint32_t write_inline_name(uint64_t *to, const char *name) {
  size_t length = strnlen(name, MAX_INLINE_NAME);
  bool is_cut = name[length] != '\0';
  while (is_cut && length > 0 && (name[length] & 0xc0) == 0x80) {
    length--; /* not in the middle of a UTF-8 character */
  }
  uint32_t words = (uint32_t)((length + 7) / 8);
  to[0] = length | (uint64_t)is_cut << 32;
  if (words != 0) {
    to[words] = 0;
  }
  memcpy(to + 1, name, length);
  return 1 + words;
}

static inline uint64_t read_word(const void *function, uint32_t distance) {
  uint64_t word;
  memcpy(&word, (const char *)function + distance, sizeof word);
  return word;
}

static void write_record(struct torch_thread *self, const void *function, uint64_t *record) {
  const struct torch *torch = &torch_found;
  const char *name = torch->symbols.name(function);
  uint32_t id = name_id(self, function, name == NULL ? "" : name);
  uint32_t words = HEAD;
  if (UNLIKELY(id == NAME_INLINE)) {
    words += write_inline_name(record + HEAD, name == NULL ? "" : name);
  }
  struct input_words inputs = {0, 0, false};
  uint64_t addresses[MAX_INPUTS];
  if (torch_wants(self, WANT_INPUTS)) {
    inputs = inputs_read(function, record + words, MAX_RECORD_WORDS - words - MAX_INPUTS, addresses);
    words += inputs.words;
    for (uint32_t i = 0; i < inputs.tensors; i++) {
      record[words++] = addresses[i];
    }
    if (UNLIKELY(inputs.is_cut)) {
      logs_count(&self->thread.log->counts[COUNT_CUT]);
    }
  }
  uint64_t scope = torch->layout.scope ? ((const uint8_t *)function)[torch->layout.function_scope] : 0;
  uint64_t sequence = UINT64_MAX;
  uint64_t forward = 0;
  if (torch->layout.sequence) {
    sequence = read_word(function, torch->layout.function_sequence);
    forward = read_word(function, torch->layout.function_forward_thread) & UINT32_MAX;
  }
  const struct operation_marks *marks = atomic_load_explicit(&operation_marks, memory_order_relaxed);
  record[0] = RECORD_OPERATION | (scope & 0x7f) << 8 | (marks == NULL ? 0 : MARKED) | (uint64_t)words << 16 |
              (uint64_t)id << 32;
  record[2] = 0;
  record[3] = sequence;
  record[4] = forward | (uint64_t)inputs.words << 32 | (uint64_t)inputs.tensors << 48 | (uint64_t)inputs.is_cut << 63;
  self->open[self->depth++] = (struct open_record){function, record, marks};
  record[1] = clock_ticks();
  if (UNLIKELY(marks != NULL)) {
    marks->push(record[1]);
  }
  logs_publish(&self->thread, words);
}

/* Stores an end whose start is not on this thread, for the thread that has the start. */
static void end_elsewhere(const void *function, uint64_t ticks) {
  pthread_mutex_lock(&lock);
  uint64_t count = atomic_load_explicit(&stray_count, memory_order_relaxed);
  strays[count % STRAYS] = (struct stray){function, ticks};
  atomic_store_explicit(&stray_count, count + 1, memory_order_relaxed);
  pthread_mutex_unlock(&lock);
}

static void overlap(uint64_t *record) {
  __atomic_store_n(&record[4], record[4] | OVERLAPS, __ATOMIC_RELAXED);
}

/* The last write to a record, after which its reader may take it. */
static inline void complete(uint64_t *record, uint64_t ticks) {
  __atomic_store_n(&record[2], ticks, __ATOMIC_RELEASE);
}

/* Pops the marks of the operations from an index on, the innermost first. */
static void unmark(struct torch_thread *self, uint32_t from) {
  for (uint32_t i = self->depth; i > from; i--) {
    const struct operation_marks *marks = self->open[i - 1].marks;
    if (marks != NULL) {
      marks->pop();
    }
  }
}

/* Pushes the marks of the operations from an index on. */
static void mark(struct torch_thread *self, uint32_t from) {
  for (uint32_t i = from; i < self->depth; i++) {
    const struct operation_marks *marks = self->open[i].marks;
    if (marks != NULL) {
      marks->push(self->open[i].record[1]);
    }
  }
}

static void look_for_ends(struct torch_thread *self) {
  unmark(self, 0);
  pthread_mutex_lock(&lock);
  uint64_t count = atomic_load_explicit(&stray_count, memory_order_relaxed);
  uint64_t seen = count - self->strays_seen > STRAYS ? count - STRAYS : self->strays_seen;
  uint32_t kept = 0;
  bool has_pusher_ended = false;
  for (uint32_t i = 0; i < self->depth; i++) {
    struct open_record open = self->open[i];
    uint64_t end = 0;
    for (uint64_t at = seen; at < count && end == 0; at++) {
      struct stray stray = strays[at % STRAYS];
      end = stray.function == open.function && stray.ticks >= open.record[1] ? stray.ticks : 0;
    }
    if (end == 0) {
      self->open[kept++] = open;
    } else {
      has_pusher_ended |= open.function == self->reporter_pusher;
      overlap(open.record);
      complete(open.record, end);
    }
  }
  self->depth = kept;
  self->strays_seen = count;
  pthread_mutex_unlock(&lock);
  mark(self, 0);
  if (has_pusher_ended) {
    memory_end(self);
  }
}

void operations_settle(void) {
  struct torch_thread *self = torch_self();
  if (self != NULL) {
    look_for_ends(self);
  }
}

/*
 * An operation that ended on another thread too long ago to be found is still open here. A reused address proves this;
 * for overlapping operations it is likely.
 */
static void forget_elsewhere(struct torch_thread *self, const void *function) {
  uint32_t kept = 0;
  unmark(self, 0);
  for (uint32_t i = 0; i < self->depth; i++) {
    struct open_record open = self->open[i];
    if (open.function != function && (open.record[4] & OVERLAPS) == 0) {
      self->open[kept++] = open;
    } else {
      complete(open.record, TICKS_NEVER);
    }
  }
  self->depth = kept;
  mark(self, 0);
}

void operations_begin(const void *function) {
  struct torch_thread *self = torch_enter();
  if (UNLIKELY(self == NULL)) {
    return;
  }
  struct log *log = self->thread.log;
  if (UNLIKELY(self->strays_seen != atomic_load_explicit(&stray_count, memory_order_relaxed))) {
    look_for_ends(self);
  }
  if (torch_wants(self, WANT_MEMORY) && !self->holds_reporter && self->reporter_pusher == NULL) {
    memory_begin(self, function);
  }
  if (!torch_wants(self, WANT_OPERATIONS)) {
    return;
  }
  logs_count(&log->begun);
  if (UNLIKELY(self->depth == MAX_DEPTH)) {
    forget_elsewhere(self, function);
  }
  if (UNLIKELY(self->depth == MAX_DEPTH)) {
    logs_count(&log->dropped[DROP_NESTING]);
    return;
  }
  uint64_t *record = logs_room(&self->thread);
  if (LIKELY(record != NULL)) {
    write_record(self, function, record);
  }
}

/* Operations above an ended one stay open and overlap it: scopes of TorchScript outlive the operation that began them.
 */
static void end_below(struct torch_thread *self, uint32_t ended) {
  unmark(self, ended);
  for (uint32_t i = ended + 1; i < self->depth; i++) {
    overlap(self->open[i].record);
    self->open[i - 1] = self->open[i];
  }
  self->depth--;
  mark(self, ended);
}

static inline void end_innermost(struct torch_thread *self) {
  const struct operation_marks *marks = self->open[--self->depth].marks;
  if (UNLIKELY(marks != NULL)) {
    marks->pop();
  }
}

void operations_end(const void *function, void *context) {
  (void)context;
  struct torch_thread *self = torch_self();
  uint64_t ticks = clock_ticks();
  if (UNLIKELY(self == NULL)) {
    end_elsewhere(function, ticks);
    return;
  }
  uint32_t depth = self->depth;
  while (depth > 0 && UNLIKELY(self->open[depth - 1].function != function)) {
    depth--;
  }
  if (LIKELY(depth > 0)) {
    complete(self->open[depth - 1].record, ticks);
    if (UNLIKELY(depth < self->depth)) {
      end_below(self, depth - 1);
    } else {
      end_innermost(self);
    }
  } else if (torch_wants(self, WANT_OPERATIONS) && !self->thread.is_full && self->depth < MAX_DEPTH) {
    /* Not the end of a dropped operation. */
    end_elsewhere(function, ticks);
  }
  if (UNLIKELY(self->reporter_pusher == function && function != NULL)) {
    memory_end(self);
  }
}

START_CALLBACK(operations_started, operations_begin)

void operations_add(bool inputs) {
  callback = torch_found.symbols.add_callback(
      torch_callback((start_callback)operations_started, operations_end, inputs));
}

void operations_remove(void) {
  if (callback != 0) {
    torch_found.symbols.remove_callback(callback);
    callback = 0;
  }
}

void operations_listen(bool inputs, bool is_on) {
  if (is_on && callback == 0) {
    operations_add(inputs);
  } else if (!is_on) {
    operations_remove();
    operations_settle();
  }
}

/* A record with an unknown end is complete at once. */
static uint64_t completed(const uint64_t *record) {
  uint64_t end = (record[0] & 0xff) == RECORD_OPERATION ? __atomic_load_n(&record[2], __ATOMIC_ACQUIRE) : record[1];
  return end == TICKS_NEVER ? record[1] : end;
}

static void leave(struct thread *thread) {
  struct torch_thread *self = (struct torch_thread *)thread;
  unmark(self, 0);
  self->depth = 0;
  self->holds_reporter = false;
  if (self->is_foreign) {
    self->is_foreign = false;
    self->reporter_pusher = NULL; /* its end may have been on another thread */
  }
}

static void thread_ended(struct thread *thread) { memory_thread_ended((struct torch_thread *)thread); }

const struct logs_recorder operations_recorder = {sizeof(struct torch_thread), completed, leave, thread_ended};
