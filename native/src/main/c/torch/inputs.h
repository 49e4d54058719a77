/* Part of operations.c, for inlining: it runs at every operation. */
#ifndef STEP_PROFILER_INPUTS_H
#define STEP_PROFILER_INPUTS_H

#include "likely.h"
#include "records.h"
#include "torch.h"

#include <string.h>

/*
 * Reads the inputs of an operation at the offsets that calibration has found. An input of uncertain type is recorded as
 * INPUT_OTHER, and its memory is never read.
 */
struct value {
  uint64_t payload;
  uint32_t tag;
  uint32_t padding;
};

struct writer {
  uint64_t *to;
  uint64_t *end;
  uint64_t *addresses;
  uint32_t tensors;
  bool is_cut;
};

static inline uint64_t word_at(const void *base, uint32_t distance) {
  uint64_t word;
  memcpy(&word, (const char *)base + distance, sizeof word);
  return word;
}

static inline const void *pointer_at(const void *base, uint32_t distance) {
  return (const void *)(uintptr_t)word_at(base, distance);
}

static inline uint64_t head(enum input_kind kind, uint32_t type, uint64_t count) {
  return (uint64_t)kind | (uint64_t)(type & 0xff) << 8 | count << 16;
}

static inline bool has_room(struct writer *w, uint64_t words) {
  if (UNLIKELY((uint64_t)(w->end - w->to) < words)) {
    w->is_cut = true;
    return false;
  }
  return true;
}

static bool write_tensor(struct writer *w, const struct torch_layout *at, const void *impl) {
  if (UNLIKELY(impl == NULL || impl == at->undefined)) {
    if (!has_room(w, 1)) {
      return false;
    }
    *w->to++ = head(INPUT_ABSENT, 0, 0);
    return true;
  }
  uint64_t dimensions = word_at(impl, at->impl_sizes - 8);
  if (UNLIKELY(!has_room(w, 1 + (dimensions <= MAX_DIMENSIONS ? dimensions : 0)) || w->tensors == MAX_INPUTS)) {
    w->is_cut = true;
    return false;
  }
  uint16_t type;
  memcpy(&type, (const char *)impl + at->impl_type, sizeof type);
  if (UNLIKELY(dimensions > MAX_DIMENSIONS)) {
    *w->to++ = head(INPUT_OPAQUE_TENSOR, type, 0);
    return true;
  }
  /* Up to five dimensions lie in the tensor, more elsewhere. */
  const int64_t *sizes = dimensions <= 5 ? (const int64_t *)((const char *)impl + at->impl_sizes)
                                         : pointer_at(impl, at->impl_sizes);
  int64_t elements = 1;
  for (uint64_t i = 0; i < dimensions; i++) {
    w->to[1 + i] = (uint64_t)sizes[i];
    elements = (int64_t)((uint64_t)elements * (uint64_t)sizes[i]);
  }
  /* Nested tensors and tensors with symbolic sizes have no meaningful sizes here. */
  if (UNLIKELY(elements != (int64_t)word_at(impl, at->impl_numel))) {
    *w->to++ = head(INPUT_OPAQUE_TENSOR, type, 0);
    return true;
  }
  *w->to = head(INPUT_TENSOR, type, dimensions);
  w->to += 1 + dimensions;
  const void *storage = pointer_at(impl, at->impl_storage);
  w->addresses[w->tensors++] = storage == NULL ? 0 : word_at(storage, at->storage_data);
  return true;
}

static bool write_other(struct writer *w) {
  if (!has_room(w, 1)) {
    return false;
  }
  *w->to++ = head(INPUT_OTHER, 0, 0);
  return true;
}

static bool write_list(struct writer *w, const struct torch_layout *at, const void *list) {
  const struct value *begin = pointer_at(list, at->list_begin);
  const struct value *end = pointer_at(list, at->list_begin + 8);
  uint64_t count = (uint64_t)(end - begin);
  if (begin == end) {
    if (!has_room(w, 1)) {
      return false;
    }
    *w->to++ = head(INPUT_INT_LIST, 0, 0);
    return true;
  }
  uint32_t tag = begin->tag;
  if (tag != at->tag_tensor && tag != at->tag_int) {
    /* Includes a list of tensors whose first is absent: its type is unknown. */
    return write_other(w);
  }
  for (uint64_t i = 1; i < count && i < MAX_LIST; i++) {
    if (begin[i].tag != tag) {
      return write_other(w);
    }
  }
  uint64_t kept = count < MAX_LIST ? count : MAX_LIST;
  w->is_cut |= kept < count;
  if (tag == at->tag_int) {
    if (!has_room(w, 1 + kept)) {
      return false;
    }
    *w->to++ = head(INPUT_INT_LIST, 0, kept);
    for (uint64_t i = 0; i < kept; i++) {
      *w->to++ = begin[i].payload;
    }
    return true;
  }
  if (!has_room(w, 1)) {
    return false;
  }
  uint64_t *list_head = w->to++;
  uint64_t written = 0;
  while (written < kept && write_tensor(w, at, (const void *)(uintptr_t)begin[written].payload)) {
    written++;
  }
  *list_head = head(INPUT_TENSOR_LIST, 0, written);
  return written == kept;
}

static bool write_scalar(struct writer *w, enum input_kind kind, uint64_t value) {
  if (!has_room(w, 2)) {
    return false;
  }
  *w->to++ = head(kind, 0, 0);
  *w->to++ = value;
  return true;
}

static bool write_input(struct writer *w, const struct torch_layout *at, const struct value *input) {
  uint32_t tag = input->tag;
  if (LIKELY(tag == at->tag_tensor)) {
    return write_tensor(w, at, (const void *)(uintptr_t)input->payload);
  }
  if (tag == at->tag_none) {
    if (!has_room(w, 1)) {
      return false;
    }
    *w->to++ = head(INPUT_ABSENT, 0, 0);
    return true;
  }
  if (at->scalars && tag == at->tag_int) {
    return write_scalar(w, INPUT_INT, input->payload);
  }
  if (at->doubles && tag == at->tag_double) {
    return write_scalar(w, INPUT_DOUBLE, input->payload);
  }
  if (at->scalars && tag == at->tag_bool) {
    if (!has_room(w, 1)) {
      return false;
    }
    *w->to++ = head(INPUT_BOOL, (uint32_t)(input->payload & 1), 0);
    return true;
  }
  if (at->lists && tag == at->tag_list) {
    return write_list(w, at, (const void *)(uintptr_t)input->payload);
  }
  return write_other(w);
}

/* Written words and tensor addresses, at most MAX_INPUTS. */
struct input_words {
  uint32_t words;
  uint32_t tensors;
  bool is_cut;
};

static struct input_words inputs_read(const void *function, uint64_t *to, uint32_t most, uint64_t *addresses) {
  const struct torch_layout *at = &torch_found.layout;
  const struct value *inputs = pointer_at(function, at->function_inputs);
  uint64_t count = word_at(function, at->function_inputs + 8);
  struct writer w = {to, to + most, addresses, 0, count > MAX_INPUTS};
  if (count > MAX_INPUTS) {
    count = MAX_INPUTS;
  }
  for (uint64_t i = 0; i < count && write_input(&w, at, inputs + i); i++) {
  }
  return (struct input_words){(uint32_t)(w.to - to), w.tensors, w.is_cut};
}

#endif
