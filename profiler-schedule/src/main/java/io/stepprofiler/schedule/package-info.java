/**
 * Schedules: a {@link io.stepprofiler.schedule.Schedule} maps the number of a step to a {@link
 * io.stepprofiler.schedule.ProfilerAction}.
 *
 * <p>Stable: actions and methods of builders may be added. The interface of adaptive schedules is experimental: {@link
 * io.stepprofiler.schedule.StepMeasurements}, {@link io.stepprofiler.schedule.Warmth}, and the methods of {@code
 * Schedule} with a default.
 */
@NullMarked
package io.stepprofiler.schedule;

import org.jspecify.annotations.NullMarked;
