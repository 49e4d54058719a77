package io.stepprofiler.analysis.compile;

/**
 * One class or native library that a thread loaded. Loads are nested: a class brings its superclass.
 *
 * @param kind which of both it is
 * @param threadId id of the Java thread that loaded it
 * @param name name of the class, or the library as it was asked for
 * @param startNanos when it began, on the clock of the trace
 * @param durationNanos how long it took
 */
public record Load(LoadKind kind, long threadId, String name, long startNanos, long durationNanos) {}
