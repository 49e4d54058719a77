#ifndef STEP_PROFILER_PROBE_H
#define STEP_PROFILER_PROBE_H

/* Looks for libtorch and tests what can be recorded; quick once it was found, and while it is not loaded. */
void probe_torch(void);

#endif
