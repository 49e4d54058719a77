#define _GNU_SOURCE
#include "check.h"
#include "logs.h"

#include <pthread.h>

/* Logs of words that mean nothing, with no recorder and with one. */

enum { LARGE = 64 << 20, WORDS = 3, TYPE = 200 };

static const struct options large = {0, LARGE};

/* Whether there was room for it. */
static bool record(uint64_t value) {
  struct thread *self = logs_enter();
  if (self == NULL) {
    return false;
  }
  logs_count(&self->log->begun);
  uint64_t *words = logs_room(self);
  if (words == NULL) {
    return false;
  }
  words[0] = TYPE | WORDS << 16;
  words[1] = clock_ticks();
  words[2] = value;
  logs_publish(self, WORDS);
  return true;
}

/* The records of a log, whose values must be 0, 1, 2 and so on. */
static uint64_t count(const struct log *log) {
  uint64_t seen = 0;
  for (struct chunk *chunk = log->first; chunk != NULL; chunk = chunk->next) {
    uint32_t used = atomic_load_explicit(&chunk->used, memory_order_acquire);
    for (uint32_t at = 0; at < used; at += WORDS) {
      CHECK(chunk->words[at] == (TYPE | WORDS << 16) && chunk->words[at + 2] == seen++);
    }
  }
  return seen;
}

static void *record_many(void *most) {
  uint64_t end = *(const uint64_t *)most;
  for (uint64_t i = 0; i < end; i++) {
    CHECK(record(i));
  }
  return NULL;
}

static void each_thread_has_a_log_that_is_read_in_the_order_of_writing(void) {
  enum { THREADS = 4 };
  const uint64_t many = 10000;
  pthread_t threads[THREADS];
  uint64_t id = logs_open(&large);
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&threads[i], NULL, record_many, (void *)(uintptr_t)&many) == 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_join(threads[i], NULL) == 0);
  }
  CHECK(!logs_find(id)->is_closed);
  logs_close(id);
  CHECK(logs_find(id)->log_count == THREADS);
  for (struct log *log = logs_find(id)->logs; log != NULL; log = log->next) {
    CHECK(count(log) == many && log->begun == many && log->owner == NULL);
  }
  logs_release(id);
}

static void what_the_budget_has_no_room_for_is_counted(void) {
  const uint64_t all = 100000;
  struct options small = {0, logs_bytes() + sizeof(struct thread) + 2 * sizeof(struct chunk)};
  uint64_t id = logs_open(&small);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < all; i++) {
    kept += record(i);
  }
  logs_close(id);
  struct log *log = logs_find(id)->logs;
  CHECK(kept < all && count(log) == kept && log->dropped[DROP_BUDGET] == all - kept && logs_bytes() <= small.budget);
  logs_release(id);
}

static void a_thread_gets_no_room_in_a_window_that_is_closed(void) {
  uint64_t id = logs_open(&large);
  CHECK(record(0));
  logs_close(id);
  struct log *log = logs_self->log;
  struct chunk *last = log->last;
  CHECK(logs_more_room(logs_self) == NULL && log->last == last && last->next == NULL);
  CHECK(log->dropped[DROP_BUDGET] == 0);
  logs_release(id);
  CHECK(logs_more_room(logs_self) == NULL);
}

static void only_one_window_is_open_at_a_time(void) {
  uint64_t id = logs_open(&large);
  CHECK(id != 0 && logs_open(&large) == 0);
  logs_release(id); /* of no effect while it is open */
  CHECK(logs_find(id) != NULL);
  logs_close(id);
  logs_close(id);
  logs_release(id);
  logs_release(id);
  CHECK(logs_find(id) == NULL);
}

static void without_a_window_there_is_no_log(void) {
  size_t before = logs_bytes();
  CHECK(!record(0) && logs_bytes() == before && logs_current == NULL);
}

/* A recorder that follows what its threads are told. */
struct counting_thread {
  struct thread thread;
  uint32_t left;
};

static _Atomic bool are_complete;
static _Atomic uint32_t lefts;
static _Atomic uint32_t ends;

static bool is_complete(const uint64_t *words) {
  CHECK(words[0] == (TYPE | WORDS << 16));
  return are_complete;
}

static void leave(struct thread *thread) {
  ((struct counting_thread *)thread)->left++;
  lefts++;
}

static void thread_ended(struct thread *thread) {
  CHECK(thread->log != NULL && ((struct counting_thread *)thread)->left == 2);
  ends++;
}

static const struct logs_recorder counting = {sizeof(struct counting_thread), is_complete, leave, thread_ended};

static void *record_in_two_windows(void *nothing) {
  for (int i = 0; i < 2; i++) {
    uint64_t id = logs_open(&large);
    for (uint64_t j = 0; j < CHUNK_WORDS; j++) {
      CHECK(record(j));
    }
    CHECK(((struct counting_thread *)logs_self)->left == (uint32_t)i + 1);
    are_complete = i == 1;
    logs_close(id);
    logs_release(id);
    /* Beside the chunk that the thread may be writing into, those into which somebody may are kept. */
    CHECK((logs_self->log->first == logs_self->log->last) == are_complete);
  }
  return nothing;
}

static void a_recorder_is_told_when_a_thread_leaves_its_log_and_when_it_ends(void) {
  pthread_t thread;
  logs_recorder = &counting;
  CHECK(pthread_create(&thread, NULL, record_in_two_windows, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(ends == 1 && lefts == 3);
}

static void *in_a_thread(void *test) {
  ((void (*)(void))(uintptr_t)test)();
  return NULL;
}

/* A thread has the size that the recorder says: so each test has one, which ends before the recorder changes. */
static void run(void (*test)(void)) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, in_a_thread, (void *)(uintptr_t)test) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

int main(void) {
  clock_choose();
  run(without_a_window_there_is_no_log);
  run(each_thread_has_a_log_that_is_read_in_the_order_of_writing);
  run(what_the_budget_has_no_room_for_is_counted);
  run(a_thread_gets_no_room_in_a_window_that_is_closed);
  run(only_one_window_is_open_at_a_time);
  run(a_recorder_is_told_when_a_thread_leaves_its_log_and_when_it_ends);
  return 0;
}
