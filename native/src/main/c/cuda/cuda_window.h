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

/* Returns the id of the new window; 0 and the reason on failure. */
uint64_t cuda_window_open(const struct cuda_options *options, char *reason);
/* Ends the recording. */
void cuda_window_close(uint64_t id);
/* Waits for incomplete records, then makes CUPTI return all buffers; true if all records were complete. */
bool cuda_window_finish(uint64_t id, int64_t millis);
/* Frees the window, even if it has not been finished. */
void cuda_window_release(uint64_t id);

/* Makes CUPTI return complete buffers. */
void cuda_window_flush(uint64_t id);
/* Returns the number of words written; -1 if there is nothing to read now. */
int32_t cuda_window_read(uint64_t id, uint64_t *to, uint32_t room);

/* True if CUPTI drops records of the window for lack of a buffer. Takes no lock: the training loop calls it. */
bool cuda_window_is_full(uint64_t id);
/* False if there is no such window. */
bool cuda_window_counts(uint64_t id, uint64_t counts[CUDA_COUNTS]);
/* Writes the reason why a requested kind is not recorded; "" if it is recorded, or was not requested. */
void cuda_window_missing(uint64_t id, uint32_t kind, char *reason);
int64_t cuda_window_clock_error(uint64_t id);
/* Writes remarks on the records; "" for none. */
void cuda_window_notes(uint64_t id, char *text, size_t size);

#endif
