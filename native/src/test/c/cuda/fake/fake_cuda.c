#define _GNU_SOURCE
#include "script.h"

#include <stdint.h>
#include <stdlib.h>

/*
 * A driver of CUDA that has devices of whatever limits it is told. Lines:
 *
 *   devices COUNT
 *   error NUMBER              what the question for the devices is answered with
 *   version NUMBER
 *   attribute NUMBER VALUE    of all devices; -1 for one that the driver does not know
 *   inactive DEVICE           whose primary context nobody has made; `active` again
 *   refuse WHAT               `retain` or `push`, of a context; `nothing` again
 */

#define EXPORTED __attribute__((visibility("default")))

enum { MAX_DEVICES = 64, FIRST_CONTEXT = 0xc000, NO_CONTEXT = 201 };
enum { ATTRIBUTES = 128, NOT_INITIALIZED = 3, INVALID_VALUE = 1, INVALID_DEVICE = 101 };

static int devices = 1;
static int error;
static int version = 12060;
/* Of an NVIDIA A100. */
static int attributes[ATTRIBUTES] = {[1] = 1024,  [8] = 49152,   [10] = 32,      [12] = 65536,  [13] = 1410000,
                                     [16] = 108,  [33] = 7,      [34] = 0,       [36] = 1215000, [37] = 5120,
                                     [38] = 41943040, [39] = 2048, [50] = 1,     [75] = 8,      [76] = 0,
                                     [81] = 167936, [82] = 65536, [97] = 166912, [106] = 32,    [111] = 1024};

static int is_inactive[MAX_DEVICES];
static char refused[16];
static uint64_t held; /* contexts that were held, and made current */

EXPORTED uint64_t fake_cuda_held(void) { return __atomic_load_n(&held, __ATOMIC_RELAXED); }

EXPORTED void fake_cuda_line(char *line) {
  char what[32] = "";
  int first = 0;
  int second = 0;
  (void)sscanf(line, "%31s %d %d", what, &first, &second);
  if (strcmp(what, "refuse") == 0) {
    (void)sscanf(line, "%*s %15s", refused);
  } else if (strstr(what, "active") != NULL && first >= 0 && first < MAX_DEVICES) {
    is_inactive[first] = what[0] == 'i';
  }
  if (strcmp(what, "devices") == 0) {
    devices = first;
  } else if (strcmp(what, "error") == 0) {
    error = first;
  } else if (strcmp(what, "version") == 0) {
    version = first;
  } else if (strcmp(what, "attribute") == 0 && first >= 0 && first < ATTRIBUTES) {
    attributes[first] = second;
  }
}

EXPORTED int cuDriverGetVersion(int *to) {
  script_run(&devices, fake_cuda_line);
  *to = version;
  return 0;
}

EXPORTED int cuDeviceGetCount(int *to) {
  script_run(&devices, fake_cuda_line);
  *to = devices;
  return error;
}

EXPORTED int cuDeviceGet(int *device, int ordinal) {
  *device = 100 + ordinal;
  return ordinal < devices ? 0 : INVALID_DEVICE;
}

EXPORTED int cuDeviceGetName(char *name, int length, int device) {
  snprintf(name, (size_t)length, "Fake %d", device - 100);
  return 0;
}

EXPORTED int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  *bytes = ((size_t)40 << 30) + (size_t)(device - 100);
  return 0;
}

EXPORTED int cuDeviceGetUuid(unsigned char *uuid, int device) {
  for (int i = 0; i < 16; i++) {
    uuid[i] = (unsigned char)(16 * i + device - 100);
  }
  return 0;
}

EXPORTED int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  if (attribute < 0 || attribute >= ATTRIBUTES || attributes[attribute] < 0) {
    return INVALID_VALUE;
  }
  *value = attributes[attribute];
  return 0;
}

EXPORTED int cuGetErrorName(int number, const char **name) {
  *name = number == NOT_INITIALIZED ? "CUDA_ERROR_NOT_INITIALIZED" : "CUDA_ERROR_NO_DEVICE";
  return 0;
}

EXPORTED int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *is_active) {
  *flags = 0;
  *is_active = !is_inactive[device - 100];
  return 0;
}

EXPORTED int cuDevicePrimaryCtxRetain(void **context, int device) {
  if (strcmp(refused, "retain") == 0 || is_inactive[device - 100]) {
    return NO_CONTEXT;
  }
  *context = (void *)(uintptr_t)(FIRST_CONTEXT + device - 100);
  __atomic_fetch_add(&held, 1, __ATOMIC_RELAXED);
  return 0;
}

EXPORTED int cuDevicePrimaryCtxRelease_v2(int device) {
  (void)device;
  __atomic_fetch_sub(&held, 1, __ATOMIC_RELAXED);
  return 0;
}

EXPORTED int cuCtxPushCurrent_v2(void *context) {
  (void)context;
  if (strcmp(refused, "push") == 0) {
    return NO_CONTEXT;
  }
  __atomic_fetch_add(&held, 1, __ATOMIC_RELAXED);
  return 0;
}

EXPORTED int cuCtxPopCurrent_v2(void **context) {
  *context = NULL;
  __atomic_fetch_sub(&held, 1, __ATOMIC_RELAXED);
  return 0;
}
