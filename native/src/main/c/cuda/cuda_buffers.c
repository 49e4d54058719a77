#define _GNU_SOURCE
#include "cuda_buffers.h"

#include "cupti.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Never held while CUPTI is called, which calls back. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cuda_pool *used;
static struct cuda_buffer *given; /* all buffers that CUPTI holds */
static size_t held_bytes;
static size_t unread_bytes;
static _Atomic bool is_used_up; /* whether the used pool is used up */

/*
 * CUPTI wants zeros. It would write them itself, on the thread that makes the call: 3 ms for 4 MiB of new memory. These
 * pages are zero as the system gives them, each when it is first used.
 */
static struct cuda_buffer *create(struct cuda_pool *pool) {
  struct cuda_buffer *buffer = calloc(1, sizeof *buffer);
  void *memory = mmap(NULL, pool->buffer_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (buffer == NULL || memory == MAP_FAILED) {
    if (memory != MAP_FAILED) {
      (void)munmap(memory, pool->buffer_bytes);
    }
    free(buffer);
    return NULL;
  }
  buffer->pool = pool;
  buffer->memory = memory;
  buffer->bytes = pool->buffer_bytes;
  pool->held++;
  held_bytes += buffer->bytes;
  return buffer;
}

static void destroy(struct cuda_buffer *buffer) {
  held_bytes -= buffer->bytes;
  (void)munmap(buffer->memory, buffer->bytes);
  free(buffer);
}

static void put_free(struct cuda_buffer *buffer) {
  (void)madvise(buffer->memory, buffer->bytes, MADV_DONTNEED); /* zeros again */
  buffer->next = buffer->pool->free;
  buffer->pool->free = buffer;
  if (buffer->pool == used) {
    atomic_store_explicit(&is_used_up, false, memory_order_relaxed);
  }
}

void cuda_buffers_requested(uint8_t **memory, size_t *bytes, size_t *max_records) {
  struct cuda_buffer *buffer = NULL;
  *memory = NULL;
  *bytes = 0;
  *max_records = 0;
  pthread_mutex_lock(&lock);
  if (used != NULL) {
    buffer = used->free;
    if (buffer != NULL) {
      used->free = buffer->next;
    } else if (used->held < used->limit) {
      buffer = create(used);
    }
    if (buffer == NULL) {
      atomic_store_explicit(&is_used_up, true, memory_order_relaxed);
      used->counts[CUDA_COUNT_REFUSED]++;
    } else {
      used->given++;
      buffer->next = given;
      given = buffer;
      *memory = buffer->memory;
      *bytes = buffer->bytes;
    }
  }
  pthread_mutex_unlock(&lock);
}

static struct cuda_buffer *take_given(const uint8_t *memory) {
  for (struct cuda_buffer **at = &given; *at != NULL; at = &(*at)->next) {
    struct cuda_buffer *buffer = *at;
    if (buffer->memory == memory) {
      *at = buffer->next;
      return buffer;
    }
  }
  return NULL; /* not one of ours, or returned twice */
}

static void come_back(struct cuda_buffer *buffer, size_t valid, size_t dropped) {
  struct cuda_pool *pool = buffer->pool;
  if (pool == NULL) {
    if (used != NULL) {
      used->counts[CUDA_COUNT_LATE]++;
    }
    destroy(buffer);
    return;
  }
  pool->given--;
  pool->counts[CUDA_COUNT_DROPPED] += dropped;
  if (valid == 0) {
    put_free(buffer);
    return;
  }
  buffer->valid = valid < buffer->bytes ? valid : buffer->bytes;
  buffer->record = NULL;
  buffer->is_begun = false;
  buffer->next = NULL;
  *pool->last = buffer;
  pool->last = &buffer->next;
  unread_bytes += buffer->bytes;
}

/* GP3: a buffer belongs to CUPTI until this call, which may be late. */
void cuda_buffers_completed(void *context, uint32_t stream, uint8_t *memory, size_t bytes, size_t valid) {
  size_t dropped = 0;
  (void)bytes;
  if (cuda_found.cupti.dropped == NULL || cuda_found.cupti.dropped(context, stream, &dropped) != CUPTI_SUCCESS) {
    dropped = 0;
  }
  pthread_mutex_lock(&lock);
  struct cuda_buffer *buffer = take_given(memory);
  if (buffer != NULL) {
    come_back(buffer, valid, dropped);
  } else if (used != NULL) {
    used->counts[CUDA_COUNT_DROPPED] += dropped;
  }
  pthread_mutex_unlock(&lock);
}

bool cuda_buffers_are_used_up(void) { return atomic_load_explicit(&is_used_up, memory_order_relaxed); }

void cuda_buffers_use(struct cuda_pool *pool) {
  pthread_mutex_lock(&lock);
  used = pool;
  atomic_store_explicit(&is_used_up, false, memory_order_relaxed);
  pthread_mutex_unlock(&lock);
}

void cuda_buffers_init(struct cuda_pool *pool, size_t buffer_bytes, uint32_t limit) {
  memset(pool, 0, sizeof *pool);
  pool->buffer_bytes = buffer_bytes;
  pool->limit = limit;
  pool->last = &pool->full;
}

struct cuda_buffer *cuda_buffers_take(struct cuda_pool *pool) {
  pthread_mutex_lock(&lock);
  struct cuda_buffer *buffer = pool->full;
  if (buffer != NULL) {
    pool->full = buffer->next;
    if (pool->full == NULL) {
      pool->last = &pool->full;
    }
    buffer->next = NULL;
  }
  pthread_mutex_unlock(&lock);
  return buffer;
}

void cuda_buffers_put(struct cuda_buffer *buffer) {
  pthread_mutex_lock(&lock);
  unread_bytes -= buffer->bytes;
  put_free(buffer);
  pthread_mutex_unlock(&lock);
}

static void destroy_all(struct cuda_buffer *buffer) {
  while (buffer != NULL) {
    struct cuda_buffer *next = buffer->next;
    destroy(buffer);
    buffer = next;
  }
}

void cuda_buffers_free(struct cuda_pool *pool) {
  pthread_mutex_lock(&lock);
  if (used == pool) {
    used = NULL;
  }
  for (struct cuda_buffer *buffer = pool->full; buffer != NULL; buffer = buffer->next) {
    unread_bytes -= buffer->bytes;
  }
  destroy_all(pool->free);
  destroy_all(pool->full);
  for (struct cuda_buffer *buffer = given; buffer != NULL; buffer = buffer->next) {
    if (buffer->pool == pool) {
      buffer->pool = NULL;
    }
  }
  pthread_mutex_unlock(&lock);
}

uint32_t cuda_buffers_given(struct cuda_pool *pool) {
  pthread_mutex_lock(&lock);
  uint32_t count = pool->given;
  pthread_mutex_unlock(&lock);
  return count;
}

void cuda_buffers_count(struct cuda_pool *pool, enum cuda_count what, uint64_t by) {
  pthread_mutex_lock(&lock);
  pool->counts[what] += by;
  pthread_mutex_unlock(&lock);
}

void cuda_buffers_counts(struct cuda_pool *pool, uint64_t counts[CUDA_COUNTS]) {
  pthread_mutex_lock(&lock);
  memcpy(counts, pool->counts, sizeof pool->counts);
  pthread_mutex_unlock(&lock);
}

size_t cuda_buffers_bytes(void) {
  pthread_mutex_lock(&lock);
  size_t all = held_bytes;
  pthread_mutex_unlock(&lock);
  return all;
}

size_t cuda_buffers_unread_bytes(void) {
  pthread_mutex_lock(&lock);
  size_t unread = unread_bytes;
  pthread_mutex_unlock(&lock);
  return unread;
}
