/* Metrics of one device, by ranges of its primary context. */
#ifndef STEP_PROFILER_CUDA_RANGES_H
#define STEP_PROFILER_CUDA_RANGES_H

#include "reason.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REMARK_LENGTH = 1024, CHIP_LENGTH = 64 };

struct cuda_metrics_options {
  const char *const *names;
  uint32_t count;
  uint32_t max_ranges;
  bool per_kernel; /* a range for each kernel, made by CUPTI; else ranges are begun one after another */
};

struct cuda_ranges {
  const struct cuda_metrics_options *options;
  int device;
  int handle;       /* the driver's, of the device */
  void *context;    /* held; NULL for none */
  char chip[CHIP_LENGTH];
  void *host;       /* CUPTI's host object with the metrics of the chip; NULL for none */
  void *profiler;   /* NULL for none */
  uint8_t *config;
  size_t config_bytes;
  uint8_t *data;
  size_t data_bytes;
  const char **names;  /* metrics that are counted */
  uint32_t *columns;   /* index of each in the options */
  uint32_t name_count;
  size_t passes;
  bool is_started;
  bool is_stopped;
  bool is_in_range;
  char reason[REASON_LENGTH];   /* of the first failure; "" for none */
  char left_out[REMARK_LENGTH]; /* metrics that are not counted, with reasons; "" for none */
  size_t dropped;               /* ranges for which there was no room */
  double *rows;                 /* for each range its number, then a value or NaN for each name of the options */
  size_t row_count;
};

/* True if the device has a primary context: none is created. */
bool cuda_ranges_is_in_use(int device);
/* Begins the first range, number 0. On failure sets the reason, and holds nothing. */
void cuda_ranges_begin(struct cuda_ranges *ranges, int device, const struct cuda_metrics_options *options);
/* Ends the range, and begins the range with a number; a negative number begins none. */
void cuda_ranges_next(struct cuda_ranges *ranges, int32_t number);
void cuda_ranges_stop(struct cuda_ranges *ranges);
/* Stops, reads the counters, and releases all resources of CUPTI and of the driver. */
void cuda_ranges_collect(struct cuda_ranges *ranges);
void cuda_ranges_free(struct cuda_ranges *ranges);

#endif
