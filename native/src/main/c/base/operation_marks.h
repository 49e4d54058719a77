/* Listener to the open operations of each thread; mostly there is none. */
#ifndef STEP_PROFILER_OPERATION_MARKS_H
#define STEP_PROFILER_OPERATION_MARKS_H

#include <stdint.h>

struct operation_marks {
  void (*push)(uint64_t id); /* an operation has begun; the id is its start, in ticks */
  void (*pop)(void);         /* the operation that was pushed last has ended */
};

/* NULL for none. Listeners are never freed: an operation is popped where it was pushed, even after the listener
 * changed. */
extern const struct operation_marks *_Atomic operation_marks;

#endif
