/**
 * Memory that operations would need under other conditions: in another order, without writing in place, without
 * freeing.
 *
 * <p>{@link io.stepprofiler.analysis.whatif.OperationGraph} is pure data and knows no trace; {@link
 * io.stepprofiler.analysis.memory.RecordedGraphs} makes it from one. {@code Liveness} holds its allocations, with the
 * operations that use each. {@code BestOrder} is the order of a few operations that needs the least memory, {@code
 * GreedyOrder} an order of many that needs little, {@code PeakBound} a lower bound of the peaks of all orders.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.analysis.whatif;

import org.jspecify.annotations.NullMarked;
