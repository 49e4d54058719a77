/**
 * Rules that find what slows steps down, as data with required evidence, thresholds, advice and possible gain; and the
 * facts about a window that they check.
 *
 * <p>Stable: changes only with a new major version. Internal: {@link
 * io.stepprofiler.analysis.rules.AvailableEvidence}, {@link io.stepprofiler.analysis.rules.RunRules}, and the methods
 * of {@link io.stepprofiler.analysis.rules.WindowFacts} whose types are in packages that are not exported.
 */
@NullMarked
package io.stepprofiler.analysis.rules;

import org.jspecify.annotations.NullMarked;
