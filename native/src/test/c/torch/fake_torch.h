/* As much of a libtorch as the recorder looks at, with a layout of its own. */
#ifndef STEP_PROFILER_FAKE_TORCH_H
#define STEP_PROFILER_FAKE_TORCH_H

#include "check.h"
#include "logs.h"
#include "names.h"
#include "operations.h"
#include "torch.h"

#include <stdlib.h>
#include <string.h>

enum { NONE, TENSOR, INT, DOUBLE, BOOL, LIST, STRING };

struct fake_value {
  uint64_t payload;
  uint32_t tag;
};

struct fake_storage {
  uint64_t head[2];
  void *data;
};

struct fake_tensor {
  uint64_t head;
  struct fake_storage *storage;
  uint64_t dimensions;
  int64_t sizes[10];
  int64_t numel;
  uint16_t type;
};

struct fake_list {
  uint64_t head[2];
  struct fake_value *begin;
  struct fake_value *end;
};

struct fake_function {
  uint64_t head;
  const char *name;
  const char *overload;
  uint8_t scope;
  int64_t sequence;
  struct fake_value *inputs;
  uint64_t count;
  uint64_t forward;
};

static inline const char *fake_name(const void *function) { return ((const struct fake_function *)function)->name; }

static inline const char *fake_overload(const void *function) {
  const char *overload = ((const struct fake_function *)function)->overload;
  return overload == NULL ? "" : overload;
}

static struct fake_tensor fake_undefined;

static inline void fake_torch_use(void) {
  logs_recorder = &operations_recorder;
  torch_found = (struct torch){
      .is_found = true,
      .operations = true,
      .symbols = {.name = fake_name, .overload = fake_overload},
      .layout = {.inputs = true,
                 .scalars = true,
                 .lists = true,
                 .doubles = true,
                 .sequence = true,
                 .scope = true,
                 .memory = true,
                 .function_inputs = offsetof(struct fake_function, inputs),
                 .function_sequence = offsetof(struct fake_function, sequence),
                 .function_forward_thread = offsetof(struct fake_function, forward),
                 .function_scope = offsetof(struct fake_function, scope),
                 .tag_none = NONE,
                 .tag_tensor = TENSOR,
                 .tag_int = INT,
                 .tag_double = DOUBLE,
                 .tag_bool = BOOL,
                 .tag_list = LIST,
                 .list_begin = offsetof(struct fake_list, begin),
                 .impl_sizes = offsetof(struct fake_tensor, sizes),
                 .impl_numel = offsetof(struct fake_tensor, numel),
                 .impl_type = offsetof(struct fake_tensor, type),
                 .impl_storage = offsetof(struct fake_tensor, storage),
                 .storage_data = offsetof(struct fake_storage, data),
                 .undefined = &fake_undefined},
  };
}

static inline struct fake_value fake_pointer(uint32_t tag, const void *pointer) {
  return (struct fake_value){(uint64_t)(uintptr_t)pointer, tag};
}

/* The words of the records that are due, one log after the other; their number in the last argument. */
static inline uint64_t *fake_read_due(uint64_t id, bool is_last, uint32_t *count) {
  struct window *window = logs_find(id);
  uint64_t *all = NULL;
  *count = 0;
  CHECK(window != NULL);
  struct reading reading = logs_begin_reading(window);
  for (struct log *log = reading.first; log != NULL; log = log->next) {
    uint32_t copied = 0;
    do {
      *count += copied;
      all = realloc(all, (*count + CHUNK_WORDS) * sizeof *all);
      CHECK(all != NULL);
    } while (logs_copy(log, reading.at.before, is_last, all + *count, &copied));
  }
  return all;
}

/* All that is left, of a window that is closed. */
static inline uint64_t *fake_read(uint64_t id, uint32_t *count) { return fake_read_due(id, true, count); }

static inline uint32_t fake_words_of(const uint64_t *record) { return (uint32_t)(*record >> 16) & 0xffff; }

static inline const char *fake_name_of(const uint64_t *record) { return names_get((uint32_t)(*record >> 32)); }

#endif
