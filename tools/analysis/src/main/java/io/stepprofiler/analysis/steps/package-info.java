/**
 * What a step spent its time with, each moment once: the exclusive breakdown of steps, and how its figures spread over
 * them.
 */
@NullMarked
package io.stepprofiler.analysis.steps;

import org.jspecify.annotations.NullMarked;
