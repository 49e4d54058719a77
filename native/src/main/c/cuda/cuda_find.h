/* Search for CUDA in the process, and for its CUPTI. */
#ifndef STEP_PROFILER_CUDA_FIND_H
#define STEP_PROFILER_CUDA_FIND_H

#include <stdbool.h>

/*
 * Looks for a driver in the process; if there is one, finds a CUPTI: a loaded one, else at the given path, else in the
 * usual places. Fills cuda_found. "" for no path.
 */
void cuda_find(const char *given);

/* True if a driver is in the process; only checks the list of its libraries. */
bool cuda_is_driver_loaded(void);

#endif
