/** Measurements of the page of a report. */
@NullMarked
package io.stepprofiler.benchmarks.report;

import org.jspecify.annotations.NullMarked;
