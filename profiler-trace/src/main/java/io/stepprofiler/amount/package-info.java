/** Amounts as text, quantiles, and binary search: one of each for all modules of the profiler. */
@NullMarked
package io.stepprofiler.amount;

import org.jspecify.annotations.NullMarked;
