/**
 * Rules that say what holds steps up: as data, with what they need, thresholds, evidence, advice and possible gain; and
 * what they see of a window.
 *
 * <p>Stable: {@link io.stepprofiler.analysis.rules.RuleProvider} and what its rules are made of change only with a new
 * major version.
 */
@NullMarked
package io.stepprofiler.analysis.rules;

import org.jspecify.annotations.NullMarked;
