/** Breakdown of steps: sets of intervals, categories of events, and times of devices. */
@NullMarked
package io.stepprofiler.analysis.steps;

import org.jspecify.annotations.NullMarked;
