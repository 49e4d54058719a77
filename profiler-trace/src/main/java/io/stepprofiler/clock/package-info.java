/**
 * The clock that recording reads, and conversion of the ticks of any counter to nanoseconds.
 *
 * <p>One idea: the ticks of a counter become nanoseconds of the monotonic clock, {@link System#nanoTime()}, on straight
 * lines between readings of both that were taken at one moment. A {@link io.stepprofiler.clock.TickReading} is such a
 * moment with the error of taking it; a {@link io.stepprofiler.clock.TickScale} is the lines through several. The
 * counter may belong to the recording clock ({@link io.stepprofiler.clock.Ticks}), the virtual machine's flight
 * recorder, native code, or a GPU.
 *
 * <p>A scale guarantees:
 *
 * <ol>
 *   <li>The order of ticks is the order of their nanoseconds.
 *   <li>A reading that was added has exactly its own nanoseconds.
 *   <li>Between two readings a time is off by at most the larger of their errors plus the variation of the two clocks'
 *       rates in between: nanoseconds if readings are a fraction of a second apart.
 *   <li>Before the first reading, time passes at the rate that was given to the scale; after the last, at the rate of
 *       the last tenth of a second, or at the given rate if the readings span less.
 *   <li>A reading that is added changes no time before the previous reading.
 * </ol>
 *
 * <p>A {@link io.stepprofiler.clock.ClockAnchor} is one moment on the monotonic clock and on the wall clock; nothing is
 * measured by the wall clock.
 *
 * <p>Experimental: may change in any release; {@link io.stepprofiler.clock.ClockAnchor} is stable.
 */
@NullMarked
package io.stepprofiler.clock;

import org.jspecify.annotations.NullMarked;
