#define _GNU_SOURCE
#include "check.h"
#include "logs.h"

#include <pthread.h>

/* Logs of words that mean nothing, with no recorder and with one. */

enum { LARGE = 64 << 20, WORDS = 3, TYPE = 200, SPARES = 16 };

/* What is kept for threads that need a chunk next, and a chunk for each of some. */
#define SPARE_BYTES ((SPARES + 4) * (sizeof(struct chunk) + sizeof(struct thread)))

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

/* ---- Readings ---------------------------------------------------------------------------------------------------- */

/* Reads what is due; answers how many records, whose values must go on where they were, and whatever is missing. */
static uint64_t read_log(struct log *log, uint64_t until, bool is_last, uint64_t *next) {
  static __thread uint64_t words[CHUNK_WORDS];
  uint64_t seen = 0;
  uint32_t count;
  while (logs_copy(log, until, is_last, words, &count)) {
    for (uint32_t at = 0; at < count; at += WORDS) {
      CHECK(words[at] == (TYPE | WORDS << 16) && words[at + 2] == *next);
      ++*next;
      seen++;
    }
  }
  return seen;
}

/* Of a window with one log. */
static uint64_t read_one(uint64_t id, bool is_last, uint64_t *next) {
  struct reading reading = logs_begin_reading(logs_find(id));
  CHECK(reading.logs == 1 && reading.first->next == NULL);
  return read_log(reading.first, reading.at.after, is_last, next);
}

enum { READERS_THREADS = 3 };

struct writer {
  uint64_t records;
  _Atomic bool *is_over;
};

static void *record_for_long(void *argument) {
  struct writer *writer = argument;
  while (!*writer->is_over || writer->records < 50000) {
    writer->records += record(writer->records);
  }
  return NULL;
}

static void what_is_read_while_threads_record_is_each_record_once_and_takes_no_memory(void) {
  enum { READINGS = 50 };
  _Atomic bool is_over = false;
  pthread_t threads[READERS_THREADS];
  struct writer writers[READERS_THREADS];
  uint64_t next[READERS_THREADS] = {0};
  struct log *logs[READERS_THREADS];
  size_t before = logs_bytes();
  uint64_t id = logs_open(&large);
  for (int i = 0; i < READERS_THREADS; i++) {
    writers[i] = (struct writer){0, &is_over};
    CHECK(pthread_create(&threads[i], NULL, record_for_long, &writers[i]) == 0);
  }
  while (logs_begin_reading(logs_find(id)).logs < READERS_THREADS) {
  }
  logs[0] = logs_begin_reading(logs_find(id)).first;
  logs[1] = logs[0]->next;
  logs[2] = logs[1]->next;
  uint64_t begun = 0;
  uint64_t dropped = 0;
  for (int round = 0; round <= READINGS + 1; round++) {
    bool is_last = round == READINGS + 1;
    if (round == READINGS) {
      is_over = true;
      for (int i = 0; i < READERS_THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
      }
      logs_close(id);
    }
    struct reading reading = logs_begin_reading(logs_find(id));
    CHECK(reading.logs == (is_last ? 0 : READERS_THREADS));
    for (struct log *log = reading.first; log != NULL; log = log->next) {
      int i = log == logs[0] ? 0 : log == logs[1] ? 1 : 2;
      (void)read_log(log, reading.at.after, is_last, &next[i]);
      struct log_counts counts = logs_take_counts(log);
      begun += counts.begun;
      dropped += counts.dropped[DROP_BUDGET];
    }
  }
  uint64_t recorded = 0;
  uint64_t copied = 0;
  for (int i = 0; i < READERS_THREADS; i++) {
    recorded += writers[i].records;
    copied += next[i];
  }
  CHECK(copied == recorded && begun == recorded + dropped && logs_bytes() <= before + SPARE_BYTES);
  logs_release(id);
}

static void a_record_that_was_published_after_the_instant_of_a_reading_is_in_the_next(void) {
  uint64_t id = logs_open(&large);
  uint64_t next = 0;
  CHECK(record(0));
  struct reading reading = logs_begin_reading(logs_find(id));
  CHECK(record(1));
  CHECK(read_log(reading.first, logs_self->chunk->words[1], false, &next) == 1);
  CHECK(reading.first->oldest == logs_self->chunk->words[WORDS + 1]);
  CHECK(read_one(id, false, &next) == 1 && read_one(id, false, &next) == 0);
  CHECK(reading.first->oldest == UINT64_MAX);
  logs_close(id);
  CHECK(read_one(id, true, &next) == 0);
  logs_release(id);
}

static void counts_are_taken_once(void) {
  struct options small = {0, logs_bytes() + sizeof(struct thread) + sizeof(struct chunk)};
  uint64_t id = logs_open(&small);
  uint64_t kept = 0;
  for (int i = 0; i < 100000; i++) {
    kept += record(kept);
  }
  struct log_counts first = logs_take_counts(logs_self->log);
  struct log_counts second = logs_take_counts(logs_self->log);
  CHECK(first.begun == 100000 && first.dropped[DROP_BUDGET] == 100000 - kept);
  CHECK(second.begun == 0 && second.dropped[DROP_BUDGET] == 0);
  CHECK(!record(0) && logs_take_counts(logs_self->log).dropped[DROP_BUDGET] == 1);
  logs_close(id);
  logs_release(id);
}

static void a_thread_without_room_records_again_once_what_was_recorded_has_been_read(void) {
  struct options small = {0, logs_bytes() + sizeof(struct thread) + (SPARES + 3) * sizeof(struct chunk)};
  uint64_t id = logs_open(&small);
  uint64_t value = 0;
  uint64_t next = 0;
  for (int i = 0; i < 5; i++) {
    while (record(value)) {
      value++;
    }
    CHECK(read_one(id, false, &next) > 0 && next == value);
  }
  CHECK(logs_take_counts(logs_self->log).dropped[DROP_BUDGET] == 5);
  logs_close(id);
  logs_release(id);
}

static void *record_ten(void *nothing) {
  for (uint64_t i = 0; i < 10; i++) {
    CHECK(record(i));
  }
  return nothing;
}

static void logs_of_threads_that_have_ended_are_given_back_when_they_have_been_read(void) {
  size_t before = logs_bytes();
  uint64_t id = logs_open(&large);
  for (int i = 0; i < 1000; i++) {
    pthread_t thread;
    uint64_t next = 0;
    CHECK(pthread_create(&thread, NULL, record_ten, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(read_one(id, false, &next) == 10 && logs_bytes() <= before + SPARE_BYTES);
  }
  CHECK(logs_begin_reading(logs_find(id)).logs == 0);
  logs_close(id);
  logs_release(id);
}

/* A recorder that follows what its threads are told. */
struct counting_thread {
  struct thread thread;
  uint32_t left;
};

static _Atomic bool are_complete;
static const uint64_t *_Atomic incomplete; /* the one record that is not; NULL for none */
static _Atomic uint32_t lefts;
static _Atomic uint32_t ends;

static uint64_t completed(const uint64_t *words) {
  CHECK(words[0] == (TYPE | WORDS << 16));
  return are_complete && words != incomplete ? words[1] : 0;
}

static void leave(struct thread *thread) {
  ((struct counting_thread *)thread)->left++;
  lefts++;
}

static void thread_ended(struct thread *thread) {
  CHECK(thread->log != NULL && ((struct counting_thread *)thread)->left == 2);
  ends++;
}

static void ended_quietly(struct thread *thread) { (void)thread; }

static const struct logs_recorder counting = {sizeof(struct counting_thread), completed, leave, thread_ended};

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

/* A chunk with a record that is open stays until it has ended, and one whose thread has ended as if it had. */
static void *record_with_one_open(void *nothing) {
  uint64_t next = 0;
  uint64_t words[CHUNK_WORDS];
  uint32_t count;
  are_complete = true;
  uint64_t id = logs_open(&large);
  CHECK(record(0));
  CHECK(read_one(id, false, &next) == 1);
  CHECK(record(1));
  incomplete = &logs_self->chunk->words[WORDS];
  struct chunk *first = logs_self->chunk;
  next = 2;
  for (uint64_t i = 2; i < CHUNK_WORDS; i++) {
    CHECK(record(i));
  }
  CHECK(logs_self->chunk != first && read_one(id, false, &next) == CHUNK_WORDS - 2);
  CHECK(logs_self->log->first == first && logs_self->log->oldest == first->words[WORDS + 1]);
  CHECK(read_one(id, false, &next) == 0);
  incomplete = NULL;
  next = 1;
  CHECK(read_one(id, false, &next) == 1 && logs_self->log->first == logs_self->chunk);
  CHECK(record(CHUNK_WORDS));
  incomplete = logs_self->chunk->words + logs_self->chunk->position - WORDS;
  next = CHUNK_WORDS;
  CHECK(read_one(id, false, &next) == 0);
  logs_close(id);
  CHECK(read_one(id, false, &next) == 0);
  struct reading last = logs_begin_reading(logs_find(id));
  CHECK(logs_copy(last.first, last.at.after, true, words, &count) && count == WORDS && words[2] == CHUNK_WORDS);
  CHECK(!logs_copy(last.first, last.at.after, true, words, &count));
  logs_release(id);
  /* The thread may still be writing into it. */
  CHECK(logs_self->log->first == logs_self->chunk);
  incomplete = NULL;
  return nothing;
}

static void *leave_one_open(void *nothing) {
  CHECK(record(0));
  incomplete = logs_self->chunk->words;
  return nothing;
}

static void *leave_one_open_and_read(void *nothing) {
  pthread_t thread;
  uint64_t next = 0;
  uint64_t id = logs_open(&large);
  CHECK(pthread_create(&thread, NULL, leave_one_open, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(read_one(id, false, &next) == 1);
  CHECK(logs_begin_reading(logs_find(id)).logs == 0);
  logs_close(id);
  logs_release(id);
  incomplete = NULL;
  return nothing;
}

static void an_incomplete_record_is_read_when_it_is_complete_or_nobody_will_complete_it(void) {
  static const struct logs_recorder quiet = {sizeof(struct counting_thread), completed, leave, ended_quietly};
  void *(*const parts[])(void *) = {record_with_one_open, leave_one_open_and_read};
  logs_recorder = &quiet;
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, parts[i], NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
  }
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
  run(what_is_read_while_threads_record_is_each_record_once_and_takes_no_memory);
  run(a_record_that_was_published_after_the_instant_of_a_reading_is_in_the_next);
  run(counts_are_taken_once);
  run(a_thread_without_room_records_again_once_what_was_recorded_has_been_read);
  run(logs_of_threads_that_have_ended_are_given_back_when_they_have_been_read);
  run(a_recorder_is_told_when_a_thread_leaves_its_log_and_when_it_ends);
  run(an_incomplete_record_is_read_when_it_is_complete_or_nobody_will_complete_it);
  return 0;
}
