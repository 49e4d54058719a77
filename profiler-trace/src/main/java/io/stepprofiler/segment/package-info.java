/**
 * Segments: the parts of a window that journals and histories keep one at a time, their assembly into a trace, and the
 * interfaces for writing and reading them. For the modules of the profiler only.
 */
@NullMarked
package io.stepprofiler.segment;

import org.jspecify.annotations.NullMarked;
