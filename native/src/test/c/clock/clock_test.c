#include "check.h"
#include "clock.h"
#include "reason.h"

#include <string.h>

/* What is taken for a counter that keeps to one line with the monotonic clock, and what is not. */

enum { COUNT = 9, MILLI = 1000000 };

static struct clock_sample samples[COUNT];
static char reason[REASON_LENGTH];
static double rate;

/* 2.5 ticks a nanosecond, every 5 ms, in turn on two processors, read within 24 ns. */
static void see(void) {
  for (int i = 0; i < COUNT; i++) {
    int64_t nanos = INT64_C(5) * MILLI * i;
    uint64_t ticks = UINT64_MAX - 1000 + (uint64_t)(nanos / 2 * 5);
    samples[i] = (struct clock_sample){ticks - 30, ticks + 30, nanos + 77, i % 2};
  }
  rate = 0;
  reason[0] = '\0';
}

static void move(int i, int64_t ticks) {
  samples[i].before += (uint64_t)ticks;
  samples[i].after += (uint64_t)ticks;
}

static bool judge(void) { return clock_judge(samples, COUNT, &rate, reason); }

static void a_counter_on_a_line_has_its_rate(void) {
  see();
  CHECK(judge());
  CHECK(rate > 2.4999999 && rate < 2.5000001);
}

static void a_counter_that_jumps_on_one_processor_is_told_by_how_much(void) {
  see();
  move(3, 2500);
  CHECK(!judge());
  CHECK(strcmp(reason, "it is 1000 ns off the monotonic clock on processor 1") == 0);
  see();
  move(4, -2500);
  CHECK(!judge());
  CHECK(strcmp(reason, "it is -1000 ns off the monotonic clock on processor 0") == 0);
}

static void a_counter_whose_rate_changes_is_refused(void) {
  see();
  for (int i = 5; i < COUNT; i++) {
    move(i, 5000 * (i - 4));
  }
  CHECK(!judge());
  CHECK(strstr(reason, "off the monotonic clock") != NULL);
}

static void a_counter_that_runs_backwards_is_refused(void) {
  see();
  move(6, -20 * (int64_t)MILLI);
  CHECK(!judge());
  CHECK(strcmp(reason, "it ran backwards from processor 1 to processor 0") == 0);
}

static void a_reading_as_close_as_its_gap_is_on_the_line(void) {
  see();
  samples[4].after += 3000; /* 1200 ns */
  CHECK(judge());
  samples[4].after += 3000;
  CHECK(!judge());
  CHECK(strcmp(reason, "the monotonic clock takes 2424 ns to read") == 0);
}

static void too_few_or_too_short_is_no_verdict(void) {
  see();
  CHECK(!clock_judge(samples, 3, &rate, reason));
  CHECK(strcmp(reason, "it was not seen beside the monotonic clock often enough") == 0);
  CHECK(!clock_judge(samples, 4, &rate, reason));
  CHECK(clock_judge(samples, 5, &rate, reason));
}

static void a_counter_that_stands_still_is_refused(void) {
  see();
  for (int i = 0; i < COUNT; i++) {
    samples[i].before = 5;
    samples[i].after = 5;
  }
  CHECK(!judge());
  CHECK(strcmp(reason, "0 ticks a nanosecond cannot be") == 0);
}

/* Whatever this machine has: a rate or a reason, and where there is a rate, later readings are on its line. */
static void verifying_here_gives_a_rate_or_a_reason(void) {
  clock_choose();
  double found = clock_verify(reason);
  CHECK((found > 0) == (reason[0] == '\0'));
  if (found > 0) {
    struct clock_sample first = clock_anchor();
    int64_t nanos = clock_monotonic();
    while (clock_monotonic() - nanos < 10 * MILLI) {
    }
    struct clock_sample last = clock_anchor();
    double since = (double)(last.before - first.before) / found;
    double error = since - (double)(last.nanos - first.nanos);
    CHECK(clock_has_counter);
    /* What a clock that is being corrected may be off by, and readings a busy machine. */
    CHECK(error > -100000 && error < 100000);
  }
}

static void both_clocks_are_read_at_one_moment(void) {
  int64_t before = clock_monotonic();
  struct clock_sample anchor = clock_anchor();
  int64_t after = clock_monotonic();
  CHECK(before <= anchor.nanos && anchor.nanos <= after);
  CHECK(anchor.before <= anchor.after && anchor.after <= clock_ticks());
}

int main(void) {
  a_counter_on_a_line_has_its_rate();
  a_counter_that_jumps_on_one_processor_is_told_by_how_much();
  a_counter_whose_rate_changes_is_refused();
  a_counter_that_runs_backwards_is_refused();
  a_reading_as_close_as_its_gap_is_on_the_line();
  too_few_or_too_short_is_no_verdict();
  a_counter_that_stands_still_is_refused();
  verifying_here_gives_a_rate_or_a_reason();
  both_clocks_are_read_at_one_moment();
  return 0;
}
