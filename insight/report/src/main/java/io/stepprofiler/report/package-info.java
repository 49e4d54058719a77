/**
 * The report of training steps: {@link io.stepprofiler.report.ReportHandler} writes windows to pages.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.report;

import org.jspecify.annotations.NullMarked;
