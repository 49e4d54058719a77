/**
 * What a step spent its time with, each moment once, and how such figures spread over steps.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.analysis.breakdown;

import org.jspecify.annotations.NullMarked;
