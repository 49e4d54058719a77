/*
 * Interface to the libtorch that another library has loaded into this process: without its headers, by the names of its
 * symbols and the results of the self-test.
 */
#ifndef STEP_PROFILER_TORCH_H
#define STEP_PROFILER_TORCH_H

#include "reason.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct record_function_callback {
  void (*start)(void);
  void (*end)(const void *, void *);
  double sampling;
  bool scopes[10];
  bool needs_inputs;
  bool needs_outputs;
  bool needs_ids;
};

typedef void (*start_callback)(void);
typedef void (*end_callback)(const void *function, void *context);

/* Describes a callback at the start and the end of operations of all scopes. */
struct record_function_callback torch_callback(start_callback start, end_callback end, bool needs_inputs);

/*
 * Defines a start callback that passes the operation to a function, which must not be static. It returns an empty
 * pointer, through memory to which a hidden first argument points, which is itself returned; on AArch64 x8 points to
 * it, which C cannot express.
 */
#if defined(__aarch64__)
#define START_CALLBACK(callback, function) \
  extern void callback(void);              \
  __asm__(".text\n"                        \
          ".hidden " #callback "\n"        \
          ".globl " #callback "\n"         \
          ".type " #callback ", %function\n" \
          #callback ":\n"                  \
          "  hint #34\n" /* bti c */       \
          "  str xzr, [x8]\n"              \
          "  b " #function "\n"            \
          ".size " #callback ", . - " #callback "\n");
#else
#define START_CALLBACK(callback, function)                    \
  static void *callback(void **slot, const void *operation) { \
    *slot = NULL;                                             \
    function(operation);                                      \
    return slot;                                              \
  }
#endif

/* Heap-allocated at::Tensor, as the C interface returns it. */
typedef void *tensor_handle;

/* A std::shared_ptr, with room after it so that C also returns it through memory. */
struct shared {
  void *object;
  void *control;
  void *room[2];
};

/* Symbols of one copy of libtorch; all but the first four may be missing. */
struct torch_symbols {
  uint64_t (*add_callback)(struct record_function_callback);
  void (*remove_callback)(uint64_t);
  const char *(*name)(const void *function);
  size_t (*input_count)(const void *function);
  const char *(*overload)(const void *function);
  uint64_t (*thread_id)(void);
  void (*construct)(void *function, uint8_t scope);
  void (*destruct)(void *function);

  uint64_t (*abi_version)(void);
  int32_t (*empty)(int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, tensor_handle *);
  int32_t (*clone)(tensor_handle, tensor_handle *);
  int32_t (*delete)(tensor_handle);
  int32_t (*undefined)(tensor_handle *);
  int32_t (*sizes)(tensor_handle, int64_t **);
  int32_t (*data)(tensor_handle, void **);
  int32_t (*addmm)(tensor_handle, tensor_handle, tensor_handle, tensor_handle, float, float);

  void *(*debug_get)(uintptr_t kind);
  void (*debug_push)(uintptr_t kind, struct shared *info);
  struct shared (*debug_pop)(uintptr_t kind);
  struct shared (*debug_current)(void);
  void (*debug_force)(struct shared *info);
  const uintptr_t *profiler_kind; /* a variable since torch 2.13 or before; NULL if the kinds are an enum */
};

/* Offsets in bytes, found by calibration; 0 if unknown. */
struct torch_layout {
  bool inputs;   /* shapes can be read */
  bool scalars;  /* numbers and truth values can be read */
  bool lists;    /* lists can be read */
  bool doubles;
  bool sequence; /* sequence numbers and forward threads can be read */
  bool scope;
  bool memory;

  uint32_t function_inputs;
  uint32_t function_sequence;
  uint32_t function_forward_thread;
  uint32_t function_scope;

  uint32_t tag_none;
  uint32_t tag_tensor;
  uint32_t tag_int;
  uint32_t tag_double;
  uint32_t tag_bool;
  uint32_t tag_list;
  uint32_t list_begin;

  uint32_t impl_sizes; /* the word before has the number of dimensions */
  uint32_t impl_numel;
  uint32_t impl_type;
  uint32_t impl_storage;
  uint32_t storage_data;
  const void *undefined; /* target of an undefined tensor's pointer */
};

enum { PATH_LENGTH = 1024 };

struct torch {
  struct torch_symbols symbols;
  struct torch_layout layout;
  char path[PATH_LENGTH];
  int copies; /* of libtorch in the process */
  uint32_t major, minor, patch;
  bool is_found;
  bool operations; /* the self-test has passed */
  bool is_untested; /* for lack of a resource that may be available next time */
  char reason[REASON_LENGTH];          /* reason for having no operations */
  char inputs_reason[REASON_LENGTH];   /* ... no shapes */
  char sequence_reason[REASON_LENGTH]; /* ... no sequence numbers */
  char memory_reason[REASON_LENGTH];   /* ... no memory events */
};

extern struct torch torch_found;

#endif
