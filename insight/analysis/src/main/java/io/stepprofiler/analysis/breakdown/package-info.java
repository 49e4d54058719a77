/**
 * Breakdown of the time of a step, each nanosecond counted once, and distributions of such figures over steps.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.analysis.breakdown;

import org.jspecify.annotations.NullMarked;
