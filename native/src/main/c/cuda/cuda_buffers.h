/*
 * The buffers that CUPTI fills. It asks for them, and gives them back, on threads of its own and of the program, at any
 * time, also long after a window has ended: a buffer that it has stays where it is.
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

  /* The reader's. */
  size_t valid;
  uint8_t *record; /* that comes next; NULL before the first */
  bool is_begun;
};

/* Those of one window. */
struct cuda_pool {
  size_t buffer_bytes;
  uint32_t limit;
  uint32_t held;  /* all that there are */
  uint32_t given; /* of these, what CUPTI has */
  struct cuda_buffer *free;
  struct cuda_buffer *full;
  struct cuda_buffer **last; /* where the next full one goes */
  uint64_t counts[CUDA_COUNTS];
};

/* What CUPTI is told to call. */
void cuda_buffers_requested(uint8_t **buffer, size_t *bytes, size_t *max_records);
void cuda_buffers_completed(void *context, uint32_t stream, uint8_t *buffer, size_t bytes, size_t valid);

/* Whether one was asked for while none was free, and none has come free since. Without a lock. */
bool cuda_buffers_are_used_up(void);

/* From now on buffers are taken from there; from nowhere if NULL. */
void cuda_buffers_use(struct cuda_pool *pool);
void cuda_buffers_init(struct cuda_pool *pool, size_t buffer_bytes, uint32_t limit);
/* The next full one, in the order in which they came back; NULL for none. It is the caller's until it is put back. */
struct cuda_buffer *cuda_buffers_take(struct cuda_pool *pool);
void cuda_buffers_put(struct cuda_buffer *buffer);
/* Frees all but what CUPTI has: those go when they come back. */
void cuda_buffers_free(struct cuda_pool *pool);

uint32_t cuda_buffers_given(struct cuda_pool *pool);
void cuda_buffers_count(struct cuda_pool *pool, enum cuda_count what, uint64_t by);
void cuda_buffers_counts(struct cuda_pool *pool, uint64_t counts[CUDA_COUNTS]);
/* Of all windows, those that CUPTI has among them. */
size_t cuda_buffers_bytes(void);
/* Of these, of those that CUPTI has given back and no reader has put back. */
size_t cuda_buffers_unread_bytes(void);

#endif
