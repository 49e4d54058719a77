/* Metrics of all devices in use, one window at a time; independent of windows of activity. */
#ifndef STEP_PROFILER_CUDA_METRICS_H
#define STEP_PROFILER_CUDA_METRICS_H

#include "cuda_ranges.h"

/*
 * Opens a window, begins its first range, and returns its id; 0 and the reason on failure. Takes as long as CUPTI takes
 * to identify the chips: it may load libraries. Names are copied.
 */
uint64_t cuda_metrics_open(const struct cuda_metrics_options *options, char *reason);
/* Ends the range, begins the next one, and returns its number; -1 if all ranges have been used. */
int32_t cuda_metrics_next(uint64_t id);
/* Ends measuring: later launches are not measured. */
void cuda_metrics_stop(uint64_t id);
/* Stops, reads the measured values, and returns the number of devices. */
uint32_t cuda_metrics_collect(uint64_t id);
void cuda_metrics_release(uint64_t id);

/* Copies a device of a collected window, except for its rows, which the next function copies. */
bool cuda_metrics_device(uint64_t id, uint32_t index, struct cuda_ranges *to);
/* Copies the numbers of the rows, as far as there is room, and returns how many there are. */
size_t cuda_metrics_rows(uint64_t id, uint32_t index, double *to, size_t room);

#endif
