/**
 * The files of a memory timeline: {@link io.stepprofiler.handlers.memory.MemoryTimelineHandler} writes them for each
 * window.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.memory;

import org.jspecify.annotations.NullMarked;
