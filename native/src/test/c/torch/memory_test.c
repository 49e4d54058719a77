#define _GNU_SOURCE
#include "fake_torch.h"
#include "memory.h"
#include "records.h"

#include <pthread.h>

/* The memory reporter on a fake of c10's thread-local debug information: a stack a thread. */

/* As c10 lays it out: what is told first, then the kind, then the parent. */
struct fake_info {
  void *object;
  uint64_t control;
  uintptr_t kind;
  struct fake_info *parent;
};

static __thread struct fake_info *top;

static void *debug_get(uintptr_t kind) {
  for (struct fake_info *info = top; info != NULL; info = info->parent) {
    if (info->kind == kind) {
      return info->object;
    }
  }
  return NULL;
}

static void debug_push(uintptr_t kind, struct shared *shared) {
  struct fake_info *info = calloc(1, sizeof *info);
  *info = (struct fake_info){.object = shared->object, .kind = kind, .parent = top};
  top = info;
}

static struct shared debug_pop(uintptr_t kind) {
  CHECK(top != NULL && top->kind == kind); /* libtorch would throw */
  struct fake_info *info = top;
  struct shared shared = {.object = info->object};
  top = info->parent;
  free(info);
  return shared;
}

static struct shared debug_current(void) { return (struct shared){.object = top}; }

static void debug_force(struct shared *shared) { CHECK(shared->object == top); }

enum { PROFILER = 2, OTHER_KIND = 1 };

typedef void (*report_function)(void *, void *, int64_t, size_t, size_t, uint16_t);
typedef bool (*enabled_function)(const void *);

/* What c10's allocators do. */
static void allocate(uint64_t address, int64_t bytes) {
  void *reporter = debug_get(PROFILER);
  if (reporter != NULL) {
    const uintptr_t *functions = *(const uintptr_t **)reporter;
    if (((enabled_function)functions[4])(reporter)) {
      ((report_function)functions[2])(reporter, (void *)(uintptr_t)address, bytes, 100, 200, 0x0301);
    }
  }
}

static const struct options memory_only = {WANT_MEMORY, 64 << 20};
static const struct options both = {WANT_OPERATIONS | WANT_MEMORY, 64 << 20};

static uint64_t open_window(const struct options *options, enum memory_state *state) {
  uint64_t id = logs_open(options);
  *state = memory_hold();
  return id;
}

static uint32_t events(uint64_t id, uint64_t **records) {
  uint32_t words;
  *records = fake_read(id, &words);
  return words / 6;
}

static void allocations_on_the_thread_of_the_window_are_recorded(void) {
  enum memory_state state;
  uint64_t *records;
  uint64_t id = open_window(&memory_only, &state);
  CHECK(state == MEMORY_IN_PLACE);
  allocate(0x1000, 64);
  allocate(0x1000, -64);
  CHECK(memory_let_go());
  CHECK(top == NULL);
  allocate(0x2000, 64);
  logs_close(id);
  CHECK(events(id, &records) == 2);
  CHECK((records[0] & 0xffffff) == (RECORD_MEMORY | 6 << 16));
  CHECK((records[0] >> 32 & 0xff) == 1 && (records[0] >> 40 & 0xff) == 3);
  CHECK(records[1] != 0 && records[2] == 0x1000 && (int64_t)records[3] == 64);
  CHECK(records[4] == 100 && records[5] == 200 && (int64_t)records[6 + 3] == -64);
  free(records);
  logs_release(id);
}

static void a_reporter_under_something_else_is_left_and_does_nothing(void) {
  enum memory_state state;
  uint64_t *records;
  struct shared other = {.object = &state};
  uint64_t left = atomic_load(&memory_left);
  uint64_t id = open_window(&memory_only, &state);
  debug_push(OTHER_KIND, &other);
  CHECK(!memory_let_go());
  logs_close(id);
  CHECK(atomic_load(&memory_left) == left + 1);
  allocate(0x1000, 64);
  CHECK(events(id, &records) == 0);
  free(records);
  logs_release(id);

  /* The next window finds it there, and leaves it there once more. */
  id = open_window(&memory_only, &state);
  CHECK(state == MEMORY_IN_PLACE && !memory_let_go());
  CHECK(atomic_load(&memory_left) == left + 1);
  logs_close(id);
  logs_release(id);
  (void)debug_pop(OTHER_KIND);

  /* The one after that takes it away. */
  id = open_window(&memory_only, &state);
  CHECK(state == MEMORY_IN_PLACE);
  allocate(0x1000, 64);
  CHECK(atomic_load(&memory_left) == left);
  CHECK(memory_let_go() && top == NULL);
  logs_close(id);
  CHECK(events(id, &records) == 1);
  free(records);
  logs_release(id);
}

static void another_profiler_is_left_alone(void) {
  enum memory_state state;
  static uint64_t foreign_profiler;
  struct shared other = {.object = &foreign_profiler};
  debug_push(PROFILER, &other);
  uint64_t id = open_window(&both, &state);
  CHECK(state == MEMORY_TAKEN);
  struct fake_function function = {.name = "op"}, inner = {.name = "inner"};
  operations_begin(&function);
  operations_begin(&inner);
  operations_end(&inner, NULL);
  operations_begin(&inner);
  operations_end(&inner, NULL);
  CHECK(debug_get(PROFILER) == &foreign_profiler);
  operations_end(&function, NULL);
  CHECK(memory_let_go());
  logs_close(id);
  CHECK(logs_find(id)->logs->counts[COUNT_FOREIGN] == 1);
  logs_release(id);
  (void)debug_pop(PROFILER);
}

static void *run_operations(void *nothing) {
  struct fake_function outer = {.name = "outer"}, inner = {.name = "inner"};
  allocate(0x1, 1); /* nobody looks */
  operations_begin(&outer);
  allocate(0x2, 2);
  operations_begin(&inner);
  allocate(0x3, 3);
  operations_end(&inner, NULL);
  allocate(0x4, 4);
  operations_end(&outer, NULL);
  allocate(0x5, 5);
  CHECK(top == NULL);
  return nothing;
}

static void other_threads_have_it_during_their_outermost_operations(void) {
  enum memory_state state;
  uint64_t *records;
  uint64_t id = open_window(&memory_only, &state);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, run_operations, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(memory_let_go());
  logs_close(id);
  CHECK(events(id, &records) == 3);
  CHECK(records[2] == 2 && records[6 + 2] == 3 && records[12 + 2] == 4);
  free(records);
  logs_release(id);
}

static void an_operation_that_outlives_the_window_takes_the_reporter_with_it(void) {
  enum memory_state state;
  struct fake_function function = {.name = "op"};
  uint64_t id = open_window(&memory_only, &state);
  CHECK(memory_let_go());
  torch_enter()->holds_reporter = false; /* as on a thread that did not open the window */
  operations_begin(&function);
  CHECK(top != NULL);
  logs_close(id);
  logs_release(id);
  operations_end(&function, NULL);
  CHECK(top == NULL);
}

static void *let_go(void *nothing) {
  CHECK(!memory_let_go());
  return nothing;
}

static void a_window_that_another_thread_closes_leaves_the_reporter_until_an_operation_takes_it_away(void) {
  enum memory_state state;
  struct fake_function function = {.name = "op"};
  uint64_t left = atomic_load(&memory_left);
  uint64_t id = open_window(&memory_only, &state);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, let_go, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  logs_close(id);
  logs_release(id);
  CHECK(top != NULL && atomic_load(&memory_left) == left + 1);

  id = logs_open(&memory_only);
  operations_begin(&function);
  CHECK(atomic_load(&memory_left) == left);
  operations_end(&function, NULL);
  CHECK(top == NULL && atomic_load(&memory_left) == left);
  logs_close(id);
  logs_release(id);
}

static void *open_and_end(void *id) {
  enum memory_state state;
  *(uint64_t *)id = open_window(&memory_only, &state);
  CHECK(state == MEMORY_IN_PLACE && top != NULL);
  /* As a thread's own storage ends with it. */
  (void)debug_pop(PROFILER);
  return NULL;
}

static void *end_there(void *function) {
  operations_end(function, NULL);
  return NULL;
}

static void an_operation_that_ends_on_another_thread_takes_the_reporter_with_it_when_that_is_seen(void) {
  struct fake_function function = {.name = "op"}, next = {.name = "next"};
  uint64_t left = atomic_load(&memory_left);
  pthread_t thread;
  uint64_t id = logs_open(&both);
  operations_begin(&function);
  CHECK(pthread_create(&thread, NULL, end_there, &function) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(top != NULL);
  operations_begin(&next);
  CHECK(top != NULL && torch_self()->reporter_pusher == &next);
  operations_end(&next, NULL);
  CHECK(top == NULL && atomic_load(&memory_left) == left);
  logs_close(id);
  logs_release(id);
}

static void a_thread_that_ends_leaves_nothing(void) {
  uint64_t left = atomic_load(&memory_left);
  uint64_t id;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, open_and_end, &id) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(memory_let_go());
  CHECK(atomic_load(&memory_left) == left);
  logs_close(id);
  logs_release(id);
}

static void *be_left(void *nothing) {
  enum memory_state state;
  uint64_t id = open_window(&memory_only, &state);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, let_go, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  logs_close(id);
  logs_release(id);
  (void)debug_pop(PROFILER);
  return nothing;
}

static void a_thread_on_which_a_reporter_was_left_takes_it_along(void) {
  uint64_t left = atomic_load(&memory_left);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, be_left, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(atomic_load(&memory_left) == left);
}

int main(void) {
  clock_choose();
  fake_torch_use();
  torch_found.symbols.debug_get = debug_get;
  torch_found.symbols.debug_push = debug_push;
  torch_found.symbols.debug_pop = debug_pop;
  torch_found.symbols.debug_current = debug_current;
  torch_found.symbols.debug_force = debug_force;
  allocations_on_the_thread_of_the_window_are_recorded();
  a_reporter_under_something_else_is_left_and_does_nothing();
  another_profiler_is_left_alone();
  other_threads_have_it_during_their_outermost_operations();
  an_operation_that_outlives_the_window_takes_the_reporter_with_it();
  a_window_that_another_thread_closes_leaves_the_reporter_until_an_operation_takes_it_away();
  an_operation_that_ends_on_another_thread_takes_the_reporter_with_it_when_that_is_seen();
  a_thread_that_ends_leaves_nothing();
  a_thread_on_which_a_reporter_was_left_takes_it_along();
  return 0;
}
