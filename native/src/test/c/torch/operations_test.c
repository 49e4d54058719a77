#define _GNU_SOURCE
#include "fake_torch.h"
#include "operation_marks.h"
#include "records.h"
#include "torch_thread.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

/* Records of operations: what is in them, what happens to names, ends out of order, limits and threads. */

enum { LARGE = 64 << 20 };

static const struct options operations_only = {WANT_OPERATIONS, LARGE};
static const struct options with_inputs = {WANT_OPERATIONS | WANT_INPUTS, LARGE};

static uint64_t *record_one(struct fake_function *function, uint32_t *words) {
  uint64_t id = logs_open(&with_inputs);
  operations_begin(function);
  operations_end(function, NULL);
  logs_close(id);
  uint64_t *records = fake_read(id, words);
  logs_release(id);
  return records;
}

static void an_operation_is_recorded_with_all_that_it_has(void) {
  struct fake_function function = {
      .name = "aten::mm", .overload = "out", .scope = 1, .sequence = 42, .forward = 7};
  uint32_t words;
  uint64_t *record = record_one(&function, &words);
  CHECK(words == 5 && fake_words_of(record) == 5);
  CHECK((record[0] & 0xff) == RECORD_OPERATION && (record[0] >> 8 & 0xff) == 1);
  CHECK(strcmp(fake_name_of(record), "aten::mm\x1f" "out") == 0);
  CHECK(record[1] != 0 && record[2] >= record[1]);
  CHECK(record[3] == 42 && (record[4] & UINT32_MAX) == 7);
  free(record);
}

static void inputs_are_told_by_what_they_are(void) {
  struct fake_storage storage = {.data = (void *)0x1000};
  struct fake_tensor plain = {.storage = &storage, .dimensions = 2, .sizes = {3, 4}, .numel = 12, .type = 6};
  struct fake_tensor scalar = {.storage = &storage, .dimensions = 0, .numel = 1, .type = 7};
  struct fake_tensor nested = {.storage = &storage, .dimensions = 1, .sizes = {0}, .numel = 12, .type = 6};
  struct fake_tensor bare = {.dimensions = 1, .sizes = {2}, .numel = 2, .type = 4};
  int64_t six[] = {1, 2, 1, 3, 1, 2, /* strides */ 1, 1, 1, 1, 1, 1};
  struct fake_tensor deep = {.storage = &storage, .dimensions = 6, .numel = 12, .type = 6};
  memcpy(deep.sizes, &(int64_t *){six}, sizeof(int64_t *));
  struct fake_value numbers[] = {{8, INT}, {9, INT}};
  struct fake_list list = {.begin = numbers, .end = numbers + 2};
  struct fake_value tensors[] = {fake_pointer(TENSOR, &plain), fake_pointer(TENSOR, &scalar)};
  struct fake_list tensor_list = {.begin = tensors, .end = tensors + 2};
  struct fake_value mixed_values[] = {fake_pointer(TENSOR, &plain), {1, INT}};
  struct fake_list mixed = {.begin = mixed_values, .end = mixed_values + 2};
  struct fake_list empty = {0};
  double half = 0.5;
  uint64_t half_bits;
  memcpy(&half_bits, &half, sizeof half_bits);
  struct fake_value inputs[] = {
      fake_pointer(TENSOR, &plain),       fake_pointer(TENSOR, &scalar), fake_pointer(TENSOR, &nested),
      fake_pointer(TENSOR, &bare),        fake_pointer(TENSOR, &deep),   fake_pointer(TENSOR, &fake_undefined),
      fake_pointer(TENSOR, NULL),         {0, NONE},                     {5, INT},
      {half_bits, DOUBLE},                {1, BOOL},                     fake_pointer(LIST, &list),
      fake_pointer(LIST, &tensor_list),   fake_pointer(LIST, &mixed),    fake_pointer(LIST, &empty),
      {0xdead, STRING}};
  const uint64_t expected[] = {
      INPUT_TENSOR | 6 << 8 | 2 << 16, 3, 4,
      INPUT_TENSOR | 7 << 8,
      INPUT_OPAQUE_TENSOR | 6 << 8,
      INPUT_TENSOR | 4 << 8 | 1 << 16, 2,
      INPUT_TENSOR | 6 << 8 | 6 << 16, 1, 2, 1, 3, 1, 2,
      INPUT_ABSENT,
      INPUT_ABSENT,
      INPUT_ABSENT,
      INPUT_INT, 5,
      INPUT_DOUBLE, half_bits,
      INPUT_BOOL | 1 << 8,
      INPUT_INT_LIST | 2 << 16, 8, 9,
      INPUT_TENSOR_LIST | 2 << 16, INPUT_TENSOR | 6 << 8 | 2 << 16, 3, 4, INPUT_TENSOR | 7 << 8,
      INPUT_OTHER,
      INPUT_INT_LIST,
      INPUT_OTHER};
  const uint64_t addresses[] = {0x1000, 0x1000, 0, 0x1000, 0x1000, 0x1000};
  enum { COUNT = sizeof expected / sizeof *expected, TENSORS = sizeof addresses / sizeof *addresses };
  struct fake_function function = {
      .name = "all", .sequence = -1, .inputs = inputs, .count = sizeof inputs / sizeof *inputs};
  uint32_t words;
  uint64_t *record = record_one(&function, &words);
  CHECK((record[4] >> 32 & 0xffff) == COUNT && (record[4] >> 48 & 0x7fff) == TENSORS && record[4] >> 63 == 0);
  CHECK(memcmp(record + 5, expected, sizeof expected) == 0);
  CHECK(memcmp(record + 5 + COUNT, addresses, sizeof addresses) == 0);
  CHECK(words == 5 + COUNT + TENSORS && record[3] == UINT64_MAX);
  free(record);
}

/* Whatever is too much is cut, and said to be, and the record stays within its limit. */
static void inputs_beyond_the_limits_are_cut(void) {
  struct fake_storage storage = {.data = (void *)0x1000};
  struct fake_tensor wide = {.storage = &storage, .dimensions = 5, .sizes = {1, 1, 1, 1, 1}, .numel = 1, .type = 6};
  struct fake_tensor too_deep = {.storage = &storage, .dimensions = 17, .numel = 1, .type = 6};
  struct fake_value many[100];
  struct fake_value numbers[100];
  for (int i = 0; i < 100; i++) {
    many[i] = fake_pointer(TENSOR, &wide);
    numbers[i] = (struct fake_value){(uint64_t)i, INT};
  }
  struct fake_list long_list = {.begin = numbers, .end = numbers + 100};
  struct fake_list tensor_list = {.begin = many, .end = many + 100};
  struct fake_value lists[] = {fake_pointer(LIST, &long_list), fake_pointer(LIST, &tensor_list),
                               fake_pointer(LIST, &tensor_list)};
  struct fake_value deep[] = {fake_pointer(TENSOR, &too_deep)};
  struct fake_function functions[] = {{.name = "many", .inputs = many, .count = 100},
                                      {.name = "lists", .inputs = lists, .count = 3},
                                      {.name = "deep", .inputs = deep, .count = 1}};
  for (int i = 0; i < 3; i++) {
    uint32_t words;
    uint64_t *record = record_one(&functions[i], &words);
    CHECK(words == fake_words_of(record) && words <= MAX_RECORD_WORDS);
    CHECK(record[4] >> 63 == (i < 2));
    CHECK(i < 2 || record[5] == (INPUT_OPAQUE_TENSOR | 6 << 8));
    free(record);
  }
}

static void a_name_at_the_address_of_another_is_told_apart(void) {
  char buffer[64];
  struct fake_function function = {.name = buffer};
  uint64_t id = logs_open(&operations_only);
  for (int i = 0; i < 1000; i++) {
    snprintf(buffer, sizeof buffer, "name %d of a node of the graph", i % 7);
    operations_begin(&function);
    operations_end(&function, NULL);
  }
  logs_close(id);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 5000);
  for (int i = 0; i < 1000; i++) {
    snprintf(buffer, sizeof buffer, "name %d of a node of the graph", i % 7);
    CHECK(strcmp(fake_name_of(records + 5 * i), buffer) == 0);
  }
  free(records);
  logs_release(id);
}

static void overloads_of_one_name_are_told_apart(void) {
  struct fake_function functions[] = {{.name = strdup("aten::add"), .overload = "Tensor"},
                                      {.name = strdup("aten::add"), .overload = "Scalar"},
                                      {.name = strdup("aten::add")}};
  const char *expected[] = {"aten::add\x1f" "Tensor", "aten::add\x1f" "Scalar", "aten::add"};
  for (int i = 0; i < 9; i++) {
    uint32_t words;
    uint64_t *record = record_one(&functions[i % 3], &words);
    CHECK(strcmp(fake_name_of(record), expected[i % 3]) == 0);
    free(record);
  }
  for (int i = 0; i < 3; i++) {
    free((void *)(uintptr_t)functions[i].name);
  }
}

static void a_name_without_room_in_the_table_is_in_the_record(void) {
  static const char *const names[] = {"", "seven77", "eight888", "a name that nobody has ever used before"};
  names_limit(names_count(), 1 << 20);
  for (int i = 0; i < 4; i++) {
    struct fake_value input = {5, INT};
    struct fake_function function = {.name = names[i], .inputs = &input, .count = 1};
    uint32_t words;
    uint64_t *record = record_one(&function, &words);
    uint32_t length = (uint32_t)strlen(names[i]);
    CHECK(record[0] >> 32 == NAME_INLINE && record[5] == length);
    CHECK(memcmp(record + 6, names[i], length) == 0);
    uint32_t inputs = 6 + (length + 7) / 8;
    CHECK(record[inputs] == INPUT_INT && record[inputs + 1] == 5 && words == inputs + 2);
    free(record);
  }
  names_limit(UINT32_MAX, 8 << 20);
}

static void a_long_name_is_kept_and_one_beyond_the_limit_cut_between_characters(void) {
  char name[MAX_NAME + 10];
  memset(name, 'x', sizeof name - 1);
  name[2000] = '\0';
  struct fake_function function = {.name = name};
  uint32_t words;
  uint64_t *record = record_one(&function, &words);
  CHECK(strcmp(fake_name_of(record), name) == 0);
  free(record);

  name[2000] = 'x';
  name[sizeof name - 1] = '\0';
  memcpy(name + MAX_INLINE_NAME - 1, "\u00e9", 2);
  record = record_one(&function, &words);
  CHECK(record[0] >> 32 == NAME_INLINE && record[5] == (UINT64_C(1) << 32) + MAX_INLINE_NAME - 1);
  free(record);
}

static bool overlaps(const uint64_t *record) { return (record[4] >> 62 & 1) != 0; }

static void ends_out_of_order_close_what_they_belong_to(void) {
  struct fake_function a = {.name = "a"}, b = {.name = "b"}, c = {.name = "c"}, stranger = {.name = "stranger"};
  uint64_t id = logs_open(&operations_only);
  operations_begin(&a);
  operations_begin(&b);
  operations_begin(&c);
  operations_end(&stranger, NULL);
  operations_end(&b, NULL);
  operations_begin(&a); /* at the same address, and inside itself */
  operations_end(&a, NULL);
  operations_end(&b, NULL); /* once more */
  operations_end(&c, NULL);
  operations_end(&a, NULL);
  logs_close(id);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 20);
  const uint64_t *ra = records, *rb = records + 5, *rc = records + 10, *inner = records + 15;
  CHECK(rb[2] != 0 && rb[2] <= inner[1] && inner[1] <= inner[2] && inner[2] <= rc[2] && rc[2] <= ra[2]);
  /* c is in a, but in part outside of b. */
  CHECK(!overlaps(ra) && !overlaps(rb) && overlaps(rc) && !overlaps(inner));
  free(records);
  logs_release(id);
}

static void scopes_that_outlive_the_operation_that_began_them_end_where_they_end(void) {
  struct fake_function enter = {.name = "__enter__"}, scope = {.name = "scope"}, exit = {.name = "__exit__"};
  uint64_t id = logs_open(&operations_only);
  operations_begin(&enter);
  operations_begin(&scope);
  operations_end(&enter, NULL);
  operations_begin(&exit);
  operations_end(&scope, NULL);
  operations_end(&exit, NULL);
  CHECK(torch_self()->depth == 0);
  logs_close(id);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 15);
  CHECK(records[2] != 0 && records[2] <= records[10 + 1] && records[10 + 1] <= records[5 + 2]);
  CHECK(records[5 + 2] <= records[10 + 2]);
  CHECK(!overlaps(records) && overlaps(records + 5));
  free(records);
  logs_release(id);
}

static void *end_there(void *function) {
  operations_end(function, NULL);
  return NULL;
}

static void operations_end_on_other_threads_too(void) {
  struct fake_function suspended = {.name = "suspended"}, op = {.name = "op"};
  enum { ROUNDS = 2 * MAX_DEPTH - 10 };
  uint64_t id = logs_open(&operations_only);
  for (int i = 0; i < ROUNDS; i++) {
    pthread_t thread;
    operations_begin(&suspended);
    CHECK(pthread_create(&thread, NULL, end_there, &suspended) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    operations_begin(&op);
    operations_end(&op, NULL);
  }
  operations_begin(&suspended);
  end_there(&suspended);
  operations_settle();
  logs_close(id);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 5 * (2 * ROUNDS + 1));
  for (uint32_t at = 0; at < words; at += 5) {
    bool is_suspended = strcmp(fake_name_of(records + at), "suspended") == 0;
    CHECK(records[at + 2] >= records[at + 1] && overlaps(records + at) == (is_suspended && at + 5 < words));
    CHECK(at + 5 == words || records[at + 2] <= records[at + 5 + 1]);
  }
  free(records);
  logs_release(id);
}

static void *end_too_often(void *functions) {
  for (int i = 0; i < 100; i++) {
    operations_end((struct fake_function *)functions + i, NULL);
  }
  return NULL;
}

static void operations_whose_ends_are_missed_leave_room_for_others(void) {
  static struct fake_function suspended[MAX_DEPTH];
  struct fake_function op = {.name = "op"};
  pthread_t thread;
  uint64_t id = logs_open(&operations_only);
  for (int i = 0; i < MAX_DEPTH; i++) {
    suspended[i].name = "suspended";
    operations_begin(&suspended[i]);
  }
  /* The last 64 of these are found. */
  CHECK(pthread_create(&thread, NULL, end_too_often, suspended) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  operations_begin(&op);
  operations_end(&op, NULL);
  CHECK(torch_self()->depth == MAX_DEPTH - 64);
  for (int i = 0; i < 64; i++) {
    operations_begin(&suspended[i]); /* again: more than 64 of them cannot be running */
  }
  uint32_t words;
  uint64_t *ended = fake_read_due(id, false, &words);
  CHECK(words == 65 * 5);
  free(ended);
  operations_begin(&suspended[0]);
  uint32_t depth = torch_self()->depth;
  CHECK(depth < MAX_DEPTH);
  /* Nobody waits for the others any more. */
  uint64_t *missed = fake_read_due(id, false, &words);
  CHECK(words == (MAX_DEPTH + 1 - depth) * 5);
  for (uint32_t at = 0; at < words; at += 5) {
    CHECK(missed[at + 2] == TICKS_NEVER);
  }
  free(missed);
  logs_close(id);
  CHECK(logs_find(id)->logs->dropped[DROP_NESTING] == 0);
  logs_release(id);
}

static void operations_nested_too_deeply_are_counted(void) {
  static struct fake_function functions[MAX_DEPTH + 10];
  uint64_t id = logs_open(&operations_only);
  for (int i = 0; i < MAX_DEPTH + 10; i++) {
    functions[i].name = "deep";
    operations_begin(&functions[i]);
  }
  for (int i = MAX_DEPTH + 10; i-- > 0;) {
    operations_end(&functions[i], NULL);
  }
  logs_close(id);
  struct log *log = logs_find(id)->logs;
  CHECK(log->begun == MAX_DEPTH + 10 && log->dropped[DROP_NESTING] == 10);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 5 * MAX_DEPTH);
  for (int i = 0; i < MAX_DEPTH; i++) {
    CHECK(records[5 * i + 2] != 0);
  }
  free(records);
  logs_release(id);
}

static void what_the_budget_has_no_room_for_is_counted(void) {
  struct options small = {WANT_OPERATIONS, 3 * sizeof(struct chunk)};
  struct fake_function function = {.name = "op"};
  /* Chunks that earlier tests left count too. */
  small.budget += logs_bytes();
  uint64_t id = logs_open(&small);
  const uint64_t all = 100000;
  for (uint64_t i = 0; i < all; i++) {
    operations_begin(&function);
    operations_end(&function, NULL);
  }
  logs_close(id);
  struct log *log = logs_find(id)->logs;
  uint32_t words;
  free(fake_read(id, &words));
  CHECK(log->begun == all && log->dropped[DROP_BUDGET] > 0);
  CHECK(words / 5 + log->dropped[DROP_BUDGET] == all);
  CHECK(logs_bytes() <= small.budget);
  logs_release(id);
}

static void an_operation_open_at_the_end_of_a_window_does_no_harm_to_the_next(void) {
  struct fake_function outer = {.name = "outer"}, inner = {.name = "inner"};
  uint64_t first = logs_open(&operations_only);
  operations_begin(&outer);
  logs_close(first);
  operations_end(&inner, NULL);
  uint64_t second = logs_open(&operations_only);
  logs_release(first);
  operations_begin(&inner);
  operations_end(&inner, NULL);
  operations_end(&outer, NULL);
  logs_close(second);
  uint32_t words;
  uint64_t *records = fake_read(second, &words);
  CHECK(words == 5 && records[2] != 0);
  free(records);
  logs_release(second);
}

static void a_late_end_after_the_window_was_released_does_no_harm(void) {
  struct fake_function outer = {.name = "outer"}, inner = {.name = "inner"};
  uint64_t id = logs_open(&operations_only);
  operations_begin(&outer);
  for (int i = 0; i < 10000; i++) { /* so that its chunk is not the last one */
    operations_begin(&inner);
    operations_end(&inner, NULL);
  }
  logs_close(id);
  logs_release(id);
  CHECK(logs_self->log->first != logs_self->log->last && logs_self->log->first->next == logs_self->log->last);
  operations_end(&outer, NULL);
  operations_begin(&inner);
  CHECK(logs_find(id) == NULL);
}

static void *record_a_thousand(void *name) {
  struct fake_function function = {.name = name};
  for (int i = 0; i < 1000; i++) {
    operations_begin(&function);
    operations_end(&function, NULL);
  }
  return NULL;
}

static void *measure(void *nothing) {
  size_t before = logs_bytes();
  struct fake_function function = {.name = "op"};
  operations_begin(&function);
  operations_end(&function, NULL);
  CHECK(logs_bytes() >= before + sizeof(struct torch_thread));
  return nothing;
}

static void what_a_thread_takes_counts_until_it_ends(void) {
  uint64_t id = logs_open(&operations_only);
  size_t before = logs_bytes();
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, measure, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(logs_bytes() - before <= sizeof(struct chunk));
  logs_close(id);
  logs_release(id);
}

static void threads_that_have_ended_leave_what_they_recorded(void) {
  uint64_t id = logs_open(&operations_only);
  char names[8][32];
  for (int i = 0; i < 8; i++) {
    pthread_t thread;
    snprintf(names[i], sizeof names[i], "thread %d", i);
    CHECK(pthread_create(&thread, NULL, record_a_thousand, names[i]) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
  }
  logs_close(id);
  CHECK(logs_find(id)->log_count == 8);
  for (struct log *log = logs_find(id)->logs; log != NULL; log = log->next) {
    CHECK(log->begun == 1000 && log->owner == NULL);
  }
  uint32_t words;
  free(fake_read(id, &words));
  CHECK(words == 8 * 5000);
  logs_release(id);
}

static void *end_in_an_operation(void *nothing) {
  static struct fake_function function = {.name = "endless"};
  operations_begin(&function);
  return nothing;
}

static void a_thread_that_ends_in_an_operation_leaves_it_unfinished(void) {
  uint64_t id = logs_open(&operations_only);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, end_in_an_operation, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  logs_close(id);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 5 && records[2] == 0);
  free(records);
  logs_release(id);
}

static _Atomic bool is_over;

static void *record_until_over(void *nothing) {
  struct fake_function outer = {.name = "outer"}, inner = {.name = "inner"};
  uint32_t rounds = 0;
  while (!atomic_load(&is_over)) {
    operations_begin(&outer);
    operations_begin(&inner);
    operations_end(&inner, NULL);
    operations_end(&outer, NULL);
    if (++rounds % 64 == 0) {
      sched_yield(); /* there may be fewer processors than threads */
    }
  }
  return nothing;
}

/* Windows come and go while threads are anywhere; what was begun is read, dropped, or being written. */
static void windows_may_be_switched_while_operations_run(void) {
  enum { THREADS = 2, WINDOWS = 60 };
  pthread_t threads[THREADS];
  uint64_t read = 0;
  atomic_store(&is_over, false);
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&threads[i], NULL, record_until_over, NULL) == 0);
  }
  for (int i = 0; i < WINDOWS; i++) {
    uint64_t id = logs_open(&operations_only);
    struct timespec moment = {0, 200000};
    nanosleep(&moment, NULL);
    logs_close(id);
    uint64_t begun = 0;
    uint32_t words;
    uint64_t *records = fake_read(id, &words);
    for (struct log *log = logs_find(id)->logs; log != NULL; log = log->next) {
      begun += log->begun;
      CHECK(log->dropped[DROP_BUDGET] == 0);
    }
    CHECK(words % 5 == 0 && words / 5 <= begun && begun - words / 5 <= THREADS);
    for (uint32_t at = 0; at < words; at += 5) {
      CHECK((records[at] & 0xff) == RECORD_OPERATION && fake_words_of(records + at) == 5);
      CHECK(records[at + 2] == 0 || records[at + 2] >= records[at + 1]);
    }
    read += words / 5;
    free(records);
    logs_release(id);
  }
  atomic_store(&is_over, true);
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_join(threads[i], NULL) == 0);
  }
  CHECK(read > 0);
  CHECK(logs_bytes() <= 20 * sizeof(struct chunk));
}

static void an_operation_that_runs_while_the_window_is_read_is_read_when_it_has_ended(void) {
  struct fake_function outer = {.name = "outer"}, inner = {.name = "inner"}, last = {.name = "last"};
  uint32_t words;
  uint64_t id = logs_open(&operations_only);
  operations_begin(&outer);
  operations_begin(&inner);
  operations_end(&inner, NULL);
  uint64_t *first = fake_read_due(id, false, &words);
  CHECK(words == 5 && strcmp(fake_name_of(first), "inner") == 0);
  free(fake_read_due(id, false, &words));
  CHECK(words == 0);
  operations_end(&outer, NULL);
  operations_begin(&last);
  uint64_t *second = fake_read_due(id, false, &words);
  CHECK(words == 5 && strcmp(fake_name_of(second), "outer") == 0 && second[1] < first[1] && second[2] > first[2]);
  logs_close(id);
  uint64_t *third = fake_read(id, &words);
  CHECK(words == 5 && strcmp(fake_name_of(third), "last") == 0 && third[2] == 0);
  operations_end(&last, NULL);
  free(first);
  free(second);
  free(third);
  logs_release(id);
}

/* Also a scope that goes on over the end of its operation. */
static void *record_shapes_of_all_kinds(void *rounds) {
  struct fake_function outer = {.name = "outer"}, inner = {.name = "inner"}, scope = {.name = "scope"};
  for (int i = 0; i < *(const int *)rounds; i++) {
    operations_begin(&outer);
    operations_begin(&inner);
    operations_end(&inner, NULL);
    operations_begin(&scope);
    operations_end(&outer, NULL);
    operations_end(&scope, NULL);
    if (i % 64 == 0) {
      sched_yield();
    }
  }
  return NULL;
}

static void operations_that_are_read_while_threads_run_them_are_each_read_once_and_whole(void) {
  enum { THREADS = 3 };
  static const int rounds = 20000;
  pthread_t threads[THREADS];
  uint64_t seen[3] = {0};
  uint64_t id = logs_open(&operations_only);
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&threads[i], NULL, record_shapes_of_all_kinds, (void *)(uintptr_t)&rounds) == 0);
  }
  bool is_last = false;
  for (int i = 0; !is_last; i++) {
    if (i == 100) {
      for (int j = 0; j < THREADS; j++) {
        CHECK(pthread_join(threads[j], NULL) == 0);
      }
      logs_close(id);
      is_last = true;
    }
    uint32_t words;
    uint64_t *records = fake_read_due(id, is_last, &words);
    for (uint32_t at = 0; at < words; at += 5) {
      const uint64_t *record = records + at;
      const char *name = fake_name_of(record);
      int kind = strcmp(name, "outer") == 0 ? 0 : strcmp(name, "inner") == 0 ? 1 : 2;
      bool overlaps = (record[4] >> 62 & 1) != 0;
      CHECK((record[0] & 0xff) == RECORD_OPERATION && fake_words_of(record) == 5);
      CHECK(record[2] >= record[1] && overlaps == (kind == 2));
      seen[kind]++;
    }
    free(records);
  }
  for (int i = 0; i < 3; i++) {
    CHECK(seen[i] == (uint64_t)THREADS * (uint64_t)rounds);
  }
  logs_release(id);
}

/* As C++ returns a std::unique_ptr: through memory, as C returns a large structure. */
struct returned {
  void *context;
  void *more[3];
};

static struct record_function_callback registered;
static bool is_removed;

static uint64_t add_callback(struct record_function_callback callback) {
  registered = callback;
  return 77;
}

static void remove_callback(uint64_t callback) { is_removed = callback == 77; }

static void the_callback_returns_an_empty_pointer_and_records(void) {
  struct fake_function function = {.name = "called"};
  torch_found.symbols.add_callback = add_callback;
  torch_found.symbols.remove_callback = remove_callback;
  uint64_t id = logs_open(&operations_only);
  operations_add(true);
  CHECK(registered.needs_inputs && !registered.needs_outputs && registered.sampling == 1.0);
  for (int i = 0; i < 10; i++) {
    CHECK(registered.scopes[i]);
    struct returned returned = ((struct returned(*)(const void *))registered.start)(&function);
    CHECK(returned.context == NULL);
    registered.end(&function, returned.context);
  }
  operations_remove();
  CHECK(is_removed);
  logs_close(id);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 50 && strcmp(fake_name_of(records), "called") == 0 && records[2] != 0);
  free(records);
  logs_release(id);
}

static uint32_t adds;

static uint64_t count_callback(struct record_function_callback callback) {
  adds++;
  return add_callback(callback);
}

static void operations_that_nobody_listens_to_are_not_called_back_and_those_under_way_end(void) {
  struct fake_function before = {.name = "under way"};
  struct fake_function after = {.name = "later"};
  adds = 0;
  is_removed = false;
  torch_found.symbols.add_callback = count_callback;
  torch_found.symbols.remove_callback = remove_callback;
  uint64_t id = logs_open(&operations_only);
  operations_add(false);
  operations_listen(false, true);
  CHECK(adds == 1 && !is_removed);
  ((struct returned(*)(const void *))registered.start)(&before);
  operations_listen(false, false);
  CHECK(is_removed);
  registered.end(&before, NULL);
  is_removed = false;
  operations_listen(false, false);
  CHECK(!is_removed);
  operations_listen(false, true);
  CHECK(adds == 2);
  ((struct returned(*)(const void *))registered.start)(&after);
  registered.end(&after, NULL);
  operations_listen(false, false);
  operations_remove();
  logs_close(id);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 10 && records[2] != 0 && records[7] != 0);
  CHECK(strcmp(fake_name_of(records), "under way") == 0 && strcmp(fake_name_of(records + 5), "later") == 0);
  free(records);
  logs_release(id);
}

static void without_a_window_nothing_is_recorded(void) {
  struct fake_function function = {.name = "op"};
  size_t before = logs_bytes();
  operations_begin(&function);
  operations_end(&function, NULL);
  CHECK(logs_bytes() == before && logs_current == NULL);
}

/* Numbers that have been pushed and not popped, of this thread alone. */
static uint64_t marked[8];
static uint32_t marks_pushed;

static void push_mark(uint64_t id) { marked[marks_pushed++] = id; }

static void pop_mark(void) {
  CHECK(marks_pushed > 0);
  marks_pushed--;
}

static void operations_are_marked_by_their_start_while_somebody_wants_to_know(void) {
  static const struct operation_marks marks = {push_mark, pop_mark};
  struct fake_function outer = {.name = "outer"};
  struct fake_function inner = {.name = "inner"};
  struct fake_function beside = {.name = "beside"};
  uint64_t id = logs_open(&operations_only);
  operations_begin(&outer);
  CHECK(marks_pushed == 0);
  atomic_store(&operation_marks, &marks);
  operations_begin(&inner);
  operations_begin(&beside);
  CHECK(marks_pushed == 2 && marked[0] <= marked[1] && marked[0] != 0);
  uint64_t last = marked[1];
  operations_end(&inner, NULL); /* the one above goes on */
  CHECK(marks_pushed == 1 && marked[0] == last);
  atomic_store(&operation_marks, NULL);
  operations_end(&beside, NULL);
  CHECK(marks_pushed == 0);
  operations_end(&outer, NULL);
  operations_begin(&inner);
  CHECK(marks_pushed == 0);
  operations_end(&inner, NULL);
  atomic_store(&operation_marks, &marks);
  operations_begin(&outer);
  atomic_store(&operation_marks, NULL);
  logs_close(id);
  uint32_t words;
  uint64_t *records = fake_read(id, &words);
  CHECK(words == 5 * 5 && records[6] <= last && records[11] == last);
  const uint64_t is_marked[] = {0, 1, 1, 0, 1};
  for (int i = 0; i < 5; i++) {
    CHECK((records[5 * i] >> 15 & 1) == is_marked[i] && (records[5 * i] >> 8 & 0x7f) == 0);
  }
  free(records);
  logs_release(id);
  CHECK(marks_pushed == 1);
  uint64_t next = logs_open(&operations_only);
  operations_begin(&inner); /* the thread leaves the window before, with what was open there */
  CHECK(marks_pushed == 0);
  operations_end(&inner, NULL);
  logs_close(next);
  logs_release(next);
}

int main(void) {
  clock_choose();
  fake_torch_use();
  without_a_window_nothing_is_recorded();
  an_operation_is_recorded_with_all_that_it_has();
  inputs_are_told_by_what_they_are();
  inputs_beyond_the_limits_are_cut();
  a_name_at_the_address_of_another_is_told_apart();
  overloads_of_one_name_are_told_apart();
  a_name_without_room_in_the_table_is_in_the_record();
  a_long_name_is_kept_and_one_beyond_the_limit_cut_between_characters();
  ends_out_of_order_close_what_they_belong_to();
  scopes_that_outlive_the_operation_that_began_them_end_where_they_end();
  operations_end_on_other_threads_too();
  operations_whose_ends_are_missed_leave_room_for_others();
  operations_nested_too_deeply_are_counted();
  what_the_budget_has_no_room_for_is_counted();
  an_operation_open_at_the_end_of_a_window_does_no_harm_to_the_next();
  a_late_end_after_the_window_was_released_does_no_harm();
  what_a_thread_takes_counts_until_it_ends();
  threads_that_have_ended_leave_what_they_recorded();
  a_thread_that_ends_in_an_operation_leaves_it_unfinished();
  an_operation_that_runs_while_the_window_is_read_is_read_when_it_has_ended();
  operations_that_are_read_while_threads_run_them_are_each_read_once_and_whole();
  windows_may_be_switched_while_operations_run();
  the_callback_returns_an_empty_pointer_and_records();
  operations_that_nobody_listens_to_are_not_called_back_and_those_under_way_end();
  operations_are_marked_by_their_start_while_somebody_wants_to_know();
  return 0;
}
