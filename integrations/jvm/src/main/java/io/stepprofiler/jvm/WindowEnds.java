package io.stepprofiler.jvm;

/** When a window began and ended, and what a sample of methods stood for in it. */
record WindowEnds(long beganNanos, long endedNanos, long samplingPeriodNanos) {}
