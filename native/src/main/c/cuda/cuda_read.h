/* Conversion of CUPTI's records to our words. */
#ifndef STEP_PROFILER_CUDA_READ_H
#define STEP_PROFILER_CUDA_READ_H

#include "cuda_buffers.h"
#include "cuda_clock.h"

/* Writes words, as far as there is room; false if the buffer has no more records. One reader at a time. */
bool cuda_read_buffer(struct cuda_buffer *buffer, const struct cuda_clock *clock, uint64_t *to, uint32_t room,
                      uint32_t *words, uint64_t counts[CUDA_COUNTS]);
/* Writes a text that lists the kinds with records of unknown size; "" for none. */
void cuda_read_notes(char *text, size_t size);
/* Forgets the sizes of records seen so far. */
void cuda_read_forget(void);

#endif
