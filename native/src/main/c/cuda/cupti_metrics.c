#include "cupti_metrics.h"

#include "cupti.h"

#include <dlfcn.h>
#include <string.h>

/* In the order of their enum. */
static const struct {
  const char *name;
  const char *doing;
} functions[METRICS_FUNCTIONS] = {
    {"cuptiProfilerInitialize", "beginning to profile"},
    {"cuptiDeviceGetChipName", "asking for the chip"},
    {"cuptiProfilerHostInitialize", "looking the chip up"},
    {"cuptiProfilerHostDeinitialize", "forgetting the chip"},
    {"cuptiProfilerHostConfigAddMetrics", "adding a metric"},
    {"cuptiProfilerHostGetConfigImageSize", "asking for the size of the configuration"},
    {"cuptiProfilerHostGetConfigImage", "making the configuration"},
    {"cuptiProfilerHostGetNumOfPasses", "asking for the number of passes"},
    {"cuptiProfilerHostEvaluateToGpuValues", "evaluating metrics"},
    {"cuptiRangeProfilerEnable", "enabling metrics"},
    {"cuptiRangeProfilerDisable", "disabling metrics"},
    {"cuptiRangeProfilerGetCounterDataSize", "asking for the size of the counters"},
    {"cuptiRangeProfilerCounterDataImageInitialize", "preparing the counters"},
    {"cuptiRangeProfilerSetConfig", "configuring metrics"},
    {"cuptiRangeProfilerStart", "starting metrics"},
    {"cuptiRangeProfilerStop", "stopping metrics"},
    {"cuptiRangeProfilerPushRange", "beginning a range"},
    {"cuptiRangeProfilerPopRange", "ending a range"},
    {"cuptiRangeProfilerDecodeData", "reading the counters"},
    {"cuptiRangeProfilerGetCounterDataInfo", "counting the ranges"},
    {"cuptiRangeProfilerCounterDataGetRangeInfo", "asking for a range"},
};

static cupti_result (*found[METRICS_FUNCTIONS])(void *block);
static bool is_initialized;

static bool find_all(char *reason) {
  void *library = dlopen(cuda_found.path, RTLD_NOLOAD | RTLD_NOW);
  if (library == NULL) {
    reason_set(reason, "the CUPTI of this process cannot be opened");
    return false;
  }
  for (int i = 0; i < METRICS_FUNCTIONS; i++) {
    void *symbol = dlsym(library, functions[i].name);
    if (symbol == NULL) {
      reason_set(reason, "this CUPTI has no %s: metrics take that of CUDA 12.6 or later", functions[i].name);
      return false;
    }
    memcpy(&found[i], &symbol, sizeof symbol);
  }
  return true;
}

bool cupti_metrics_find(char *reason) {
  if (is_initialized) {
    return true;
  }
  struct initialize_block initialize = {.bytes = BLOCK_BYTES(initialize_block, none)};
  is_initialized = find_all(reason) && cupti_metrics_call(METRICS_INITIALIZE, &initialize, reason);
  return is_initialized;
}

bool cupti_metrics_call(enum cupti_metrics_function function, void *block, char *reason) {
  cupti_result result = found[function](block);
  if (result != CUPTI_SUCCESS) {
    cupti_reason(reason, functions[function].doing, result);
  }
  return result == CUPTI_SUCCESS;
}
