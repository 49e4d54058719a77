/**
 * Classes that a training program calls: a {@link io.stepprofiler.Profile} around the loop, {@link
 * io.stepprofiler.Scope}s around its parts, {@link io.stepprofiler.Counter}s for its figures.
 *
 * <p>Their implementation: {@code StepLoop} goes through the states of a profile, {@code Recording} switches the
 * recorder and the sources from window to window, {@code WindowTraces} assembles their traces, and {@code
 * CaptureRecording} is the recording of a {@code StepCapture}.
 *
 * <p>Stable: programs that call it are meant to compile with later releases. Captures inside the program are
 * experimental: {@link io.stepprofiler.Captures}, {@link io.stepprofiler.CaptureRequest}, {@link
 * io.stepprofiler.StepCapture} and {@link io.stepprofiler.StepPace}. Internal: {@code
 * Profile.soFar}.
 */
@NullMarked
package io.stepprofiler;

import org.jspecify.annotations.NullMarked;
