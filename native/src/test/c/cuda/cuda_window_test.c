#define _GNU_SOURCE
#include "fake_cuda.h"
#include "clock.h"
#include "cuda_buffers.h"
#include "cuda_clock.h"
#include "cuda_devices.h"
#include "operation_marks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

/* Finding CUDA, opening and ending windows, buffers that run out, come late, or from other threads; what fails. */

static void nothing_is_found_without_a_driver(void) {
  char reason[REASON_LENGTH];
  cuda_find("");
  CHECK(!cuda_found.is_usable && strstr(cuda_found.reason, "no CUDA driver") != NULL);
  CHECK(cuda_window_open(&everything, reason) == 0 && strstr(reason, "no CUDA driver") != NULL);
  CHECK(cuda_device_count(reason) == 0 && reason[0] != '\0');
}

static void a_cupti_that_cannot_be_used_has_its_reason(void) {
  char path[FAKE_PATH + 16];
  fake_load();
  cuda_find("/nowhere/libcupti.so");
  CHECK(!cuda_found.is_usable && strstr(cuda_found.reason, "does not load") != NULL);
  CHECK(cuda_found.driver_version == 12060);
  snprintf(path, sizeof path, "%s/fake_cuda.so", getenv("FAKES"));
  cuda_find(path);
  CHECK(!cuda_found.is_usable && strstr(cuda_found.reason, "has no cupti") != NULL);
  void *library = dlopen(fake_cupti_path, RTLD_NOW);
  fake_symbol(library, "fake_cupti_line", &fake_cupti);
  fake_symbol(library, "fake_cupti_count", &fake_count);
  fake("version 12");
  cuda_find(fake_cupti_path);
  CHECK(!cuda_found.is_usable && strstr(cuda_found.reason, "older") != NULL);
  fake("fail cuptiGetVersion 15");
  snprintf(path, sizeof path, "%s/./fake_cupti.so", getenv("FAKES"));
  cuda_find(path);
  CHECK(!cuda_found.is_usable && strstr(cuda_found.reason, "FAKE_ERROR_15 (15)") != NULL);
  fake("fail cuptiGetVersion 0");
  fake("version 24");
  cuda_find(fake_cupti_path);
  char toolkit[16];
  CHECK(cuda_found.is_usable && strcmp(cupti_toolkit(cuda_found.version, toolkit, sizeof toolkit), "12.6") == 0);
  CHECK(strcmp(cupti_toolkit(130001, toolkit, sizeof toolkit), "13.0") == 0);
  CHECK(strcmp(cupti_toolkit(25, toolkit, sizeof toolkit), "") == 0);
}

static void the_cupti_that_nvtx_will_load_is_used(void) {
  char path[FAKE_PATH + 16];
  snprintf(path, sizeof path, "%s/libcupti.so.99", getenv("FAKES"));
  (void)unlink(path);
  CHECK(symlink("fake_cupti.so", path) == 0);
  memset(&cuda_found, 0, sizeof cuda_found);
  setenv("NVTX_INJECTION64_PATH", path, 1);
  cuda_find("");
  CHECK(cuda_found.is_usable && strcmp(cuda_found.path, fake_cupti_path) == 0);
  unsetenv("NVTX_INJECTION64_PATH");
  (void)unlink(path);
}

static void devices_have_their_limits_and_what_is_not_told_is_minus_one(void) {
  char reason[REASON_LENGTH];
  char line[] = "attribute 111 -1";
  char two[] = "devices 2";
  char none[] = "error 3";
  char good[] = "error 0";
  struct cuda_device device;
  fake_driver(two);
  fake_driver(line);
  CHECK(cuda_device_count(reason) == 2 && reason[0] == '\0');
  cuda_device_read(1, &device);
  CHECK(strcmp(device.name, "Fake 1") == 0 && device.memory == (INT64_C(40) << 30) + 1 && strlen(device.uuid) == 32);
  CHECK(device.attributes[0] == 8 && device.attributes[2] == 108 && device.attributes[5] == 2048);
  CHECK(device.attributes[12] == -1);
  fake_driver(none);
  CHECK(cuda_device_count(reason) == 0 && strstr(reason, "not initialised") != NULL);
  fake_driver(good);
}

static void check_that_nothing_is_left(void) {
  CHECK(fake_count(FAKE_ENABLED) == 0 && fake_count(FAKE_SUBSCRIBED) == 0);
  CHECK(atomic_load(&operation_marks) == NULL && cuda_buffers_bytes() == 0 && cuda_buffers_unread_bytes() == 0);
}

static void a_window_that_cannot_be_opened_leaves_nothing_behind(void) {
  static const struct {
    const char *function;
    int result;
    const char *reason;
  } failures[] = {{"cuptiSubscribe", 39, "another profiler has CUPTI"},
                  {"cuptiSubscribe", 15, "subscribing to CUPTI failed with FAKE_ERROR_15 (15)"},
                  {"cuptiActivityRegisterCallbacks", 1, "registering"},
                  {"cuptiSubscribe", 14, "subscribing to CUPTI failed with CUPTI_ERROR_NOT_COMPATIBLE (14)"},
                  {"cuptiActivityEnable", 14, "failed with CUPTI_ERROR_NOT_COMPATIBLE (14)"},
                  {"cuptiActivityEnable", 35, "only administrators"},
                  {"cuptiActivityEnable", 40, "only administrators"}};
  for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
    char reason[REASON_LENGTH];
    fake("fail %s %d", failures[i].function, failures[i].result);
    CHECK(cuda_window_open(&everything, reason) == 0 && strstr(reason, failures[i].reason) != NULL);
    fake("fail %s 0", failures[i].function);
    check_that_nothing_is_left();
  }
  struct cuda_options nothing = everything;
  char reason[REASON_LENGTH];
  nothing.wanted = 0;
  CHECK(cuda_window_open(&nothing, reason) == 0 && reason[0] != '\0');
  check_that_nothing_is_left();
}

static void a_kind_that_fails_is_missing_and_the_others_are_recorded(void) {
  char reason[REASON_LENGTH];
  fake("fail cuptiActivityEnable 35 10");
  fake("fail cuptiActivityEnable 21 48"); /* one that nobody misses */
  fake("fail cuptiSetThreadIdType 27");
  uint64_t id = fake_open(&everything);
  cuda_window_missing(id, __builtin_ctz(CUDA_WANT_KERNELS), reason);
  CHECK(strstr(reason, "enabling kernels failed with CUPTI_ERROR_INSUFFICIENT_PRIVILEGES") != NULL);
  cuda_window_missing(id, __builtin_ctz(CUDA_WANT_DRIVER), reason);
  CHECK(reason[0] == '\0');
  cuda_window_missing(id, 99, reason);
  CHECK(reason[0] == '\0');
  char notes[512];
  cuda_window_notes(id, notes, sizeof notes);
  CHECK(strstr(notes, "thread ids") != NULL);
  fake("record kernel 0 start=1 end=2 name=k");
  fake("record copy 0 start=1 end=2");
  CHECK(cuda_window_finish(id, 0));
  uint32_t count;
  uint64_t *words = fake_read(id, &count);
  CHECK(count == 10 && type_of(words) == CUDA_COPY);
  free(words);
  cuda_window_release(id);
  fake("fail cuptiActivityEnable 0 10");
  fake("fail cuptiActivityEnable 0 48");
  fake("fail cuptiSetThreadIdType 0");
  check_that_nothing_is_left();
}

static void a_kind_that_does_not_go_with_another_is_missing_with_that_reason(void) {
  char reason[REASON_LENGTH];
  fake("fail cuptiActivityEnable 14 10");
  uint64_t id = fake_open(&everything);
  cuda_window_missing(id, __builtin_ctz(CUDA_WANT_KERNELS), reason);
  CHECK(strcmp(reason, "enabling kernels failed with CUPTI_ERROR_NOT_COMPATIBLE (14)") == 0);
  cuda_window_missing(id, __builtin_ctz(CUDA_WANT_COPIES), reason);
  CHECK(reason[0] == '\0');
  cuda_window_release(id);
  fake("fail cuptiActivityEnable 0 10");
  check_that_nothing_is_left();
}

static void failures_while_it_records_harm_nothing(void) {
  static const char *const functions[] = {"cuptiActivityFlushAll", "cuptiActivityGetNumDroppedRecords",
                                          "cuptiGetCallbackName", "cuptiGetResultString"};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    fake("fail %s 999", functions[i]);
    uint64_t id = fake_open(&everything);
    fake("record runtime 0 cbid=211 start=1 end=2");
    cuda_window_flush(id);
    cuda_window_close(id);
    (void)cuda_window_finish(id, 60000); /* nothing to wait for where CUPTI cannot flush */
    uint32_t count;
    free(fake_read(id, &count));
    CHECK(count == (i == 0 ? 0 : 6) && fake_counted(id, CUDA_COUNT_KEPT) == (i == 0 ? 1 : 0));
    char notes[1024];
    cuda_window_notes(id, notes, sizeof notes);
    CHECK((strstr(notes, "flushing CUPTI's buffers failed with FAKE_ERROR_999 (999)") != NULL) == (i == 0));
    cuda_window_release(id);
    fake("fail %s 0", functions[i]);
    uint64_t next = fake_open(&everything);
    cuda_window_release(next); /* in which CUPTI gives back what it kept */
    check_that_nothing_is_left();
  }
}

static void one_window_at_a_time_and_ids_that_are_gone_do_nothing(void) {
  char reason[REASON_LENGTH];
  uint64_t counts[CUDA_COUNTS];
  uint64_t words[CUDA_MAX_RECORD_WORDS];
  uint64_t id = fake_open(&everything);
  CHECK(cuda_window_open(&everything, reason) == 0 && strstr(reason, "another window") != NULL);
  CHECK(cuda_window_read(id, words, 1) == -1);
  cuda_window_close(id);
  cuda_window_close(id);
  cuda_window_release(id);
  cuda_window_release(id);
  cuda_window_close(id);
  cuda_window_flush(id);
  CHECK(cuda_window_finish(id, 0) && cuda_window_read(id, words, CUDA_MAX_RECORD_WORDS) == -1);
  CHECK(!cuda_window_counts(id, counts) && !cuda_window_is_full(id) && cuda_window_clock_error(id) == 0);
  cuda_window_notes(id, reason, sizeof reason);
  CHECK(reason[0] == '\0');
  check_that_nothing_is_left();
}

static void what_was_recorded_before_the_next_window_stays_with_its_own(void) {
  uint32_t count;
  uint64_t first = fake_open(&everything);
  fake("record runtime 0 cbid=211 start=1 end=2 correlation=1");
  cuda_window_close(first);
  fake("record runtime 0 cbid=211 start=1 end=2 correlation=99"); /* disabled */
  uint64_t second = fake_open(&everything);
  fake("record runtime 0 cbid=211 start=1 end=2 correlation=2");
  uint64_t *words = fake_read(first, &count);
  CHECK(count == 6 && low(words[4]) == 1);
  free(words);
  CHECK(cuda_window_finish(second, 0));
  words = fake_read(second, &count);
  CHECK(count == 6 && low(words[4]) == 2);
  free(words);
  cuda_window_release(first);
  cuda_window_release(second);
  check_that_nothing_is_left();
}

static void buffers_that_run_out_are_told_and_reading_makes_room(void) {
  struct cuda_options small = everything;
  small.buffer_bytes = 4096;
  small.buffers = 2;
  uint64_t id = fake_open(&small);
  uint32_t count;
  for (int i = 0; i < 250; i++) {
    fake("record runtime 0 cbid=211 start=1 end=2 correlation=%d", i);
  }
  CHECK(cuda_window_is_full(id) && fake_counted(id, CUDA_COUNT_REFUSED) == 250 - 2 * (4096 / 40));
  CHECK(cuda_buffers_bytes() == 2 * 4096);
  CHECK(cuda_buffers_unread_bytes() == 2 * 4096);
  cuda_window_flush(id);
  free(fake_read(id, &count));
  CHECK(count == 6 * 2 * (4096 / 40) && !cuda_window_is_full(id));
  CHECK(cuda_buffers_bytes() == 2 * 4096 && cuda_buffers_unread_bytes() == 0);
  fake("record runtime 0 cbid=211 start=1 end=2 correlation=1000");
  CHECK(cuda_window_finish(id, 0));
  free(fake_read(id, &count));
  CHECK(count == 6 && fake_counted(id, CUDA_COUNT_DROPPED) == 250 - 2 * (4096 / 40));
  fake("drop 5");
  cuda_window_release(id);
  check_that_nothing_is_left();
  id = fake_open(&small);
  fake("record runtime 0 cbid=211 start=1 end=2");
  cuda_window_flush(id);
  CHECK(cuda_buffers_unread_bytes() == 4096);
  cuda_window_release(id); /* without having been read */
  check_that_nothing_is_left();
}

static void buffers_that_come_late_are_freed(void) {
  uint64_t id = fake_open(&everything);
  fake("record runtime 0 cbid=211 start=1 end=2");
  fake("keep");
  CHECK(!cuda_window_finish(id, 0));
  uint32_t count;
  free(fake_read(id, &count));
  CHECK(count == 0 && fake_counted(id, CUDA_COUNT_KEPT) == 1);
  cuda_window_release(id);
  CHECK(cuda_buffers_bytes() == everything.buffer_bytes);
  uint64_t next = fake_open(&everything);
  fake("give");
  CHECK(fake_counted(next, CUDA_COUNT_LATE) == 1);
  cuda_window_release(next);
  check_that_nothing_is_left();
}

static void buffers_of_nobody_are_left_alone(void) {
  uint8_t memory[64];
  uint8_t *buffer = memory;
  size_t bytes = 1;
  size_t most = 1;
  cuda_buffers_completed(NULL, 0, memory, sizeof memory, 32);
  cuda_buffers_requested(&buffer, &bytes, &most);
  CHECK(buffer == NULL && bytes == 0 && most == 0);
  uint64_t id = fake_open(&everything);
  cuda_buffers_completed(NULL, 0, memory, sizeof memory, 32);
  cuda_buffers_requested(&buffer, &bytes, &most);
  CHECK(buffer != NULL && bytes == everything.buffer_bytes);
  cuda_buffers_completed(NULL, 0, buffer, bytes, 0); /* empty */
  cuda_buffers_completed(NULL, 0, buffer, bytes, bytes); /* again */
  cuda_window_release(id);
  check_that_nothing_is_left();
}

static void closing_a_window_returns_the_complete_records(void) {
  uint64_t id = fake_open(&everything);
  fake("record kernel 0 start=5 end=6 name=k");
  cuda_window_close(id);
  uint32_t count;
  free(fake_read(id, &count));
  CHECK(count == 18);
  cuda_window_release(id);
  check_that_nothing_is_left();
}

static void calls_that_only_read_a_variable_are_not_recorded(void) {
  cupti_result (*runtime_call)(uint32_t, uint8_t) = cuda_found.cupti.runtime_call;
  for (int is_old = 0; is_old < 2; is_old++) {
    cuda_found.cupti.runtime_call = is_old ? NULL : runtime_call;
    uint64_t id = fake_open(&everything);
    fake("record runtime 0 cbid=17 start=5 end=6");
    fake("record runtime 0 cbid=13 start=5 end=6");
    CHECK(cuda_window_finish(id, 0) && fake_counted(id, CUDA_COUNT_RECORDS) == 0);
    uint32_t count;
    free(fake_read(id, &count));
    CHECK(fake_counted(id, CUDA_COUNT_RECORDS) == (is_old ? 2 : 1));
    cuda_window_release(id);
  }
  cuda_found.cupti.runtime_call = runtime_call;
  check_that_nothing_is_left();
}

static void what_is_unfinished_is_waited_for_and_then_read(void) {
  uint64_t id = fake_open(&everything);
  fake("unfinished");
  fake("record kernel 0 start=5 end=0 name=k");
  fake("record kernel 0 start=5 end=6 name=k");
  int64_t before = clock_monotonic();
  CHECK(!cuda_window_finish(id, 20) && clock_monotonic() - before >= 20000000);
  uint32_t count;
  free(fake_read(id, &count));
  CHECK(count == 36 && fake_counted(id, CUDA_COUNT_RECORDS) == 2);
  fake("finished");
  cuda_window_release(id);
  check_that_nothing_is_left();
}

static void times_are_of_our_clock(void) {
  static const char *const failing[] = {NULL, "cuptiActivityRegisterTimestampCallback", "cuptiGetTimestamp"};
  for (size_t i = 0; i < 3; i++) {
    if (failing[i] != NULL) {
      fake("fail %s 27", failing[i]);
    }
    int64_t before = clock_monotonic();
    uint64_t id = fake_open(&everything);
    fake("record runtime 0 cbid=211 start=now end=now+10");
    fake("record kernel 0 start=now end=now+500 name=k");
    cuda_window_flush(id);
    fake("record runtime 0 cbid=211 start=now end=now+10");
    CHECK(cuda_window_finish(id, 0));
    int64_t after = clock_monotonic();
    int64_t error = cuda_window_clock_error(id);
    CHECK(i == 0 ? error == 0 : error >= 0 && error < 1000000000);
    uint32_t count;
    uint64_t *words = fake_read(id, &count);
    CHECK(count == 6 + 18 + 6);
    int64_t least = before - error - 1000;
    for (uint32_t at = 0; at < count; at += words_of(words + at)) {
      int64_t start = (int64_t)words[at + 1];
      CHECK(start >= least && start <= after + error + 1000 && (int64_t)words[at + 2] >= start);
    }
    CHECK(words[6 + 10] == 0 && words[6 + 11] == 0); /* queued, submitted: not known */
    free(words);
    cuda_window_release(id);
  }
  fake("fail cuptiActivityRegisterTimestampCallback 0");
  fake("fail cuptiGetTimestamp 0");
}

/* Of the system's clock again, for other profilers. */
static void the_clock_that_was_registered_goes_back_to_the_usual_one(void) {
  uint64_t id = fake_open(&everything);
  cuda_window_release(id);
  uint64_t nanos = 0;
  CHECK(cuda_found.cupti.timestamp(&nanos) == 0);
  CHECK(nanos > UINT64_C(1500000000000000000)); /* years since 1970, not since the machine was started */
}

static void operations_are_marked_only_while_a_window_wants_it(void) {
  uint64_t pushed = fake_count(FAKE_PUSHED);
  CHECK(atomic_load(&operation_marks) == NULL);
  uint64_t id = fake_open(&everything);
  const struct operation_marks *marks = atomic_load(&operation_marks);
  CHECK(marks != NULL);
  marks->push(4711);
  marks->push(4712);
  fake("record runtime 0 cbid=211 start=1 end=2 correlation=8");
  marks->pop();
  fake("record driver 0 cbid=307 start=1 end=2 correlation=9");
  CHECK(cuda_window_finish(id, 0) && atomic_load(&operation_marks) == NULL);
  marks->pop(); /* of an operation that ends after the window */
  uint32_t count;
  uint64_t *words = fake_read(id, &count);
  CHECK(count == 3 + 6 + 3 + 6 && words[1] == 4712 && words[2] == 8 && words[10] == 4711 && words[11] == 9);
  CHECK(code_of(words) == CUDA_EXTERNAL_OPERATION && fake_count(FAKE_PUSHED) - pushed == 2);
  CHECK(fake_count(FAKE_PUSHED) == fake_count(FAKE_POPPED));
  free(words);
  cuda_window_release(id);
  struct cuda_options plain = everything;
  plain.marks_operations = false;
  id = fake_open(&plain);
  CHECK(atomic_load(&operation_marks) == NULL);
  cuda_window_release(id);
}

/* What a child of a fork does with its copy is not in the window of its parent, and its operations call no CUPTI. */
static void a_fork_in_a_window_leaves_the_parent_its_own(void) {
  int status = 0;
  uint64_t pushed = fake_count(FAKE_PUSHED);
  uint64_t id = fake_open(&everything);
  fake("record runtime 0 cbid=211 start=1 end=2 correlation=1");
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(atomic_load(&operation_marks) == NULL && fake_count(FAKE_PUSHED) == pushed);
    fake("record runtime 0 cbid=211 start=1 end=2 correlation=99");
    cuda_window_flush(id);
    cuda_window_release(id);
    check_that_nothing_is_left();
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(atomic_load(&operation_marks) != NULL);
  fake("record runtime 0 cbid=211 start=1 end=2 correlation=2");
  CHECK(cuda_window_finish(id, 0));
  uint32_t count;
  uint64_t *words = fake_read(id, &count);
  CHECK(count == 12 && low(words[4]) == 1 && low(words[10]) == 2 && fake_counted(id, CUDA_COUNT_DROPPED) == 0);
  free(words);
  cuda_window_release(id);
  check_that_nothing_is_left();
}

enum { THREADS = 3, RECORDS = 400, ROUNDS = 12 };

static void *write_records(void *argument) {
  for (int i = 0; i < RECORDS; i++) {
    char line[] = "force runtime 0 cbid=211 start=1 end=2 correlation=1";
    fake_cupti(line);
  }
  return argument;
}

/* All that was written is read, late or dropped, whoever does what when. */
static void threads_that_record_while_windows_come_and_go_lose_nothing_unsaid(void) {
  struct cuda_options small = everything;
  small.buffer_bytes = 4096;
  small.buffers = 6;
  fake("elsewhere");
  for (int round = 0; round < ROUNDS; round++) {
    pthread_t threads[THREADS];
    uint64_t id = fake_open(&small);
    uint32_t count;
    uint64_t read = 0;
    for (int i = 0; i < THREADS; i++) {
      CHECK(pthread_create(&threads[i], NULL, write_records, NULL) == 0);
    }
    for (int i = 0; i < 5; i++) {
      cuda_window_flush(id);
      free(fake_read(id, &count));
      read += count / 6;
    }
    for (int i = 0; i < THREADS; i++) {
      CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(cuda_window_finish(id, 10));
    free(fake_read(id, &count));
    read += count / 6;
    CHECK(read == fake_counted(id, CUDA_COUNT_RECORDS));
    CHECK(read + fake_counted(id, CUDA_COUNT_DROPPED) == THREADS * RECORDS);
    cuda_window_release(id);
    check_that_nothing_is_left();
  }
}

int main(void) {
  nothing_is_found_without_a_driver();
  a_cupti_that_cannot_be_used_has_its_reason();
  the_cupti_that_nvtx_will_load_is_used();
  devices_have_their_limits_and_what_is_not_told_is_minus_one();
  a_window_that_cannot_be_opened_leaves_nothing_behind();
  a_kind_that_fails_is_missing_and_the_others_are_recorded();
  a_kind_that_does_not_go_with_another_is_missing_with_that_reason();
  failures_while_it_records_harm_nothing();
  one_window_at_a_time_and_ids_that_are_gone_do_nothing();
  what_was_recorded_before_the_next_window_stays_with_its_own();
  buffers_that_run_out_are_told_and_reading_makes_room();
  buffers_that_come_late_are_freed();
  buffers_of_nobody_are_left_alone();
  closing_a_window_returns_the_complete_records();
  calls_that_only_read_a_variable_are_not_recorded();
  what_is_unfinished_is_waited_for_and_then_read();
  times_are_of_our_clock();
  the_clock_that_was_registered_goes_back_to_the_usual_one();
  operations_are_marked_only_while_a_window_wants_it();
  a_fork_in_a_window_leaves_the_parent_its_own();
  threads_that_record_while_windows_come_and_go_lose_nothing_unsaid();
  return 0;
}
