#include "java_threads.h"

#include "clock.h"

#include <pthread.h>

/* Linux assigns thread ids in sequence, so threads that live at the same time hardly ever share a place. */
enum { PLACES = 1 << 12 };

struct told {
  int64_t native_id; /* 0 for an empty place */
  int64_t java_id;
  int64_t nanos;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct told places[PLACES];

void java_threads_tell(int64_t native_id, int64_t java_id) {
  struct told told = {native_id, java_id, clock_monotonic()};
  pthread_mutex_lock(&lock);
  places[native_id % PLACES] = told;
  pthread_mutex_unlock(&lock);
}

int64_t java_threads_find(int64_t native_id, int64_t since) {
  if (native_id <= 0) {
    return NEVER_TOLD;
  }
  pthread_mutex_lock(&lock);
  struct told told = places[native_id % PLACES];
  pthread_mutex_unlock(&lock);
  return told.native_id == native_id && told.nanos >= since ? told.java_id : NEVER_TOLD;
}
