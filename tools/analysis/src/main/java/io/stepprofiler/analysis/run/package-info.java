/**
 * All steps of a run, by its step ledger: warm-up, periodic and drifting steps.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.analysis.run;

import org.jspecify.annotations.NullMarked;
