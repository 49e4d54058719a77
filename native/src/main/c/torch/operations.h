/* The callbacks that libtorch runs at the start and the end of every operation. */
#ifndef STEP_PROFILER_OPERATIONS_H
#define STEP_PROFILER_OPERATIONS_H

#include "logs.h"

#include <stdbool.h>

/* What the logs are to know of operations and memory. */
extern const struct logs_recorder operations_recorder;

void operations_add(bool inputs);
void operations_remove(void);

/* What the callback of libtorch runs, also in the tests. */
void operations_begin(const void *function);
void operations_end(const void *function, void *context);
/* Looks for ends of the calling thread's operations on other threads; any operation that begins does so, too. */
void operations_settle(void);
/* Records operations that begin from now on, or none; those under way end as they would. While a window is open. */
void operations_listen(bool inputs, bool is_on);

#endif
