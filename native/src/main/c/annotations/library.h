/* Library of another profiler, named by the environment. */
#ifndef STEP_PROFILER_LIBRARY_H
#define STEP_PROFILER_LIBRARY_H

#include "reason.h"

#include <pthread.h>
#include <stdbool.h>

/* Loads the library that an environment variable names; NULL and the reason if there is none. */
void *library_named_by(const char *variable, char *reason);

/* The only attempt to attach to a library, with its result. */
struct library_attempt {
  pthread_mutex_t lock;
  bool is_made;
  bool is_attached;
  char reason[REASON_LENGTH];
};

#define LIBRARY_NOT_TRIED {.lock = PTHREAD_MUTEX_INITIALIZER}

/* Attaches on the first call, on any thread; returns the result and the reason on each. */
bool library_attach_once(struct library_attempt *attempt, bool (*attach)(char *reason), char *reason);

#endif
