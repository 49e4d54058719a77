/** Faces of the {@linkplain io.stepprofiler.analysis.report.StepReport report of steps}. */
@NullMarked
package io.stepprofiler.report;

import org.jspecify.annotations.NullMarked;
