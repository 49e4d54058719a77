/**
 * The clock that recording reads, and how the ticks of any counter become nanoseconds.
 *
 * <p>One idea: the ticks of a counter become nanoseconds of the monotonic clock, {@link System#nanoTime()}, on straight
 * lines between readings of both that were taken at one moment. A {@link io.stepprofiler.clock.TickReading} is such a
 * moment with the error of taking it; a {@link io.stepprofiler.clock.TickScale} is the lines through several. The
 * counter may be the one that recording reads ({@link io.stepprofiler.clock.Ticks}), that of the virtual machine's
 * flight recorder, that of native code, or that of a GPU.
 *
 * <p>A scale guarantees:
 *
 * <ol>
 *   <li>The order of ticks is the order of their nanoseconds.
 *   <li>A reading that was added has exactly its own nanoseconds.
 *   <li>Between two readings a time is off by at most the larger of their errors and what the rates of the two clocks
 *       vary between them: nanoseconds where readings are a fraction of a second apart.
 *   <li>Before the first reading, time goes at the rate that the scale was given; after the last at the rate of its
 *       last tenth of a second, or at the given one if it does not span as much.
 *   <li>Readings that are added later change no time before the last one that was there.
 * </ol>
 *
 * <p>A {@link io.stepprofiler.clock.ClockAnchor} is one moment on the monotonic clock and on the wall clock; nothing is
 * measured by the wall clock.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.clock;

import org.jspecify.annotations.NullMarked;
