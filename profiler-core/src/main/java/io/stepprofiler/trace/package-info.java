/**
 * The result of one recording window: the immutable {@link io.stepprofiler.trace.Trace}, what it is made of, the
 * account of what it lost, and the interfaces through which it reaches files and handlers.
 *
 * <p>Stable: what a trace tells may grow; {@link io.stepprofiler.trace.TraceBuilder} is experimental.
 */
@NullMarked
package io.stepprofiler.trace;

import org.jspecify.annotations.NullMarked;
