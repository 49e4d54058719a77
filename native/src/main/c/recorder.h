/*
 * Records the operations and the memory of a libtorch that somebody else has loaded into this process, without its headers.
 *
 * Threads write records of 64-bit words into logs of their own; a window's logs are read once it has been closed.
 */
#ifndef STEP_PROFILER_RECORDER_H
#define STEP_PROFILER_RECORDER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* ---- Records, as RecordReader.java reads them --------------------------------------------------------------------- */

/*
 * Operation: 0: type 8, scope 8, words in all 16, name 32
 *            1: start ticks   2: end ticks, 0 while it runs   3: sequence number, -1 for none
 *            4: torch's number of the forward thread 32, words of inputs 16, tensors 14, overlaps 1, cut 1
 *            then the inputs, then the address of each tensor's memory. An operation whose name is NAME_INLINE has the
 *            number of its bytes 32, whether there are more 32, and these, padded, before the inputs. One that overlaps went on when another that had begun
 *            before it ended.
 * Memory:    0: type 8, action 8, words in all 16, device type 8, device index 8
 *            1: ticks   2: address   3: signed bytes   4: allocated in all   5: reserved in all
 */
enum record_type { RECORD_OPERATION = 1, RECORD_MEMORY = 2 };
enum memory_action { MEMORY_CHANGED = 0, MEMORY_EXHAUSTED = 1 };

/* Inputs: one word each: kind 8, element type 8, count 16; then what the kind says. */
enum input_kind {
  INPUT_ABSENT = 0,
  INPUT_TENSOR = 1,        /* count dimensions */
  INPUT_OPAQUE_TENSOR = 2, /* a tensor that has no plain shape */
  INPUT_TENSOR_LIST = 3,   /* count tensors, each with a word of its own */
  INPUT_INT = 4,           /* one word */
  INPUT_DOUBLE = 5,        /* one word */
  INPUT_BOOL = 6,          /* the element type is its value */
  INPUT_INT_LIST = 7,      /* count words */
  INPUT_OTHER = 8
};

enum {
  CHUNK_WORDS = 8190,   /* with its head, a little less than 64 KiB */
  MAX_RECORD_WORDS = 512,
  MAX_INPUTS = 64,
  MAX_LIST = 64,
  MAX_DIMENSIONS = 16,
  MAX_DEPTH = 256,
  MAX_NAME = 4096,
  MAX_INLINE_NAME = 512,
  NAME_CACHE = 512,
  IDENTITY_NAME = 96
};

#define NAME_INLINE UINT32_MAX
#define NAME_SEPARATOR '\x1f'

enum drop_cause { DROP_BUDGET = 0, DROP_MEMORY = 1, DROP_NESTING = 2, DROP_CAUSES = 3 };

/* ---- The clock ----------------------------------------------------------------------------------------------------- */

struct anchor {
  uint64_t ticks;
  int64_t nanos;
};

extern bool clock_has_counter;

void clock_choose(void);
int64_t clock_monotonic(void);
/* Both clocks at one moment: the best of several readings. */
struct anchor clock_anchor(void);

/* A reading of the monotonic clock between two of the counter. */
struct sighting {
  uint64_t before;
  uint64_t after;
  int64_t nanos;
  int processor;
};

/* Whether sightings, in the order in which they were made, lie on one line; else the reason why not. */
bool clock_judge(const struct sighting *sightings, int count, double *ticks_per_nano, char *reason);
/* Watches the counter for some tens of milliseconds on all processors: its ticks a nanosecond, or 0 and the reason why it is
 * not to be trusted. */
double clock_verify(char *reason);

/*
 * Without a fence: the processor may read its counter before loads that come earlier in the program have got their values, by
 * what it can look ahead, some tens of nanoseconds, and some hundred while a line of memory is on its way from another
 * processor. A reading after such a load may therefore be that much older than the one the other processor took before it
 * stored. A fence that forbids this (lfence, or rdtscp, which is one; isb on AArch64) takes longer than the reading itself:
 * 10 ns become 19, and 26 in a native method, which is no faster than System.nanoTime(). On one thread readings are in
 * order: a native method returns through an instruction that the next reading does not overtake.
 */
static inline uint64_t clock_ticks(void) {
#if defined(__x86_64__)
  if (LIKELY(clock_has_counter)) {
    return __builtin_ia32_rdtsc();
  }
#elif defined(__aarch64__)
  if (LIKELY(clock_has_counter)) {
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
  }
#endif
  return (uint64_t)clock_monotonic();
}

/* ---- Names --------------------------------------------------------------------------------------------------------- */

struct cached_name {
  const char *pointer;
  const char *text;
  uint32_t id;
};

/* The number of a name and an overload; NAME_INLINE if the table has no room for it. */
uint32_t names_intern(const char *name, const char *overload, const char **text);
uint64_t names_hash(const char *text);
uint32_t names_count(void);
/* "name" or "name", NAME_SEPARATOR and overload; NULL beyond the table. Lives for ever. */
const char *names_get(uint32_t id);
void names_limit(uint32_t names, size_t bytes);

/* ---- Logs ---------------------------------------------------------------------------------------------------------- */

struct chunk {
  struct chunk *next;
  _Atomic uint32_t used; /* words that may be read */
  uint32_t position;     /* words that the owner has written */
  uint64_t words[CHUNK_WORDS];
};

struct identity {
  int64_t java_id;  /* -1 for a thread that is none of Java's, or that carries virtual threads */
  int64_t native_id;
  uint64_t torch_id; /* torch's own number of it; 0 if not known */
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
  _Atomic uint64_t cut;     /* operations with more inputs than are kept */
  _Atomic uint64_t foreign; /* outermost operations during which another profiler was in the reporter's place */
  struct identity identity;
  bool is_drained;
};

struct options {
  bool operations;
  bool inputs;
  bool memory;
  size_t budget;
};

struct window {
  struct window *next;
  uint64_t id;
  struct options options;
  struct log *logs;
  uint32_t log_count;
  struct anchor opened;
  struct anchor closed;
  bool is_closed;
  uint64_t lost;             /* before a log could be had */
};

struct open_record {
  const void *function;
  uint64_t *record;
};

/* A thread that has recorded in some window. */
struct thread {
  uint64_t window_id;
  struct log *log;
  struct chunk *chunk;
  uint32_t depth;
  uint64_t strays_seen; /* ends of operations on other threads, up to which it has looked for its own */
  bool records_operations; /* what the window wants, copied: the window may be gone while a thread is still here */
  bool records_inputs;
  bool records_memory;
  bool is_full;
  enum drop_cause full_cause;
  bool holds_reporter;         /* for as long as the window is open */
  bool has_reporter;           /* put in place on this thread, and not taken away yet */
  bool is_foreign;             /* another profiler is in its place during that operation */
  const void *reporter_pusher; /* the operation during which the reporter is in place; NULL for none */
  struct cached_name names[NAME_CACHE];   /* by address */
  struct cached_name contents[NAME_CACHE]; /* by content; for those that have no overload */
  struct open_record open[MAX_DEPTH];
};

extern _Atomic uint64_t logs_open_window; /* its id; 0 for none */
extern struct window *logs_current;       /* under the lock */
extern __thread struct thread *logs_self;

/* Tells who the calling thread is; logs.c knows of no Java. */
extern void (*logs_identify)(struct identity *);

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

/* ---- libtorch ------------------------------------------------------------------------------------------------------ */

struct record_function_callback {
  void (*start)(void);
  void (*end)(const void *, void *);
  double sampling;
  bool scopes[10];
  bool needs_inputs;
  bool needs_outputs;
  bool needs_ids;
};

typedef void (*start_callback)(void);
typedef void (*end_callback)(const void *function, void *context);

/* What libtorch is to be told in order to be called back at the start and the end of operations of all scopes. */
struct record_function_callback torch_callback(start_callback start, end_callback end, bool needs_inputs);

/*
 * Defines a start callback that has a function, which must not be static, look at the operation. It returns an empty pointer:
 * through memory that a hidden first argument points to, and is itself returned; on AArch64 x8 points to it, which C has no
 * word for.
 */
#if defined(__aarch64__)
#define START_CALLBACK(callback, function) \
  extern void callback(void);              \
  __asm__(".text\n"                        \
          ".hidden " #callback "\n"        \
          ".globl " #callback "\n"         \
          ".type " #callback ", %function\n" \
          #callback ":\n"                  \
          "  hint #34\n" /* bti c */       \
          "  str xzr, [x8]\n"              \
          "  b " #function "\n"            \
          ".size " #callback ", . - " #callback "\n");
#else
#define START_CALLBACK(callback, function)                    \
  static void *callback(void **slot, const void *operation) { \
    *slot = NULL;                                             \
    function(operation);                                      \
    return slot;                                              \
  }
#endif

/* An at::Tensor in memory of its own, as the C interface hands it out. */
typedef void *tensor_handle;

/* A std::shared_ptr, with room behind it: whatever is returned through memory is returned there in C too. */
struct shared {
  void *object;
  void *control;
  void *room[2];
};

/* Symbols of one copy of libtorch; all but the first four may be missing. */
struct torch_symbols {
  uint64_t (*add_callback)(struct record_function_callback);
  void (*remove_callback)(uint64_t);
  const char *(*name)(const void *function);
  size_t (*input_count)(const void *function);
  const char *(*overload)(const void *function);
  uint64_t (*thread_id)(void);
  void (*construct)(void *function, uint8_t scope);
  void (*destruct)(void *function);

  uint64_t (*abi_version)(void);
  int32_t (*empty)(int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, tensor_handle *);
  int32_t (*clone)(tensor_handle, tensor_handle *);
  int32_t (*delete)(tensor_handle);
  int32_t (*undefined)(tensor_handle *);
  int32_t (*sizes)(tensor_handle, int64_t **);
  int32_t (*data)(tensor_handle, void **);
  int32_t (*addmm)(tensor_handle, tensor_handle, tensor_handle, tensor_handle, float, float);

  void *(*debug_get)(uintptr_t kind);
  void (*debug_push)(uintptr_t kind, struct shared *info);
  struct shared (*debug_pop)(uintptr_t kind);
  struct shared (*debug_current)(void);
  void (*debug_force)(struct shared *info);
  const uintptr_t *profiler_kind; /* a variable since torch 2.13 or before; NULL where the kinds are an enum */
};

/* Distances in bytes, found by calibration; 0 where not known. */
struct torch_layout {
  bool inputs;   /* shapes can be read */
  bool scalars;  /* numbers and truth values can be read */
  bool lists;    /* lists can be read */
  bool doubles;
  bool sequence; /* sequence numbers and forward threads can be read */
  bool scope;
  bool memory;

  uint32_t function_inputs;
  uint32_t function_sequence;
  uint32_t function_forward_thread;
  uint32_t function_scope;

  uint32_t tag_none;
  uint32_t tag_tensor;
  uint32_t tag_int;
  uint32_t tag_double;
  uint32_t tag_bool;
  uint32_t tag_list;
  uint32_t list_begin;

  uint32_t impl_sizes; /* the number of dimensions is in the word before */
  uint32_t impl_numel;
  uint32_t impl_type;
  uint32_t impl_storage;
  uint32_t storage_data;
  const void *undefined; /* what an undefined tensor points to */
};

enum { REASON_LENGTH = 256, PATH_LENGTH = 1024 };

struct torch {
  struct torch_symbols symbols;
  struct torch_layout layout;
  char path[PATH_LENGTH];
  int copies; /* of libtorch in the process */
  uint32_t major, minor, patch;
  bool is_found;
  bool operations; /* the self-test has passed */
  bool is_untested; /* for want of something that may be there the next time */
  char reason[REASON_LENGTH];          /* why there are no operations */
  char inputs_reason[REASON_LENGTH];   /* ... no shapes */
  char sequence_reason[REASON_LENGTH]; /* ... no sequence numbers */
  char memory_reason[REASON_LENGTH];   /* ... no memory events */
};

extern struct torch torch_found;

/* Looks for libtorch and tests what can be recorded of it; quick once it has been found, and while it is not there. */
void torch_probe(void);
/* Runs the self-test of the symbols in torch. */
void torch_calibrate(struct torch *torch);
/* Operations are numbered one after the other, those of other threads too: there may be any number of them in between. */
bool torch_is_later(uint64_t number, uint64_t than);
/* A callback that does nothing, to measure what libtorch takes to call one; 0 if there is no libtorch. */
uint64_t torch_add_empty_callback(bool inputs);
void torch_no(char *reason, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- Operations and memory ----------------------------------------------------------------------------------------- */

void operations_add(bool inputs);
void operations_remove(void);

/* What the callback of libtorch runs, also in the tests. */
void operations_begin(const void *function);
void operations_end(const void *function, void *context);
/* Looks for ends of the calling thread's operations on other threads; any operation that begins does so, too. */
void operations_settle(void);
/* Records operations that begin from now on, or none; those under way end as they would. While a window is open. */
void operations_listen(bool inputs, bool is_on);

enum memory_state { MEMORY_IN_PLACE, MEMORY_TAKEN, MEMORY_FAILED };

/* The reporter on the calling thread, for as long as a window is open. */
enum memory_state memory_hold(void);
/* Whether it is gone again; false if something else lies on it, or it is another thread. */
bool memory_let_go(void);
void memory_begin(struct thread *self, const void *function);
void memory_end(struct thread *self);
void memory_thread_ended(struct thread *self);
/* Whether the reporter gets events of the calling thread, as the self-test of memory.c finds. */
bool memory_test(struct torch *torch, char *reason);
extern _Atomic uint64_t memory_left; /* reporters in place that nobody is going to take away */

#endif
