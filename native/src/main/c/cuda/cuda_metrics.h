/* Metrics of all devices in use, one window at a time; for windows of activity and without. */
#ifndef STEP_PROFILER_CUDA_METRICS_H
#define STEP_PROFILER_CUDA_METRICS_H

#include "cuda_ranges.h"

/*
 * The id of a new window, in which the first range has begun; 0 and the reason if there can be none. Takes as long as
 * CUPTI takes to find out about the chips: it may load libraries. Names are copied.
 */
uint64_t cuda_metrics_open(const struct cuda_metrics_options *options, char *reason);
/* Begins the next range, and ends the one before. Its number; -1 if there is none, since all have been used. */
int32_t cuda_metrics_next(uint64_t id);
/* What is launched from now on is not measured. */
void cuda_metrics_stop(uint64_t id);
/* Stops, and reads what was measured: how many devices there are. */
uint32_t cuda_metrics_collect(uint64_t id);
void cuda_metrics_release(uint64_t id);

/* What is known of a device of a window that has been collected, but for the rows: they are those of the next call. */
bool cuda_metrics_device(uint64_t id, uint32_t index, struct cuda_ranges *to);
/* Copies as many numbers of the rows as there is room for; how many there are. */
size_t cuda_metrics_rows(uint64_t id, uint32_t index, double *to, size_t room);

#endif
