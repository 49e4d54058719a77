/**
 * State machine that a schedule drives: the {@link io.stepprofiler.schedule.machine.TransitionTable} maps a pair of
 * actions to operations, and the {@link io.stepprofiler.schedule.machine.StepStateMachine} runs those operations on a
 * {@link io.stepprofiler.schedule.machine.TraceLifecycle}. Nothing here reads a clock or touches a file.
 */
@NullMarked
package io.stepprofiler.schedule.machine;

import org.jspecify.annotations.NullMarked;
