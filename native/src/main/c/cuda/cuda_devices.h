/* Devices and their limits, as the driver reports them. */
#ifndef STEP_PROFILER_CUDA_DEVICES_H
#define STEP_PROFILER_CUDA_DEVICES_H

#include <stdint.h>

enum { DEVICE_NAME = 256, DEVICE_UUID = 16, DEVICE_ATTRIBUTES = 13, MAX_DEVICES = 64 };

/* Memory in bytes, then the attributes in the order that CudaDevice.java reads; -1 if the driver does not report a value. */
struct cuda_device {
  char name[DEVICE_NAME];
  char uuid[2 * DEVICE_UUID + 1]; /* hexadecimal; "" if unknown */
  int64_t memory;
  int32_t attributes[DEVICE_ATTRIBUTES];
};

/* Number of devices, at most MAX_DEVICES; 0 and the reason if none is known. */
int cuda_device_count(char *reason);
void cuda_device_read(int index, struct cuda_device *device);

#endif
