#include "cuda_devices.h"

#include "cupti.h"

#include <stdio.h>
#include <string.h>

/* The driver's numbers of the attributes, in the order of struct cuda_device. */
static const int attributes[DEVICE_ATTRIBUTES] = {
    75 /* compute capability, major */,
    76 /* minor */,
    16 /* multiprocessors */,
    10 /* threads of a warp */,
    1 /* threads of a block */,
    39 /* threads of a multiprocessor */,
    106 /* blocks of a multiprocessor */,
    12 /* registers of a block */,
    82 /* registers of a multiprocessor */,
    8 /* shared memory of a block */,
    97 /* shared memory of a block that opts in */,
    81 /* shared memory of a multiprocessor */,
    111 /* shared memory that the driver reserves in each block */,
};

int cuda_device_count(char *reason) {
  const struct driver_symbols *driver = &cuda_found.driver;
  int count = 0;
  reason[0] = '\0';
  if (driver->count == NULL || driver->device == NULL || driver->attribute == NULL) {
    reason_set(reason, "the CUDA driver has no functions for devices");
    return 0;
  }
  int error = driver->count(&count);
  if (error != 0) {
    const char *name = NULL;
    if (driver->error_name == NULL || driver->error_name(error, &name) != 0 || name == NULL) {
      name = "an error";
    }
    reason_set(reason, "the CUDA driver answers %s (%d) when asked for its devices%s", name, error,
               error == 3 ? ": the process has not initialised CUDA yet" : "");
    return 0;
  }
  if (count <= 0) {
    reason_set(reason, "the CUDA driver has no device");
    return 0;
  }
  return count < MAX_DEVICES ? count : MAX_DEVICES;
}

void cuda_device_read(int index, struct cuda_device *device) {
  const struct driver_symbols *driver = &cuda_found.driver;
  unsigned char uuid[DEVICE_UUID];
  size_t memory = 0;
  int handle = index;
  memset(device, 0, sizeof *device);
  memset(device->attributes, 0xff, sizeof device->attributes);
  device->memory = -1;
  if (driver->device(&handle, index) != 0) {
    return;
  }
  if (driver->name == NULL || driver->name(device->name, DEVICE_NAME, handle) != 0) {
    device->name[0] = '\0';
  }
  device->name[DEVICE_NAME - 1] = '\0';
  if (driver->memory != NULL && driver->memory(&memory, handle) == 0) {
    device->memory = (int64_t)memory;
  }
  if (driver->uuid != NULL && driver->uuid(uuid, handle) == 0) {
    for (int i = 0; i < DEVICE_UUID; i++) {
      snprintf(device->uuid + 2 * i, 3, "%02x", uuid[i]);
    }
  }
  for (int i = 0; i < DEVICE_ATTRIBUTES; i++) {
    int value = -1;
    if (driver->attribute(&value, attributes[i], handle) == 0) {
      device->attributes[i] = value;
    }
  }
}
