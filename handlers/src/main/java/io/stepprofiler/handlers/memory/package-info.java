/**
 * The files of a memory timeline: {@link io.stepprofiler.handlers.memory.MemoryTimelineHandler} writes them for each
 * window.
 */
@NullMarked
package io.stepprofiler.handlers.memory;

import org.jspecify.annotations.NullMarked;
