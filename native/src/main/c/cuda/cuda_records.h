/* Records of CUDA's activity, in words of 64 bits, for Java. */
#ifndef STEP_PROFILER_CUDA_RECORDS_H
#define STEP_PROFILER_CUDA_RECORDS_H

#include <stdint.h>

/*
 * Word 0 of each record: type 8, code 8, words in all 16, name 32 (CUDA_NO_NAME for none).
 * "a | b": a in the lower 32 bits, b in the upper. Times are nanoseconds of CLOCK_MONOTONIC, as in System.nanoTime; 0
 * if CUPTI has none. A field that this CUPTI does not have is 0. "any" marks ids that may be CUPTI's value for "none"
 * (UINT32_MAX, or 0).
 *
 * KERNEL       code: 1 if launched by the device
 *              1: start  2: end  3: device | context  4: stream | correlation  5: grid x | y  6: grid z | block x
 *              7: block y | z  8: registers per thread | static shared memory, bytes
 *              9: dynamic shared memory | shared memory configured for the processor, bytes
 *              10: queued  11: submitted  12: graph node, 0 for none  13: graph | channel
 *              14: local memory per thread, bytes | launch type 8, channel type 8  15: local memory in all
 *              16: cluster x | y  17: cluster z | most active clusters
 * COPY         code: direction (copyKind)  1: start  2: end  3: device | context  4: stream | correlation  5: bytes
 *              6: memory it comes from 8, goes to 8, flags 8 | channel  7: graph node  8: graph | channel type
 *              9: copies that it stands for, 0 where not known
 * PEER_COPY    as COPY, and 9: device | context it comes from  10: device | context it goes to
 * SET          code: kind of memory  1: start  2: end  3: device | context  4: stream | correlation  5: bytes
 *              6: value | flags  7: graph node  8: graph | channel
 * RUNTIME, DRIVER, LAUNCH  a call; the name is its function's
 *              1: start  2: end  3: process | thread  4: correlation | what it returned  5: number of the function
 * SYNCHRONIZATION  code: type  1: start  2: end  3: correlation | context  4: stream any | event any
 *              5: number of the recording of the event  6: what it returned
 * EVENT        a CUDA event was recorded  1: correlation | context  2: stream | event  3: device
 *              4: time on the device, 0 where CUPTI takes none  5: number of this recording
 * EXTERNAL     code: kind (cuda_external)  1: id  2: correlation
 * OVERHEAD     code: kind of object (cuda_object)  1: start  2: end  3: kind of overhead | correlation
 *              4: process or device | thread or context  5: stream
 * MEMORY       code: operation, 1 allocation, 2 release  name: of a variable
 *              1: time  2: address  3: bytes  4: device | context any  5: stream any | correlation
 *              6: kind of memory | pool type 8, asynchronous 8  7: address of the pool  8: size of the pool
 *              9: used of the pool  10: process | 0
 * MARKER       NVTX; code: kind of object  name: NULL at an end
 *              1: time  2: id | flags (cuda_marker)  3: process or device | thread or context  4: name of the domain | 0
 * MARKER_DATA  1: id | flags  2: payload  3: kind of payload | color  4: category
 * ENVIRONMENT  code: 1 speed, 2 temperature, 3 power, 4 cooling  1: time  2: device | first value
 *              3: second | third  4: fourth | fifth. Speed: clock of the processors, of the memory, MHz, generation of
 *              the link, its width, reasons for slowing down. Temperature: degrees C. Power: milliwatts, their limit.
 *              Cooling: fan, %
 * GRAPH        a whole graph  1: start  2: end  3: device | context  4: stream | correlation  5: graph
 * CONTEXT      1: context | device
 */
enum cuda_record_type {
  CUDA_KERNEL = 1,
  CUDA_COPY = 2,
  CUDA_PEER_COPY = 3,
  CUDA_SET = 4,
  CUDA_RUNTIME = 5,
  CUDA_DRIVER = 6,
  CUDA_LAUNCH = 7,
  CUDA_SYNCHRONIZATION = 8,
  CUDA_EVENT = 9,
  CUDA_EXTERNAL = 10,
  CUDA_OVERHEAD = 11,
  CUDA_MEMORY = 12,
  CUDA_MARKER = 14,
  CUDA_MARKER_DATA = 15,
  CUDA_ENVIRONMENT = 16,
  CUDA_GRAPH = 17,
  CUDA_CONTEXT = 18
};

#define CUDA_NO_NAME UINT32_MAX

enum { CUDA_MAX_RECORD_WORDS = 18 };

/* Kinds of EXTERNAL that are used. The recorder of operations pushes the start of its operation, in ticks. */
enum cuda_external { CUDA_EXTERNAL_OPERATION = 5 };

enum cuda_object {
  CUDA_OBJECT_PROCESS = 1,
  CUDA_OBJECT_THREAD = 2,
  CUDA_OBJECT_DEVICE = 3,
  CUDA_OBJECT_CONTEXT = 4,
  CUDA_OBJECT_STREAM = 5
};

enum cuda_marker { CUDA_MARKER_INSTANT = 1, CUDA_MARKER_START = 2, CUDA_MARKER_END = 4 };

/* Kinds that a window may request, as in CudaKind.java. */
enum cuda_wanted {
  CUDA_WANT_KERNELS = 1 << 0,
  CUDA_WANT_COPIES = 1 << 1,
  CUDA_WANT_SETS = 1 << 2,
  CUDA_WANT_RUNTIME = 1 << 3,
  CUDA_WANT_DRIVER = 1 << 4,
  CUDA_WANT_SYNCHRONIZATION = 1 << 5,
  CUDA_WANT_EVENTS = 1 << 6,
  CUDA_WANT_EXTERNAL = 1 << 7,
  CUDA_WANT_OVERHEAD = 1 << 8,
  CUDA_WANT_MEMORY = 1 << 9,
  CUDA_WANT_MARKERS = 1 << 11,
  CUDA_WANT_ENVIRONMENT = 1 << 12,
  CUDA_WANT_GRAPHS = 1 << 13
};
enum { CUDA_WANTED_KINDS = 14 };

/* Counts of a window; all but the first two are about missing records. */
enum cuda_count {
  CUDA_COUNT_RECORDS = 0,  /* records that were read */
  CUDA_COUNT_LATE = 1,     /* buffers that came back after their window had been released */
  CUDA_COUNT_DROPPED = 2,  /* records dropped by CUPTI, which had no buffer, or no room of its own on the device */
  CUDA_COUNT_REFUSED = 3,  /* requests for a buffer while none was free */
  CUDA_COUNT_SIZE = 4,     /* records of an unknown size for their kind */
  CUDA_COUNT_KIND = 5,     /* records of unknown kinds */
  CUDA_COUNT_BROKEN = 6,   /* bytes of buffers in which CUPTI could find no further record */
  CUDA_COUNT_NAMES = 7,    /* names for which there was no room */
  CUDA_COUNT_KEPT = 8,     /* buffers that CUPTI has not returned although the window is finished */
  CUDA_COUNTS = 9
};

#endif
