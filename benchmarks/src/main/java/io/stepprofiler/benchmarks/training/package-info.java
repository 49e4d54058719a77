/**
 * Measurements of the cost that recording adds to a step of a real training, with and without it alternately in one
 * process.
 */
@NullMarked
package io.stepprofiler.benchmarks.training;

import org.jspecify.annotations.NullMarked;
