/* From CUPTI's records to our words. */
#ifndef STEP_PROFILER_CUDA_READ_H
#define STEP_PROFILER_CUDA_READ_H

#include "cuda_buffers.h"
#include "cuda_clock.h"

/* Words written, no more than there is room for; false if the buffer has nothing more. One reader at a time. */
bool cuda_read_buffer(struct cuda_buffer *buffer, const struct cuda_clock *clock, uint64_t *to, uint32_t room,
                      uint32_t *words, uint64_t counts[CUDA_COUNTS]);
/* In words, which kinds have had records of a size that is not known; "" for none. */
void cuda_read_notes(char *text, size_t size);
/* As if no record had been seen. */
void cuda_read_forget(void);

#endif
