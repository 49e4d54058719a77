/**
 * Classes that a training program calls: a {@link io.stepprofiler.Profile} around the loop, {@link
 * io.stepprofiler.Scope}s around its parts, {@link io.stepprofiler.Counter}s for its figures.
 *
 * <p>Invisible beside them: {@code StepLoop} goes through the states of a profile, {@code Recording} switches the
 * recorder and the sources from window to window, {@code WindowTraces} puts their traces together, and {@code
 * StepCapture} is the guest of all three.
 *
 * <p>Stable: programs that call it are meant to compile with later releases.
 */
@NullMarked
package io.stepprofiler;

import org.jspecify.annotations.NullMarked;
