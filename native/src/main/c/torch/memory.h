/* Reporter of memory, in the place of the state of libtorch's own profiler. */
#ifndef STEP_PROFILER_MEMORY_H
#define STEP_PROFILER_MEMORY_H

#include "torch.h"
#include "torch_thread.h"

enum memory_state { MEMORY_IN_PLACE, MEMORY_TAKEN, MEMORY_FAILED };

extern _Atomic uint64_t memory_left; /* reporters that stay in place */

/* Puts the reporter in place on the calling thread, while a window is open. */
enum memory_state memory_hold(void);
/* Removes the reporter; false if another one lies on top, or this is another thread. */
bool memory_let_go(void);
void memory_begin(struct torch_thread *self, const void *function);
void memory_end(struct torch_thread *self);
void memory_thread_ended(struct torch_thread *self);
/* Self-test: true if the reporter gets events of the calling thread. */
bool memory_test(struct torch *torch, char *reason);

#endif
