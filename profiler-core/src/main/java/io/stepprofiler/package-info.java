/**
 * Classes that a training program calls: a {@link io.stepprofiler.Profile} around the loop, {@link
 * io.stepprofiler.Scope}s around its parts, {@link io.stepprofiler.Counter}s for its figures.
 *
 * <p>Their implementation: {@code StepLoop} goes through the states of a profile, {@code Recording} switches the
 * recorder and the sources from window to window, {@code WindowTraces} assembles their traces, and {@code
 * GuestRecording} is the recording of a {@code StepCapture}.
 *
 * <p>Stable: programs that call it are meant to compile with later releases.
 */
@NullMarked
package io.stepprofiler;

import org.jspecify.annotations.NullMarked;
