package io.stepprofiler.benchmarks.pipeline;

/** The slowdown of a pipeline, or the reason why its operations do not show it. */
sealed interface GraphAnswer permits GraphSlowdown, GraphRefusal {}
