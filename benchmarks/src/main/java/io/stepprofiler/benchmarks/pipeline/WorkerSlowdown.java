package io.stepprofiler.benchmarks.pipeline;

/**
 * Slowdown by a worker, estimated without a replay of its own.
 *
 * @param copy number of its copy
 * @param stage number of its stage
 * @param slowdown the smaller one of the slowdowns by its copy and by its stage, as a multiple of the ideal
 */
record WorkerSlowdown(int copy, int stage, double slowdown) {}
