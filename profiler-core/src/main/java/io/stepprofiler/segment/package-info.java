/**
 * Segments: the parts of a window that journals and histories keep one at a time, and how they become a trace again;
 * and the interfaces of what writes and reads them. For modules of the profiler alone.
 */
@NullMarked
package io.stepprofiler.segment;

import org.jspecify.annotations.NullMarked;
