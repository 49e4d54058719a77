/** Comparison of variants of a function, to find the fastest. */
@NullMarked
package io.stepprofiler.tuning;

import org.jspecify.annotations.NullMarked;
