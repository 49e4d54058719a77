#ifndef STEP_PROFILER_LIKELY_H
#define STEP_PROFILER_LIKELY_H

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
