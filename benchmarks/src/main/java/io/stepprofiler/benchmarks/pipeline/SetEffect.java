package io.stepprofiler.benchmarks.pipeline;

/**
 * Part of the slowdown that a set of operations explains, by two replays; they differ because slow operations hide each
 * other.
 *
 * @param removal part of the lost time that ends if only this set becomes ideal
 * @param addition part of the lost time that remains if all but this set becomes ideal
 */
record SetEffect(double removal, double addition) {}
