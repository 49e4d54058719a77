/* Java ids that threads have registered, by the system's thread ids. */
#ifndef STEP_PROFILER_JAVA_THREADS_H
#define STEP_PROFILER_JAVA_THREADS_H

#include <stdint.h>

enum { NO_JAVA_THREAD = -1, NEVER_TOLD = -2 };

/* Registers the calling thread with the current time; `java_id` may be NO_JAVA_THREAD. */
void java_threads_tell(int64_t native_id, int64_t java_id);
/* Returns Java's id of a thread that registered at or after a time in nanoseconds, else NO_JAVA_THREAD or NEVER_TOLD.
 */
int64_t java_threads_find(int64_t native_id, int64_t since);

#endif
