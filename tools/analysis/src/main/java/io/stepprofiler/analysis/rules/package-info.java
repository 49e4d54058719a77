/** Rules that say what holds steps up: as data, with what they need, thresholds, evidence, advice and possible gain. */
@NullMarked
package io.stepprofiler.analysis.rules;

import org.jspecify.annotations.NullMarked;
