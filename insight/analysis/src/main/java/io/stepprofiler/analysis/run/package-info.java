/** All steps of a run, by its step ledger: warm-up, periodic and drifting steps. */
@NullMarked
package io.stepprofiler.analysis.run;

import org.jspecify.annotations.NullMarked;
