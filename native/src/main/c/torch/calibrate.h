/* The self-test that finds out what can be recorded of a libtorch. */
#ifndef STEP_PROFILER_CALIBRATE_H
#define STEP_PROFILER_CALIBRATE_H

#include "torch.h"

#include <stdbool.h>
#include <stdint.h>

/* Runs the self-test of the symbols in torch. */
void calibrate_torch(struct torch *torch);
/* Operations are numbered one after the other, those of other threads too: there may be any number in between. */
bool calibrate_is_later(uint64_t number, uint64_t than);
/* A callback that does nothing, to measure what libtorch takes to call one; 0 if there is no libtorch. */
uint64_t calibrate_add_empty_callback(bool inputs);

#endif
