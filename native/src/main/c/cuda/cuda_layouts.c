#include "cuda_layouts.h"

#include "cuda_records.h"

/*
 * CUPTI's records have grown at their ends, and no field that is read here has moved since CUDA 9: so one list of
 * fields serves all versions, and a field beyond the end of a record is missing in its CUPTI.
 *
 * Sizes and distances were compared, field by field, with a program that includes the headers of CUPTI 13.0 (130001),
 * which have all structures from CUDA 9 to that version; and libcupti.so.13 of CUDA 13.0, without a driver, finds the
 * second of two records of the largest size of each kind at this distance. Neither older libraries nor a real device
 * were available: the first version of each size is taken from the remarks in those headers and from the release notes.
 * It matters only for the last record of a buffer if no other record of its kind has been seen: the size of any other
 * record follows from the start of the next one.
 */
#define PLAIN(at, bytes, word, shift) {at, bytes, word, shift, FIELD_PLAIN}
#define TIME(at, word) {at, 8, word, 0, FIELD_TIME}
#define SYMBOL(at) {at, 8, 0, 32, FIELD_SYMBOL}
#define TEXT(at, word, shift) {at, 8, word, shift, FIELD_TEXT}
#define CODE(at) {at, 1, 0, 8, FIELD_PLAIN}

#define CALL_FIELDS                                                                                  \
  {                                                                                                  \
    {4, 4, 5, 0, FIELD_CALL}, TIME(8, 1), TIME(16, 2), PLAIN(24, 4, 3, 0), PLAIN(28, 4, 3, 32),      \
        PLAIN(32, 4, 4, 0), PLAIN(36, 4, 4, 32)                                                      \
  }

/* GP1: one list of fields for all versions of CUPTI. */
const struct layout cuda_layouts[LAYOUTS] = {
    {"kernel", KIND_CONCURRENT_KERNEL, CUDA_KERNEL, 18,
     {{13, 160}, {15, 168}, {17, 176}, {18, 200}, {19, 208}, {130000, 216}},
     {PLAIN(6, 2, 8, 0),     TIME(16, 1),           TIME(24, 2),           PLAIN(40, 4, 3, 0),   PLAIN(44, 4, 3, 32),
      PLAIN(48, 4, 4, 0),    PLAIN(52, 4, 5, 0),    PLAIN(56, 4, 5, 32),   PLAIN(60, 4, 6, 0),   PLAIN(64, 4, 6, 32),
      PLAIN(68, 4, 7, 0),    PLAIN(72, 4, 7, 32),   PLAIN(76, 4, 8, 32),   PLAIN(80, 4, 9, 0),   PLAIN(84, 4, 14, 0),
      PLAIN(88, 4, 15, 0),   PLAIN(92, 4, 4, 32),   SYMBOL(104),           TIME(120, 10),        TIME(128, 11),
      PLAIN(136, 1, 14, 32), PLAIN(140, 4, 9, 32),  PLAIN(144, 8, 12, 0),  PLAIN(156, 4, 13, 0), PLAIN(168, 4, 13, 32),
      PLAIN(172, 1, 14, 40), PLAIN(176, 4, 16, 0),  PLAIN(180, 4, 16, 32), PLAIN(184, 4, 17, 0), PLAIN(192, 8, 15, 0),
      PLAIN(204, 4, 17, 32), CODE(208)}},
    {"memory copy", KIND_MEMCPY, CUDA_COPY, 10,
     {{13, 72}, {14, 80}, {17, 88}, {26, 96}},
     {CODE(4), PLAIN(5, 1, 6, 0), PLAIN(6, 1, 6, 8), PLAIN(7, 1, 6, 16), PLAIN(8, 8, 5, 0), TIME(16, 1), TIME(24, 2),
      PLAIN(32, 4, 3, 0), PLAIN(36, 4, 3, 32), PLAIN(40, 4, 4, 0), PLAIN(44, 4, 4, 32), PLAIN(64, 8, 7, 0),
      PLAIN(72, 4, 8, 0), PLAIN(76, 4, 6, 32), PLAIN(80, 4, 8, 32), PLAIN(88, 8, 9, 0)}},
    {"copy between devices", KIND_MEMCPY2, CUDA_PEER_COPY, 11,
     {{13, 80}, {14, 88}, {17, 96}},
     {CODE(4), PLAIN(5, 1, 6, 0), PLAIN(6, 1, 6, 8), PLAIN(7, 1, 6, 16), PLAIN(8, 8, 5, 0), TIME(16, 1), TIME(24, 2),
      PLAIN(32, 4, 3, 0), PLAIN(36, 4, 3, 32), PLAIN(40, 4, 4, 0), PLAIN(44, 4, 9, 0), PLAIN(48, 4, 9, 32),
      PLAIN(52, 4, 10, 0), PLAIN(56, 4, 10, 32), PLAIN(60, 4, 4, 32), PLAIN(72, 8, 7, 0), PLAIN(80, 4, 8, 0),
      PLAIN(84, 4, 6, 32), PLAIN(88, 4, 8, 32)}},
    {"memory set", KIND_MEMSET, CUDA_SET, 9,
     {{13, 72}, {14, 80}, {17, 88}},
     {PLAIN(4, 4, 6, 0), PLAIN(8, 8, 5, 0), TIME(16, 1), TIME(24, 2), PLAIN(32, 4, 3, 0), PLAIN(36, 4, 3, 32),
      PLAIN(40, 4, 4, 0), PLAIN(44, 4, 4, 32), PLAIN(48, 2, 6, 32), CODE(50), PLAIN(64, 8, 7, 0), PLAIN(72, 4, 8, 0),
      PLAIN(76, 4, 8, 32)}},
    {"runtime call", KIND_RUNTIME, CUDA_RUNTIME, 6, {{13, 40}}, CALL_FIELDS},
    {"driver call", KIND_DRIVER, CUDA_DRIVER, 6, {{13, 40}}, CALL_FIELDS},
    {"launch", KIND_INTERNAL_LAUNCH_API, CUDA_LAUNCH, 6, {{13, 40}}, CALL_FIELDS},
    {"synchronization", KIND_SYNCHRONIZATION, CUDA_SYNCHRONIZATION, 7,
     {{13, 40}, {26, 56}},
     {CODE(4), TIME(8, 1), TIME(16, 2), PLAIN(24, 4, 3, 0), PLAIN(28, 4, 3, 32), PLAIN(32, 4, 4, 0),
      PLAIN(36, 4, 4, 32), PLAIN(40, 8, 5, 0), PLAIN(48, 4, 6, 0)}},
    {"CUDA event", KIND_CUDA_EVENT, CUDA_EVENT, 6,
     {{13, 24}, {26, 56}},
     {PLAIN(4, 4, 1, 0), PLAIN(8, 4, 1, 32), PLAIN(12, 4, 2, 0), PLAIN(16, 4, 2, 32), PLAIN(24, 4, 3, 0), TIME(40, 4),
      PLAIN(48, 8, 5, 0)}},
    {"external correlation", KIND_EXTERNAL_CORRELATION, CUDA_EXTERNAL, 3,
     {{13, 24}},
     {CODE(4), PLAIN(8, 8, 1, 0), PLAIN(16, 4, 2, 0)}},
    {"overhead", KIND_OVERHEAD, CUDA_OVERHEAD, 6,
     {{13, 40}, {20, 48}, {22, 56}},
     {PLAIN(4, 4, 3, 0), CODE(8), PLAIN(12, 4, 4, 0), PLAIN(16, 4, 4, 32), PLAIN(20, 4, 5, 0), TIME(24, 1),
      TIME(32, 2), PLAIN(40, 4, 3, 32)}},
    {"memory", KIND_MEMORY2, CUDA_MEMORY, 11,
     {{15, 112}, {16, 120}, {20, 128}},
     {CODE(4), PLAIN(8, 1, 6, 0), PLAIN(12, 4, 5, 32), PLAIN(16, 8, 2, 0), PLAIN(24, 8, 3, 0), TIME(32, 1),
      PLAIN(48, 4, 10, 0), PLAIN(52, 4, 4, 0), PLAIN(56, 4, 4, 32), PLAIN(60, 4, 5, 0), SYMBOL(64),
      PLAIN(72, 1, 6, 40), PLAIN(80, 1, 6, 32), PLAIN(88, 8, 7, 0), PLAIN(104, 8, 8, 0), PLAIN(112, 8, 9, 0)}},
    {"marker", KIND_MARKER, CUDA_MARKER, 5,
     {{13, 56}},
     {PLAIN(4, 4, 2, 32), TIME(8, 1), PLAIN(16, 4, 2, 0), CODE(20), PLAIN(24, 4, 3, 0), PLAIN(28, 4, 3, 32),
      TEXT(40, 0, 32), TEXT(48, 4, 0)}},
    {"data of a marker", KIND_MARKER_DATA, CUDA_MARKER_DATA, 5,
     {{13, 32}, {130001, 40}},
     {PLAIN(4, 4, 1, 32), PLAIN(8, 4, 1, 0), PLAIN(12, 4, 3, 0), PLAIN(16, 8, 2, 0), PLAIN(24, 4, 3, 32),
      PLAIN(28, 4, 4, 0)}},
    {"environment", KIND_ENVIRONMENT, CUDA_ENVIRONMENT, 5,
     {{13, 40}},
     {PLAIN(4, 4, 2, 0), TIME(8, 1), CODE(16), PLAIN(20, 4, 2, 32), PLAIN(24, 4, 3, 0), PLAIN(28, 4, 3, 32),
      PLAIN(32, 4, 4, 0), PLAIN(36, 4, 4, 32)}},
    {"graph", KIND_GRAPH_TRACE, CUDA_GRAPH, 6,
     {{15, 48}, {26, 56}},
     {PLAIN(4, 4, 4, 32), TIME(8, 1), TIME(16, 2), PLAIN(24, 4, 3, 0), PLAIN(28, 4, 5, 0), PLAIN(32, 4, 3, 32),
      PLAIN(36, 4, 4, 0)}},
    {"context", KIND_CONTEXT, CUDA_CONTEXT, 2,
     {{13, 16}, {22, 24}, {26, 32}},
     {PLAIN(4, 4, 1, 0), PLAIN(8, 4, 1, 32)}},
};

const struct layout *cuda_layout_of(uint32_t kind) {
  for (size_t i = 0; i < LAYOUTS; i++) {
    if (cuda_layouts[i].kind == kind) {
      return &cuda_layouts[i];
    }
  }
  return NULL;
}

uint16_t cuda_layout_expected(const struct layout *layout, uint32_t version) {
  uint16_t bytes = layout->sizes[0].bytes;
  for (size_t i = 0; i < MAX_SIZES && layout->sizes[i].bytes != 0 && layout->sizes[i].since <= version; i++) {
    bytes = layout->sizes[i].bytes;
  }
  return bytes;
}

uint16_t cuda_layout_largest(const struct layout *layout) { return cuda_layout_expected(layout, UINT32_MAX); }

bool cuda_layout_has(const struct layout *layout, size_t bytes) {
  for (size_t i = 0; i < MAX_SIZES && layout->sizes[i].bytes != 0; i++) {
    if (layout->sizes[i].bytes == bytes) {
      return true;
    }
  }
  return false;
}
