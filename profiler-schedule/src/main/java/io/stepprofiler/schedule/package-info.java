/**
 * Schedules, and the state machine that they drive: a {@link io.stepprofiler.schedule.Schedule} maps a step number to a
 * {@link io.stepprofiler.schedule.ProfilerAction}, the {@link io.stepprofiler.schedule.TransitionTable} maps a pair of
 * actions to operations, and the {@link io.stepprofiler.schedule.StepStateMachine} runs those operations on a {@link
 * io.stepprofiler.schedule.TraceLifecycle}. Nothing here reads a clock or touches a file.
 *
 * <p>Stable: actions and methods of builders may be added.
 */
@NullMarked
package io.stepprofiler.schedule;

import org.jspecify.annotations.NullMarked;
