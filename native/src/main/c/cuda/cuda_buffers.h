/*
 * Buffers that CUPTI fills. It requests and returns them on its own threads and on threads of the program, at any time,
 * even long after a window has ended: a buffer that it holds is never moved or freed.
 */
#ifndef STEP_PROFILER_CUDA_BUFFERS_H
#define STEP_PROFILER_CUDA_BUFFERS_H

#include "cuda_records.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cuda_buffer {
  struct cuda_buffer *next;
  struct cuda_pool *pool; /* NULL once its window has been released */
  uint8_t *memory;
  size_t bytes;

  /* Used by the reader. */
  size_t valid;
  uint8_t *record; /* next record; NULL before the first */
  bool is_begun;
};

/* Buffers of one window. */
struct cuda_pool {
  size_t buffer_bytes;
  uint32_t limit;
  uint32_t held;  /* number of buffers */
  uint32_t given; /* number of buffers that CUPTI holds */
  struct cuda_buffer *free;
  struct cuda_buffer *full;
  struct cuda_buffer **last; /* link for the next full buffer */
  uint64_t counts[CUDA_COUNTS];
};

/* Callbacks for CUPTI. */
void cuda_buffers_requested(uint8_t **buffer, size_t *bytes, size_t *max_records);
void cuda_buffers_completed(void *context, uint32_t stream, uint8_t *buffer, size_t bytes, size_t valid);

/* True if a buffer was requested while none was free, and none has become free since. Takes no lock. */
bool cuda_buffers_are_used_up(void);

/* Sets the pool that buffers are taken from; NULL for none. */
void cuda_buffers_use(struct cuda_pool *pool);
void cuda_buffers_init(struct cuda_pool *pool, size_t buffer_bytes, uint32_t limit);
/* Takes the next full buffer, in order of return; NULL if there is none. The caller owns it until it is put back. */
struct cuda_buffer *cuda_buffers_take(struct cuda_pool *pool);
void cuda_buffers_put(struct cuda_buffer *buffer);
/* Frees all buffers; a buffer that CUPTI holds is freed on return. */
void cuda_buffers_free(struct cuda_pool *pool);

uint32_t cuda_buffers_given(struct cuda_pool *pool);
void cuda_buffers_count(struct cuda_pool *pool, enum cuda_count what, uint64_t by);
void cuda_buffers_counts(struct cuda_pool *pool, uint64_t counts[CUDA_COUNTS]);
/* Bytes of the buffers of all windows, including buffers that CUPTI holds. */
size_t cuda_buffers_bytes(void);
/* Bytes of the buffers that CUPTI has returned and no reader has put back. */
size_t cuda_buffers_unread_bytes(void);

#endif
