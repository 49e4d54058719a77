/* The reporter of memory that is put where libtorch's own profiler has its state. */
#ifndef STEP_PROFILER_MEMORY_H
#define STEP_PROFILER_MEMORY_H

#include "torch.h"
#include "torch_thread.h"

enum memory_state { MEMORY_IN_PLACE, MEMORY_TAKEN, MEMORY_FAILED };

extern _Atomic uint64_t memory_left; /* reporters that stay in place */

/* The reporter on the calling thread, for as long as a window is open. */
enum memory_state memory_hold(void);
/* Whether it is gone again; false if something else lies on it, or it is another thread. */
bool memory_let_go(void);
void memory_begin(struct torch_thread *self, const void *function);
void memory_end(struct torch_thread *self);
void memory_thread_ended(struct torch_thread *self);
/* Whether the reporter gets events of the calling thread, as the self-test of memory.c finds. */
bool memory_test(struct torch *torch, char *reason);

#endif
