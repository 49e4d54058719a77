package io.stepprofiler.fleet.whatif;

/** The slowdown of a pipeline, or the reason why its operations do not show it. */
public sealed interface GraphAnswer permits GraphSlowdown, GraphRefusal {}
