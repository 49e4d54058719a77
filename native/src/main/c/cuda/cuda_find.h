/* Finding CUDA in the process, and its CUPTI. */
#ifndef STEP_PROFILER_CUDA_FIND_H
#define STEP_PROFILER_CUDA_FIND_H

#include <stdbool.h>

/*
 * Looks for a driver that is in the process; if there is one, finds a CUPTI: one that is in the process, else at the
 * given path, else in the usual places. Fills cuda_found. "" for no path.
 */
void cuda_find(const char *given);

/* Whether a driver is in the process: a look at the list of its libraries, and nothing else. */
bool cuda_is_driver_loaded(void);

#endif
