/** Speed of the page of a report, in a real browser. */
@NullMarked
package io.stepprofiler.benchmarks.report;

import org.jspecify.annotations.NullMarked;
