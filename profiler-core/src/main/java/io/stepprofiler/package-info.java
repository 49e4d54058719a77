/**
 * Classes that a training program calls: a {@link io.stepprofiler.Profile} around the loop, {@link
 * io.stepprofiler.Scope}s around its parts, {@link io.stepprofiler.Counter}s for its figures.
 *
 * <p>The recording engine lives here too, invisible: {@code Recorder} is the switch, {@code Window} what one recording
 * shares, {@code ThreadRecorder} what a thread writes, {@code Chunk} the columns it writes to, and
 * {@code WindowReader} what turns them into a {@link io.stepprofiler.trace.Trace}.
 */
@NullMarked
package io.stepprofiler;

import org.jspecify.annotations.NullMarked;
