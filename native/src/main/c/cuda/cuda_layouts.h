/* Layouts of CUPTI's records, and the target of each field. */
#ifndef STEP_PROFILER_CUDA_LAYOUTS_H
#define STEP_PROFILER_CUDA_LAYOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CUPTI's numbers of kinds of activity. */
enum cupti_kind {
  KIND_MEMCPY = 1,
  KIND_MEMSET = 2,
  KIND_DRIVER = 4,
  KIND_RUNTIME = 5,
  KIND_CONTEXT = 9,
  KIND_CONCURRENT_KERNEL = 10,
  KIND_MARKER = 12,
  KIND_MARKER_DATA = 13,
  KIND_OVERHEAD = 17,
  KIND_ENVIRONMENT = 20,
  KIND_MEMCPY2 = 22,
  KIND_CUDA_EVENT = 36,
  KIND_SYNCHRONIZATION = 38,
  KIND_EXTERNAL_CORRELATION = 39,
  KIND_INTERNAL_LAUNCH_API = 48,
  KIND_MEMORY2 = 49,
  KIND_GRAPH_TRACE = 51
};

enum field_kind {
  FIELD_PLAIN,  /* a number */
  FIELD_TIME,   /* nanoseconds of CUPTI's clock */
  FIELD_SYMBOL, /* address of a name that may be mangled */
  FIELD_TEXT,   /* address of a text */
  FIELD_CALL    /* number of a function of the runtime or the driver, to be named */
};

/* `bytes` bytes at a distance become bits of a word, from `shift` on. A later field with the same bits overwrites an
 * earlier one. */
struct field {
  uint16_t at;
  uint8_t bytes;
  uint8_t word;
  uint8_t shift;
  uint8_t kind;
};

/* Size of a record from a version of CUPTI on. */
struct record_size {
  uint32_t since;
  uint16_t bytes;
};

enum { MAX_SIZES = 8, MAX_FIELDS = 40 };

struct layout {
  const char *name;
  uint16_t kind;
  uint8_t type; /* in our words */
  uint8_t words;
  struct record_size sizes[MAX_SIZES]; /* ascending, 0 bytes behind the last */
  struct field fields[MAX_FIELDS];     /* 0 bytes behind the last */
};

enum { LAYOUTS = 18 };

extern const struct layout cuda_layouts[LAYOUTS];

/* NULL for an unknown kind. */
const struct layout *cuda_layout_of(uint32_t kind);
/* Size of the records of a version of CUPTI. */
uint16_t cuda_layout_expected(const struct layout *layout, uint32_t version);
uint16_t cuda_layout_largest(const struct layout *layout);
bool cuda_layout_has(const struct layout *layout, size_t bytes);

#endif
