/** Comparison of two sets of runs: verdict by runs rather than by steps, and breakdown of the difference. */
@NullMarked
package io.stepprofiler.analysis.diff;

import org.jspecify.annotations.NullMarked;
