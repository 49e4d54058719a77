/* Text of the reason why something cannot be recorded. */
#ifndef STEP_PROFILER_REASON_H
#define STEP_PROFILER_REASON_H

enum { REASON_LENGTH = 256 };

/* Writes at most REASON_LENGTH bytes, including the terminating zero. */
void reason_set(char *reason, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
