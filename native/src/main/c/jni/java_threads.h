/* Threads that have told who they are, by the system's numbers for them. */
#ifndef STEP_PROFILER_JAVA_THREADS_H
#define STEP_PROFILER_JAVA_THREADS_H

#include <stdint.h>

enum { NO_JAVA_THREAD = -1, NEVER_TOLD = -2 };

/* The calling thread, and when; `java_id` may be NO_JAVA_THREAD. */
void java_threads_tell(int64_t native_id, int64_t java_id);
/* Java's id of a thread that has told at or after some time, in nanoseconds, else NO_JAVA_THREAD or NEVER_TOLD. */
int64_t java_threads_find(int64_t native_id, int64_t since);

#endif
