/** Tests and intervals: Student's t, the exact permutation test of ranks, Holm's test, the interval of a trimmed mean. */
@NullMarked
package io.stepprofiler.analysis.statistics;

import org.jspecify.annotations.NullMarked;
