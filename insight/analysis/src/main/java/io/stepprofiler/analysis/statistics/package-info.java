/**
 * Tests and intervals: Student's t, the exact permutation test of ranks, the rank product, the tests of several
 * hypotheses by Holm and by Benjamini and Hochberg, Spearman's correlation, the interval of a trimmed mean.
 */
@NullMarked
package io.stepprofiler.analysis.statistics;

import org.jspecify.annotations.NullMarked;
