/*
 * The used part of CUPTI's range profiler and of its host API: the parameter blocks of its functions, each with its
 * number of valid bytes, and the functions, looked up at run time.
 */
#ifndef STEP_PROFILER_CUPTI_METRICS_H
#define STEP_PROFILER_CUPTI_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Size up to the end of the last field: padding after it is not CUPTI's. */
#define BLOCK_BYTES(block, last) (offsetof(struct block, last) + sizeof((struct block *)0)->last)

#define BLOCK size_t bytes; void *none

enum { PROFILER_OF_RANGES = 0 };
enum { RANGES_OF_KERNELS = 1, RANGES_OF_USER = 2 };
enum { REPLAY_OF_KERNELS = 2, REPLAY_BY_USER = 3 };

struct initialize_block {
  BLOCK;
};

struct chip_block {
  BLOCK;
  size_t device;
  const char *chip;
};

struct open_host_block {
  BLOCK;
  int profiler;
  const char *chip;
  const uint8_t *availability;
  void *host;
};

struct close_host_block {
  BLOCK;
  void *host;
};

struct add_metrics_block {
  BLOCK;
  void *host;
  const char *const *names;
  size_t count;
};

struct config_size_block {
  BLOCK;
  void *host;
  size_t config_bytes;
};

struct config_block {
  BLOCK;
  void *host;
  size_t config_bytes;
  uint8_t *config;
};

struct passes_block {
  BLOCK;
  size_t config_bytes;
  uint8_t *config;
  size_t passes;
};

struct evaluate_block {
  BLOCK;
  void *host;
  const uint8_t *data;
  size_t data_bytes;
  size_t range;
  const char *const *names;
  size_t count;
  double *values;
};

struct enable_block {
  BLOCK;
  void *context;
  void *profiler;
};

/* Block to disable, to start, and to end the innermost range. */
struct profiler_block {
  BLOCK;
  void *profiler;
};

struct data_size_block {
  BLOCK;
  void *profiler;
  const char *const *names;
  size_t count;
  size_t ranges;
  uint32_t nodes;
  size_t data_bytes;
};

struct data_block {
  BLOCK;
  void *profiler;
  size_t data_bytes;
  uint8_t *data;
};

struct configure_block {
  BLOCK;
  void *profiler;
  size_t config_bytes;
  const uint8_t *config;
  size_t data_bytes;
  uint8_t *data;
  int ranges;
  int replay;
  size_t max_ranges;
  uint16_t levels;
  uint16_t first_level;
  size_t pass;
  uint16_t level;
};

struct push_block {
  BLOCK;
  void *profiler;
  const char *name;
};

struct stop_block {
  BLOCK;
  void *profiler;
  size_t pass;
  size_t level;
  uint8_t is_all;
};

struct decode_block {
  BLOCK;
  void *profiler;
  size_t dropped;
};

struct data_info_block {
  BLOCK;
  const uint8_t *data;
  size_t data_bytes;
  size_t ranges;
};

struct range_block {
  BLOCK;
  const uint8_t *data;
  size_t data_bytes;
  size_t range;
  const char *delimiter;
  const char *name;
};

enum cupti_metrics_function {
  METRICS_INITIALIZE,
  METRICS_CHIP,
  METRICS_OPEN_HOST,
  METRICS_CLOSE_HOST,
  METRICS_ADD,
  METRICS_CONFIG_SIZE,
  METRICS_CONFIG,
  METRICS_PASSES,
  METRICS_EVALUATE,
  METRICS_ENABLE,
  METRICS_DISABLE,
  METRICS_DATA_SIZE,
  METRICS_DATA,
  METRICS_CONFIGURE,
  METRICS_START,
  METRICS_STOP,
  METRICS_PUSH,
  METRICS_POP,
  METRICS_DECODE,
  METRICS_DATA_INFO,
  METRICS_RANGE,
  METRICS_FUNCTIONS
};

/* Looks the functions up in the CUPTI that was found, once; false and the reason if one is missing, or initialization
 * fails. */
bool cupti_metrics_find(char *reason);
/* Calls a function; false and the reason, in CUPTI's words, if it fails. */
bool cupti_metrics_call(enum cupti_metrics_function function, void *block, char *reason);

#endif
