/*
 * The used part of CUPTI and of CUDA's driver: functions, by their names, and numbers. Declared here and looked up at
 * run time, so that neither building the profiler nor running it without CUDA needs anything of NVIDIA's.
 */
#ifndef STEP_PROFILER_CUPTI_H
#define STEP_PROFILER_CUPTI_H

#include "reason.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  CUPTI_SUCCESS = 0,
  CUPTI_MAX_LIMIT_REACHED = 12,
  CUPTI_INSUFFICIENT_PRIVILEGES = 35,
  CUPTI_MULTIPLE_SUBSCRIBERS = 39,
  CUPTI_VIRTUALIZED_INSUFFICIENT_PRIVILEGES = 40
};

enum { CUPTI_FLUSH_FORCED = 1, CUPTI_THREAD_ID_SYSTEM = 1, CUPTI_DRIVER_CALLS = 1, CUPTI_RUNTIME_CALLS = 2 };
enum { CUPTI_BUFFERS_ARE_ZEROED = 5 /* an attribute */ };

/* CUPTI's numbers of its own versions. */
enum { CUPTI_OLDEST = 13 /* CUDA 11.0 */, CUPTI_LATEST = 130001 /* CUDA 13.0 */ };

typedef int cupti_result;
typedef void (*cupti_requested)(uint8_t **buffer, size_t *bytes, size_t *max_records);
typedef void (*cupti_completed)(void *context, uint32_t stream, uint8_t *buffer, size_t bytes, size_t valid);
typedef uint64_t (*cupti_timestamp)(void);
typedef void (*cupti_callback)(void *data, int domain, uint32_t call, const void *details);

/* The first seven are needed. */
struct cupti_symbols {
  cupti_result (*version)(uint32_t *version);
  cupti_result (*result_text)(cupti_result result, const char **text);
  cupti_result (*register_callbacks)(cupti_requested, cupti_completed);
  cupti_result (*enable)(int kind);
  cupti_result (*disable)(int kind);
  cupti_result (*flush)(uint32_t flag);
  cupti_result (*next_record)(uint8_t *buffer, size_t valid, uint8_t **record);

  cupti_result (*subscribe)(void **subscriber, cupti_callback, void *data);
  cupti_result (*unsubscribe)(void *subscriber);
  cupti_result (*dropped)(void *context, uint32_t stream, size_t *count);
  cupti_result (*call_name)(int domain, uint32_t call, const char **name);
  cupti_result (*thread_id_type)(int type);
  cupti_result (*register_timestamp)(cupti_timestamp); /* since CUDA 11.6 or so */
  cupti_result (*timestamp)(uint64_t *nanos);
  cupti_result (*latency)(uint8_t is_on);
  cupti_result (*event_times)(uint8_t is_on); /* since CUDA 12.8 or so */
  cupti_result (*runtime_call)(uint32_t call, uint8_t is_on); /* after enabling runtime calls, which enables all */
  cupti_result (*set_attribute)(int attribute, size_t *bytes, void *value);
  cupti_result (*push)(int kind, uint64_t id);
  cupti_result (*pop)(int kind, uint64_t *last);
};

struct driver_symbols {
  int (*version)(int *version);
  int (*count)(int *count);
  int (*device)(int *device, int ordinal);
  int (*name)(char *name, int length, int device);
  int (*memory)(size_t *bytes, int device);
  int (*attribute)(int *value, int attribute, int device);
  int (*uuid)(unsigned char *uuid, int device);
  int (*error_name)(int error, const char **name);
  /* Functions of primary contexts; for metrics only. */
  int (*primary_state)(int device, unsigned *flags, int *is_active);
  int (*retain)(void **context, int device);
  int (*release)(int device);
  int (*push_context)(void *context);
  int (*pop_context)(void **context);
};

enum { CUDA_PATH_LENGTH = 1024 };

struct cuda {
  struct cupti_symbols cupti;
  struct driver_symbols driver;
  bool is_usable;
  char path[CUDA_PATH_LENGTH]; /* of CUPTI */
  char reason[REASON_LENGTH];  /* reason why it is not usable */
  uint32_t version;            /* CUPTI's number of its own version */
  int driver_version;          /* of CUDA: 1000 for each major, 10 for each minor */
  int runtime_version;
};

extern struct cuda cuda_found;

/* Writes the reason in CUPTI's words, with known advice. */
void cupti_reason(char *reason, const char *done, cupti_result result);
/* Returns the toolkit of a version of CUPTI, such as "12.6"; "" if unknown. */
const char *cupti_toolkit(uint32_t version, char *text, size_t size);

#endif
