package io.stepprofiler.tuning;

import java.util.concurrent.Callable;

/** One of the functions that are compared, under its id. */
record Variant(String id, Callable<?> function) {}
