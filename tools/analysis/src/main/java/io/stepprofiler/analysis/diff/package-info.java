/**
 * Whether one side of some runs is slower than another, decided on runs and not on their steps, and where the difference
 * comes from.
 */
@NullMarked
package io.stepprofiler.analysis.diff;

import org.jspecify.annotations.NullMarked;
