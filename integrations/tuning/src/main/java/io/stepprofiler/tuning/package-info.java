/**
 * Comparison of variants of a function, to find the fastest.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.tuning;

import org.jspecify.annotations.NullMarked;
