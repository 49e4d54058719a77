#include "cupti.h"

#include <stdio.h>

struct cuda cuda_found;

static const char *advice(cupti_result result) {
  switch (result) {
    case CUPTI_INSUFFICIENT_PRIVILEGES:
    case CUPTI_VIRTUALIZED_INSUFFICIENT_PRIVILEGES:
      return ": the driver lets only administrators profile (NVreg_RestrictProfilingToAdminUsers)";
    case CUPTI_MULTIPLE_SUBSCRIBERS:
      return ": another profiler has CUPTI in this process";
    default:
      return "";
  }
}

void cupti_reason(char *reason, const char *done, cupti_result result) {
  const char *text = NULL;
  if (cuda_found.cupti.result_text == NULL || cuda_found.cupti.result_text(result, &text) != CUPTI_SUCCESS ||
      text == NULL) {
    text = "an error that CUPTI has no name for";
  }
  reason_set(reason, "%s failed with %s (%d)%s", done, text, result, advice(result));
}

/* From the release notes; from CUDA 13 on the number consists of two digits each of major, minor and update. */
const char *cupti_toolkit(uint32_t version, char *text, size_t size) {
  static const char *const toolkits[] = {[13] = "11.0", [14] = "11.1",        [15] = "11.2 to 11.4", [16] = "11.5",
                                         [17] = "11.6", [18] = "11.8",        [19] = "12.0",         [20] = "12.2",
                                         [21] = "12.3", [22] = "12.4",        [23] = "12.5",         [24] = "12.6",
                                         [26] = "12.8", [27] = "12.9",        [28] = "12.9"};
  text[0] = '\0';
  if (version >= 130000) {
    snprintf(text, size, "%u.%u", version / 10000, version / 100 % 100);
  } else if (version < sizeof toolkits / sizeof *toolkits && toolkits[version] != NULL) {
    snprintf(text, size, "%s", toolkits[version]);
  }
  return text;
}
