/** Measurements of what recording adds to a step of a real training, with and without in turn in one process. */
@NullMarked
package io.stepprofiler.benchmarks.training;

import org.jspecify.annotations.NullMarked;
