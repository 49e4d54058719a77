/**
 * State machine that a schedule drives: the {@link io.stepprofiler.schedule.transition.TransitionTable} maps a pair of
 * actions to operations, and the {@link io.stepprofiler.schedule.transition.StepStateMachine} runs those operations on a
 * {@link io.stepprofiler.schedule.transition.TraceLifecycle}. Nothing here reads a clock or touches a file.
 */
@NullMarked
package io.stepprofiler.schedule.transition;

import org.jspecify.annotations.NullMarked;
