/**
 * The result of one recording window: the immutable {@link io.stepprofiler.trace.Trace}, its parts, its loss account,
 * and the interfaces through which it reaches files and handlers.
 *
 * <p>Stable: a trace may get more content. Experimental: {@link io.stepprofiler.trace.TraceBuilder}, {@link
 * io.stepprofiler.trace.TrackBuilder}, {@link io.stepprofiler.trace.TraceExporter} and {@link
 * io.stepprofiler.trace.Remarks}.
 */
@NullMarked
package io.stepprofiler.trace;

import org.jspecify.annotations.NullMarked;
