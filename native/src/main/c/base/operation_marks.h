/* Who wants to know, on its thread, which operation is open: nobody most of the time. */
#ifndef STEP_PROFILER_OPERATION_MARKS_H
#define STEP_PROFILER_OPERATION_MARKS_H

#include <stdint.h>

struct operation_marks {
  void (*push)(uint64_t id); /* an operation has begun: its start, in ticks */
  void (*pop)(void);         /* the one that was pushed last has ended */
};

/* NULL for nobody. What it points to stays: who has pushed pops there, also once others or none want to know. */
extern const struct operation_marks *_Atomic operation_marks;

#endif
