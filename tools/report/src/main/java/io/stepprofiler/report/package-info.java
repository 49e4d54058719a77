/**
 * The report of steps for whoever trains: {@link io.stepprofiler.report.ReportHandler} writes a page of each window.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.report;

import org.jspecify.annotations.NullMarked;
