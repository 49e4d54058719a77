#ifndef STEP_PROFILER_PROBE_H
#define STEP_PROFILER_PROBE_H

/* Looks for libtorch and tests what can be recorded of it; quick once it has been found, and while it is not there. */
void probe_torch(void);

#endif
