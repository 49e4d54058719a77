/* Windows of CUDA's activity. */
#ifndef STEP_PROFILER_CUDA_WINDOW_H
#define STEP_PROFILER_CUDA_WINDOW_H

#include "cuda_records.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cuda_options {
  uint32_t wanted; /* of enum cuda_wanted */
  size_t buffer_bytes;
  uint32_t buffers;
  bool marks_operations;
  bool latency;
};

/* The id of the new window; 0 and the reason if there can be none. */
uint64_t cuda_window_open(const struct cuda_options *options, char *reason);
/* Ends the recording. */
void cuda_window_close(uint64_t id);
/* Waits for what is not complete; then CUPTI gives back what it has. Whether all was complete. */
bool cuda_window_finish(uint64_t id, int64_t millis);
/* Frees the window, one that has not been finished, too. */
void cuda_window_release(uint64_t id);

/* Asks CUPTI for what is complete. */
void cuda_window_flush(uint64_t id);
/* How many words have been written; -1 if there is nothing more for now. */
int32_t cuda_window_read(uint64_t id, uint64_t *to, uint32_t room);

/* Whether CUPTI drops what the window would record, for want of a buffer. Takes no lock: a training loop asks. */
bool cuda_window_is_full(uint64_t id);
/* False if there is no such window. */
bool cuda_window_counts(uint64_t id, uint64_t counts[CUDA_COUNTS]);
/* Why a kind that was wanted is not recorded; "" if it is, or was not wanted. */
void cuda_window_missing(uint64_t id, uint32_t kind, char *reason);
int64_t cuda_window_clock_error(uint64_t id);
/* Remarks on what was read; "" for none. */
void cuda_window_notes(uint64_t id, char *text, size_t size);

#endif
