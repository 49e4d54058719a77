package io.stepprofiler.benchmarks.pipeline;

/**
 * Slowdown by one part of a pipeline alone.
 *
 * @param part a number of a copy or of a stage, or the name of a kind of operation
 * @param slowdown mean step time if only this part keeps its recorded durations, as a multiple of the ideal
 */
record PartSlowdown(String part, double slowdown) {}
