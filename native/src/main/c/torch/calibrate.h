/* Self-test that determines what can be recorded of a libtorch. */
#ifndef STEP_PROFILER_CALIBRATE_H
#define STEP_PROFILER_CALIBRATE_H

#include "torch.h"

#include <stdbool.h>
#include <stdint.h>

/* Runs the self-test of the symbols in torch. */
void calibrate_torch(struct torch *torch);
/* Operations of all threads are numbered in sequence, so any number may lie in between. */
bool calibrate_is_later(uint64_t number, uint64_t than);
/* Adds a callback that does nothing, to measure the cost of libtorch's call; 0 if there is no libtorch. */
uint64_t calibrate_add_empty_callback(bool inputs);

#endif
