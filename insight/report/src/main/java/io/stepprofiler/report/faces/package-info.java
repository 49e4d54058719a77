/** Formats of the {@linkplain io.stepprofiler.analysis.report.StepReport report of steps}, and of comparisons. */
@NullMarked
package io.stepprofiler.report.faces;

import org.jspecify.annotations.NullMarked;
