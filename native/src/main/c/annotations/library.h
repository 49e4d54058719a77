/* Library of another profiler, which the environment names. */
#ifndef STEP_PROFILER_LIBRARY_H
#define STEP_PROFILER_LIBRARY_H

#include "reason.h"

#include <pthread.h>
#include <stdbool.h>

/* The library that a variable of the environment names, loaded; NULL with the reason if there is none. */
void *library_named_by(const char *variable, char *reason);

/* The one attempt to attach to a library, and what came of it. */
struct library_attempt {
  pthread_mutex_t lock;
  bool is_made;
  bool is_attached;
  char reason[REASON_LENGTH];
};

#define LIBRARY_NOT_TRIED {.lock = PTHREAD_MUTEX_INITIALIZER}

/* Attaches the first time, on any thread; what came of it, with the reason, each time. */
bool library_attach_once(struct library_attempt *attempt, bool (*attach)(char *reason), char *reason);

#endif
