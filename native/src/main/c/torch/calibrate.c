#define _GNU_SOURCE
#include "calibrate.h"

#include "memory.h"
#include "records.h"
#include "torch.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * Finds and verifies the offsets of the recorded data in this libtorch: makes tensors of known sizes, runs a known
 * operation on them, and searches for the known values. Unknown addresses are read only through the kernel, which
 * returns an error if nothing is mapped. Runs in a separate thread with fresh thread-local state.
 */
enum { FUNCTION_BYTES = 640, IMPL_BYTES = 320, VALUE = 16, LARGEST = 4096, FLOAT = 6 };

struct probe {
  struct torch *torch;
  int pipe[2];
  tensor_handle tensor;
  int step; /* operations seen */
  bool is_named;
  uint64_t handle;
};

static __thread struct probe *probing;

static const void *impl_of(tensor_handle tensor) { return *(void **)tensor; }

/* Reads memory that may not be mapped. */
static bool peek(const struct probe *probe, const void *from, void *to, size_t bytes) {
  if (from == NULL || bytes > LARGEST) {
    return false;
  }
  ssize_t written = write(probe->pipe[1], from, bytes);
  if (written <= 0) {
    return false;
  }
  return read(probe->pipe[0], to, (size_t)written) == written && (size_t)written == bytes;
}

static bool peek_word(const struct probe *probe, const void *from, uint64_t *to) {
  return peek(probe, from, to, sizeof *to);
}

static const void *address(uint64_t word) { return (const void *)(uintptr_t)word; }

/* ---- A tensor ---------------------------------------------------------------------------------------------------- */

static tensor_handle make(const struct torch *torch, int count, const int64_t *sizes, int32_t type) {
  int64_t strides[MAX_DIMENSIONS];
  int64_t stride = 1;
  tensor_handle tensor = NULL;
  for (int i = count; i-- > 0; stride *= sizes[i]) {
    strides[i] = stride;
  }
  return torch->symbols.empty(count, sizes, strides, type, 0, 0, &tensor) == 0 ? tensor : NULL;
}

static void delete(const struct torch *torch, tensor_handle tensor) {
  if (tensor != NULL) {
    (void)torch->symbols.delete (tensor);
  }
}

/* N3: offsets are found in tensors of known sizes, not assumed. */
static bool find_sizes(struct probe *probe, tensor_handle few, tensor_handle many) {
  struct torch *torch = probe->torch;
  int64_t *sizes = NULL;
  uint64_t words[2];
  if (torch->symbols.sizes(few, &sizes) != 0) {
    return false;
  }
  uintptr_t distance = (uintptr_t)sizes - (uintptr_t)impl_of(few);
  if (distance < 8 || distance > IMPL_BYTES || distance % 8 != 0) {
    return false;
  }
  torch->layout.impl_sizes = (uint32_t)distance;
  if (!peek(probe, sizes - 1, words, sizeof words) || words[0] != 2 || words[1] != 7) {
    return false;
  }
  /* Sizes of six dimensions lie outside of the tensor, which points to them. */
  const int64_t *in_tensor = (const int64_t *)((const char *)impl_of(many) + distance);
  return torch->symbols.sizes(many, &sizes) == 0 && peek(probe, in_tensor - 1, words, sizeof words) && words[0] == 6 &&
         words[1] == (uintptr_t)sizes;
}

/* Returns the only offset where the first has `this` and the second has `that`, or 0. */
static uint32_t find_word(const uint64_t *first, uint64_t this, const uint64_t *second, uint64_t that, uint32_t from) {
  uint32_t found = 0;
  for (uint32_t at = from; at < IMPL_BYTES; at += 8) {
    if (first[at / 8] == this && second[at / 8] == that) {
      if (found != 0) {
        return 0;
      }
      found = at;
    }
  }
  return found;
}

static bool find_type(struct probe *probe, uint32_t from) {
  static const int32_t types[] = {FLOAT, 7, 4, 11, 15, 1};
  enum { TYPES = sizeof types / sizeof *types };
  unsigned char impls[TYPES][IMPL_BYTES];
  int64_t size = 9;
  uint32_t found = 0;
  for (int i = 0; i < TYPES; i++) {
    tensor_handle tensor = make(probe->torch, 1, &size, types[i]);
    bool is_read = tensor != NULL && peek(probe, impl_of(tensor), impls[i], IMPL_BYTES);
    delete (probe->torch, tensor);
    if (!is_read) {
      return false;
    }
  }
  for (uint32_t at = from; at + 2 <= IMPL_BYTES && found == 0; at += 2) {
    found = at;
    for (int i = 0; i < TYPES; i++) {
      uint16_t type;
      memcpy(&type, impls[i] + at, sizeof type);
      found = type == types[i] ? found : 0;
    }
  }
  probe->torch->layout.impl_type = found;
  return found != 0;
}

static bool find_storage(struct probe *probe, tensor_handle tensor) {
  struct torch *torch = probe->torch;
  void *data = NULL;
  if (torch->symbols.data(tensor, &data) != 0 || data == NULL) {
    return false;
  }
  for (uint32_t at = 8; at < torch->layout.impl_sizes; at += 8) {
    uint64_t storage;
    if (!peek_word(probe, (const char *)impl_of(tensor) + at, &storage)) {
      return false;
    }
    for (uint32_t inside = 8; inside <= 64; inside += 8) {
      uint64_t word;
      /* Only through the kernel: most words of a tensor are not pointers. */
      if (storage > LARGEST && peek_word(probe, (const char *)address(storage) + inside, &word) &&
          word == (uintptr_t)data) {
        torch->layout.impl_storage = at;
        torch->layout.storage_data = inside;
        return true;
      }
    }
  }
  return false;
}

static bool find_tensor(struct probe *probe, char *reason) {
  struct torch *torch = probe->torch;
  int64_t other_sizes[] = {7, 11};
  int64_t six[] = {2, 1, 3, 1, 5, 2};
  tensor_handle other = make(torch, 2, other_sizes, FLOAT);
  tensor_handle many = make(torch, 6, six, FLOAT);
  tensor_handle undefined = NULL;
  uint64_t first[IMPL_BYTES / 8];
  uint64_t second[IMPL_BYTES / 8];
  bool is_found = false;
  if (other == NULL || many == NULL || !peek(probe, impl_of(probe->tensor), first, sizeof first) ||
      !peek(probe, impl_of(other), second, sizeof second)) {
    reason_set(reason, "tensors cannot be made or read");
  } else if (!find_sizes(probe, probe->tensor, many)) {
    reason_set(reason, "unexpected layout of sizes in a tensor");
  } else if ((torch->layout.impl_numel = find_word(first, 35, second, 77, torch->layout.impl_sizes + 80)) == 0) {
    reason_set(reason, "the number of elements was not found in a tensor");
  } else if (!find_type(probe, torch->layout.impl_sizes + 80)) {
    reason_set(reason, "the element type was not found in a tensor");
  } else if (!find_storage(probe, probe->tensor)) {
    reason_set(reason, "the memory was not found in a tensor");
  } else if (torch->symbols.undefined(&undefined) != 0) {
    reason_set(reason, "an undefined tensor cannot be made");
  } else {
    torch->layout.undefined = impl_of(undefined);
    is_found = true;
  }
  delete (torch, other);
  delete (torch, many);
  delete (torch, undefined);
  return is_found;
}

/* ---- An operation ------------------------------------------------------------------------------------------------ */

static uint32_t tag_of(const unsigned char *value) {
  uint32_t tag;
  memcpy(&tag, value + 8, sizeof tag);
  return tag;
}

static uint64_t payload_of(const unsigned char *value) {
  uint64_t payload;
  memcpy(&payload, value, sizeof payload);
  return payload;
}

/* clone(tensor, no memory format): finds the pointer to two values, our tensor first. */
static bool find_inputs(struct probe *probe, const uint64_t *words) {
  struct torch_layout *layout = &probe->torch->layout;
  uint32_t found = 0;
  for (uint32_t at = 8; at + 16 <= FUNCTION_BYTES; at += 8) {
    unsigned char values[2 * VALUE];
    if (words[at / 8 + 1] == 2 && peek(probe, address(words[at / 8]), values, sizeof values) &&
        payload_of(values) == (uintptr_t)impl_of(probe->tensor) && tag_of(values) != tag_of(values + VALUE)) {
      if (found != 0) {
        return false;
      }
      found = at;
      layout->tag_tensor = tag_of(values);
      layout->tag_none = tag_of(values + VALUE);
    }
  }
  layout->function_inputs = found;
  return found != 0;
}

/*
 * From the sequence number on, the members of an operation are: inputs (2 words), keyword inputs (an empty hash table,
 * 7), outputs (an empty vector, 3), forward thread, number of the operation, whether it is asynchronous, debug number
 * (-1).
 */
static bool find_sequence(struct probe *probe, const void *function, const uint64_t *words) {
  struct torch_layout *layout = &probe->torch->layout;
  uint32_t sequence = layout->function_inputs - 8;
  if (sequence + 136 > FUNCTION_BYTES) {
    return false;
  }
  const uint64_t *at = words + sequence / 8;
  bool is_table = at[3] == (uintptr_t)function + sequence + 72 && at[4] == 1 && at[5] == 0 && at[6] == 0;
  bool is_vector = at[10] == 0 && at[11] == 0 && at[12] == 0;
  bool is_no_backward = at[13] == 0;
  bool is_debug = at[16] == UINT64_MAX;
  probe->handle = at[14];
  layout->function_sequence = sequence;
  layout->function_forward_thread = sequence + 104;
  return is_table && is_vector && is_no_backward && is_debug && probe->handle != 0;
}

static uint32_t find_scope(const struct probe *probe, const uint64_t *words) {
  uint32_t found = 0;
  if (probe->torch->symbols.thread_id != NULL) {
    uint64_t id = probe->torch->symbols.thread_id();
    for (uint32_t at = 8; at < probe->torch->layout.function_inputs; at += 8) {
      if (words[at / 8] == id && (words[at / 8 + 1] & 0xff) == 0 && found == 0) {
        found = at + 8;
      }
    }
  }
  return found;
}

static void saw_clone(struct probe *probe, const void *function) {
  struct torch *torch = probe->torch;
  uint64_t words[FUNCTION_BYTES / 8];
  probe->is_named = strcmp(torch->symbols.name(function), "aten::clone") == 0;
  if (!torch->layout.impl_sizes) {
    return; /* Shapes are already off, with a reason. */
  }
  if (!peek(probe, function, words, sizeof words)) {
    reason_set(torch->inputs_reason, "an operation cannot be read");
  } else if (torch->symbols.input_count == NULL || torch->symbols.input_count(function) != 2) {
    reason_set(torch->inputs_reason, "an operation has another number of inputs than expected");
  } else if (!find_inputs(probe, words)) {
    reason_set(torch->inputs_reason, "the inputs were not found in an operation");
  } else {
    torch->layout.inputs = true;
    torch->layout.sequence = find_sequence(probe, function, words);
    torch->layout.function_scope = find_scope(probe, words);
  }
}

bool calibrate_is_later(uint64_t number, uint64_t than) {
  uint64_t further = number - than;
  return further != 0 && further <= UINT32_MAX;
}

/* empty_strided(sizes, strides, type, layout, device, pinned): a list of 7 and 5, and the type, a number. */
static void saw_empty(struct probe *probe, const void *function) {
  struct torch_layout *layout = &probe->torch->layout;
  uint64_t words[FUNCTION_BYTES / 8];
  unsigned char values[3 * VALUE];
  unsigned char items[2 * VALUE];
  if (!peek(probe, function, words, sizeof words)) {
    return;
  }
  layout->sequence = layout->sequence && calibrate_is_later(words[layout->function_sequence / 8 + 14], probe->handle);
  if (!peek(probe, address(words[layout->function_inputs / 8]), values, sizeof values)) {
    return;
  }
  const char *list = address(payload_of(values));
  for (uint32_t at = 8; at <= 48; at += 8) {
    uint64_t bounds[2];
    if (peek(probe, list + at, bounds, sizeof bounds) && bounds[1] - bounds[0] == sizeof items &&
        peek(probe, address(bounds[0]), items, sizeof items) && payload_of(items) == 7 &&
        payload_of(items + VALUE) == 5 && tag_of(items) == tag_of(items + VALUE)) {
      layout->lists = true;
      layout->list_begin = at;
      layout->tag_list = tag_of(values);
      layout->tag_int = tag_of(items);
      break;
    }
  }
}

/* copy_(to, from, non-blocking). */
static void saw_copy(struct probe *probe, const void *function) {
  struct torch_layout *layout = &probe->torch->layout;
  uint64_t pointer;
  unsigned char values[3 * VALUE];
  if (!peek_word(probe, (const char *)function + layout->function_inputs, &pointer) ||
      !peek(probe, address(pointer), values, sizeof values)) {
    return;
  }
  layout->tag_bool = tag_of(values + 2 * VALUE);
  layout->scalars = layout->lists && payload_of(values + VALUE) == (uintptr_t)impl_of(probe->tensor) &&
                    tag_of(values + VALUE) == layout->tag_tensor && (payload_of(values + 2 * VALUE) & 0xff) == 0 &&
                    layout->tag_bool != layout->tag_tensor && layout->tag_bool != layout->tag_none &&
                    layout->tag_bool != layout->tag_int && layout->tag_bool != layout->tag_list;
}

/* addmm(input, a, b, beta, alpha, out): two numbers. */
static void saw_addmm(struct probe *probe, const void *function) {
  struct torch_layout *layout = &probe->torch->layout;
  uint64_t pointer;
  unsigned char values[5 * VALUE];
  double beta = 0.625;
  double alpha = 1.5;
  if (peek_word(probe, (const char *)function + layout->function_inputs, &pointer) &&
      peek(probe, address(pointer), values, sizeof values) && memcmp(values + 3 * VALUE, &beta, sizeof beta) == 0 &&
      memcmp(values + 4 * VALUE, &alpha, sizeof alpha) == 0 &&
      tag_of(values + 3 * VALUE) == tag_of(values + 4 * VALUE)) {
    layout->tag_double = tag_of(values + 3 * VALUE);
    layout->doubles = true;
  }
}

void calibrate_saw(const void *function) {
  struct probe *probe = probing;
  if (probe == NULL) {
    return;
  }
  const char *name = probe->torch->symbols.name(function);
  if (probe->step++ == 0) {
    saw_clone(probe, function);
  } else if (probe->torch->layout.inputs && strcmp(name, "aten::empty_strided") == 0) {
    saw_empty(probe, function);
  } else if (probe->torch->layout.lists && strcmp(name, "aten::copy_") == 0) {
    saw_copy(probe, function);
  } else if (probe->torch->layout.scalars && strcmp(name, "aten::addmm") == 0) {
    saw_addmm(probe, function);
  }
}

START_CALLBACK(calibrate_started, calibrate_saw)

static void ended(const void *function, void *context) {
  (void)function;
  (void)context;
}

uint64_t calibrate_add_empty_callback(bool inputs) {
  return torch_found.operations ? torch_found.symbols.add_callback(
                                      torch_callback((start_callback)calibrate_started, ended, inputs))
                                : 0;
}

/* Checks that an operation made with a scope has it at the found offset. */
static bool has_scope(const struct torch *torch, uint8_t scope) {
  _Alignas(16) unsigned char function[LARGEST] = {0};
  torch->symbols.construct(function, scope);
  bool is_there = function[torch->layout.function_scope] == scope;
  torch->symbols.destruct(function);
  return is_there;
}

static void run_operations(struct probe *probe) {
  struct torch *torch = probe->torch;
  struct record_function_callback description = torch_callback((start_callback)calibrate_started, ended, true);
  description.needs_ids = true;
  tensor_handle copy = NULL;
  uint64_t callback = torch->symbols.add_callback(description);
  probing = probe;
  (void)torch->symbols.clone(probe->tensor, &copy);
  if (torch->symbols.addmm != NULL && torch->layout.scalars) {
    int64_t left[] = {7, 3};
    int64_t right[] = {3, 5};
    tensor_handle a = make(torch, 2, left, FLOAT);
    tensor_handle b = make(torch, 2, right, FLOAT);
    if (a != NULL && b != NULL && copy != NULL) {
      (void)torch->symbols.addmm(copy, probe->tensor, a, b, 0.625f, 1.5f);
    }
    delete (torch, a);
    delete (torch, b);
  }
  probing = NULL;
  torch->layout.scope = torch->layout.function_scope != 0 && torch->symbols.construct != NULL &&
                        torch->symbols.destruct != NULL && has_scope(torch, 7) && has_scope(torch, 1);
  torch->symbols.remove_callback(callback);
  delete (torch, copy);
}

static void conclude(struct probe *probe) {
  struct torch *torch = probe->torch;
  torch->operations = probe->is_named;
  if (probe->step == 0) {
    reason_set(torch->reason, "a callback was not called for an operation");
  } else if (!probe->is_named) {
    reason_set(torch->reason, "an operation had another name than expected");
  }
  if (torch->layout.inputs && !torch->layout.sequence) {
    reason_set(torch->sequence_reason, "an operation is laid out in another way than expected");
  } else if (!torch->layout.inputs) {
    reason_set(torch->sequence_reason, "shapes cannot be read");
  }
}

static void *run(void *argument) {
  struct torch *torch = argument;
  struct probe probe = {.torch = torch};
  int64_t sizes[] = {7, 5};
  if (pipe2(probe.pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
    reason_set(torch->reason, "no pipe for the self-test: %s", strerror(errno));
    torch->is_untested = true;
    return NULL;
  }
  probe.tensor = make(torch, 2, sizes, FLOAT);
  if (probe.tensor == NULL) {
    reason_set(torch->reason, "a tensor cannot be made");
  } else {
    const struct torch_symbols *symbols = &torch->symbols;
    if (!symbols->sizes || !symbols->data || !symbols->undefined) {
      reason_set(torch->inputs_reason, "libtorch lacks a function for it");
    } else if (!find_tensor(&probe, torch->inputs_reason)) {
      torch->layout.impl_sizes = 0;
    }
    run_operations(&probe);
    conclude(&probe);
    torch->layout.memory = memory_test(torch, torch->memory_reason);
  }
  delete (torch, probe.tensor);
  close(probe.pipe[0]);
  close(probe.pipe[1]);
  return NULL;
}

void calibrate_torch(struct torch *torch) {
  pthread_t thread;
  torch->is_untested = false;
  torch->reason[0] = '\0';
  sigset_t all;
  sigset_t before;
  /* N1: no handler of the program runs on this thread. */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&thread, NULL, run, torch);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error != 0) {
    reason_set(torch->reason, "no thread for the self-test: %s", strerror(error));
    torch->is_untested = true;
    return;
  }
  pthread_join(thread, NULL);
}
