/**
 * Rules that find what slows steps down, as data with required evidence, thresholds, advice and possible gain; and the
 * facts about a window that they check.
 *
 * <p>Stable: changes only with a new major version. The rules of the profiler itself are not public.
 */
@NullMarked
package io.stepprofiler.analysis.rules;

import org.jspecify.annotations.NullMarked;
