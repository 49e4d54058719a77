/**
 * What memory operations would need if they were done otherwise: in another order, without writing in place, without
 * freeing.
 *
 * <p>{@link io.stepprofiler.analysis.whatif.OperationGraph} is pure data and knows no trace;
 * {@link io.stepprofiler.analysis.memory.RecordedGraphs} makes it of one. {@code Liveness} is what the arithmetic needs
 * of it: which piece of memory begins with which operation and is used by which. {@code GreedyOrder} is an
 * order that needs little, {@code PeakBound} a bound that no order is below.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.analysis.whatif;

import org.jspecify.annotations.NullMarked;
