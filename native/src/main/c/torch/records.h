/* Records of libtorch's activity, as RecordReader.java reads them. */
#ifndef STEP_PROFILER_RECORDS_H
#define STEP_PROFILER_RECORDS_H

#include <stdint.h>

/*
 * Operation: 0: type 8, scope 7, marked 1, words in all 16, name 32
 *            1: start ticks   2: end ticks, 0 while it runs, TICKS_NEVER if its end was missed
 *            3: sequence number, -1 for none
 *            4: torch's id of the forward thread 32, words of inputs 16, tensors 14, overlaps 1, cut 1
 *            then the inputs, then the address of each tensor's memory. An operation whose name is NAME_INLINE has the
 *            number of its bytes 32, whether there are more 32, and these, padded, before the inputs. One that overlaps
  *            was still open when its enclosing operation ended. One that is marked was passed to operation_marks.
 * Memory:    0: type 8, action 8, words in all 16, device type 8, device index 8
 *            1: ticks   2: address   3: signed bytes   4: allocated in all   5: reserved in all
 */
#define TICKS_NEVER ((uint64_t)INT64_MAX)

enum record_type { RECORD_OPERATION = 1, RECORD_MEMORY = 2 };
enum memory_action { MEMORY_CHANGED = 0, MEMORY_EXHAUSTED = 1 };

/* Inputs: one word each: kind 8, element type 8, count 16; then what the kind says. */
enum input_kind {
  INPUT_ABSENT = 0,
  INPUT_TENSOR = 1,        /* count dimensions */
  INPUT_OPAQUE_TENSOR = 2, /* a tensor that has no plain shape */
  INPUT_TENSOR_LIST = 3,   /* count tensors, each with a word of its own */
  INPUT_INT = 4,           /* one word */
  INPUT_DOUBLE = 5,        /* one word */
  INPUT_BOOL = 6,          /* the element type is its value */
  INPUT_INT_LIST = 7,      /* count words */
  INPUT_OTHER = 8
};

enum { MAX_INPUTS = 64, MAX_LIST = 64, MAX_DIMENSIONS = 16, MAX_INLINE_NAME = 512 };

/* Data that a window may request. */
enum wanted { WANT_OPERATIONS = 1, WANT_INPUTS = 2, WANT_MEMORY = 4 };

/* Counts of the recorder in a log. */
enum torch_count {
  COUNT_CUT = 0,    /* operations with more inputs than are kept */
  COUNT_FOREIGN = 1 /* outermost operations during which another profiler was in the reporter's place */
};

#endif
