/* Callbacks that libtorch runs at the start and the end of every operation. */
#ifndef STEP_PROFILER_OPERATIONS_H
#define STEP_PROFILER_OPERATIONS_H

#include "logs.h"

#include <stdbool.h>

/* Recorder of operations and memory for the logs. */
extern const struct logs_recorder operations_recorder;

void operations_add(bool inputs);
void operations_remove(void);

/* Bodies of libtorch's callbacks; also called by the tests. */
void operations_begin(const void *function);
void operations_end(const void *function, void *context);
/* Looks for ends of the calling thread's operations on other threads, as each beginning operation does. */
void operations_settle(void);
/* Starts or stops recording new operations while a window is open; open operations are completed as usual. */
void operations_listen(bool inputs, bool is_on);

#endif
