/**
 * Rules that find what slows steps down, as data with required evidence, thresholds, advice and possible gain; and the
 * facts about a window that they check.
 *
 * <p>Stable: {@link io.stepprofiler.analysis.rules.RuleProvider} and the types of its rules change only with a new
 * major version.
 */
@NullMarked
package io.stepprofiler.analysis.rules;

import org.jspecify.annotations.NullMarked;
