#define _GNU_SOURCE
#include "cuda_clock.h"

#include "clock.h"
#include "cupti.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { READINGS = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cuda_clock now;
static _Atomic bool is_ours;

/* GP4: CUPTI takes its timestamps from our clock. */
/*
 * CUPTI calls this on any thread, even after the window has ended: it cannot be unregistered, so it then returns the
 * clock that CUPTI itself uses on Linux.
 */
static uint64_t timestamp(void) {
  if (atomic_load_explicit(&is_ours, memory_order_relaxed)) {
    return (uint64_t)clock_monotonic();
  }
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

struct pair {
  uint64_t theirs;
  int64_t ours;
  int64_t width; /* -1 if CUPTI's clock cannot be read */
};

static struct pair read_pair(void) {
  struct pair best = {0, 0, -1};
  for (int i = 0; i < READINGS && cuda_found.cupti.timestamp != NULL; i++) {
    uint64_t theirs = 0;
    int64_t before = clock_monotonic();
    cupti_result result = cuda_found.cupti.timestamp(&theirs);
    int64_t width = clock_monotonic() - before;
    if (result == CUPTI_SUCCESS && (best.width < 0 || width < best.width)) {
      best = (struct pair){theirs, before + width / 2, width};
    }
  }
  return best;
}

void cuda_clock_begin(void) {
  struct cuda_clock clock = {.is_ours = false};
  atomic_store(&is_ours, true);
  if (cuda_found.cupti.register_timestamp != NULL &&
      cuda_found.cupti.register_timestamp(timestamp) == CUPTI_SUCCESS) {
    clock.is_ours = true;
  } else {
    atomic_store(&is_ours, false);
    struct pair pair = read_pair();
    if (pair.width < 0) {
      /* CUPTI itself uses the system's clock on Linux. */
      int64_t before = clock_monotonic();
      pair.theirs = timestamp();
      pair.width = clock_monotonic() - before;
      pair.ours = before + pair.width / 2;
    }
    clock.first = clock.last = pair.theirs;
    clock.first_ours = clock.last_ours = pair.ours;
    clock.error = (pair.width + 1) / 2;
  }
  pthread_mutex_lock(&lock);
  now = clock;
  pthread_mutex_unlock(&lock);
}

void cuda_clock_look(void) {
  if (atomic_load(&is_ours)) {
    return;
  }
  struct pair pair = read_pair();
  pthread_mutex_lock(&lock);
  if (!now.is_ours && pair.width >= 0) {
    now.last = pair.theirs;
    now.last_ours = pair.ours;
    now.error = now.error > (pair.width + 1) / 2 ? now.error : (pair.width + 1) / 2;
  }
  pthread_mutex_unlock(&lock);
}

void cuda_clock_end(void) { atomic_store(&is_ours, false); }

struct cuda_clock cuda_clock_now(void) {
  pthread_mutex_lock(&lock);
  struct cuda_clock clock = now;
  pthread_mutex_unlock(&lock);
  return clock;
}

int64_t cuda_clock_nanos(const struct cuda_clock *clock, uint64_t time) {
  if (clock->is_ours || time == 0) {
    return (int64_t)time;
  }
  __int128 since = (__int128)time - clock->first;
  __int128 theirs = (__int128)clock->last - clock->first;
  if (theirs > 0) {
    since = since * (clock->last_ours - clock->first_ours) / theirs;
  }
  return (int64_t)(clock->first_ours + since);
}
