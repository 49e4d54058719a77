package io.stepprofiler.analysis.report;

/**
 * Self time of the events of one path, such as {@code linear} inside {@code forward}. The first step of a process is
 * left out, since it is not typical. On the threads of steps the times of all paths add up to the steps: pauses by the
 * virtual machine are a path, and so is the time outside events.
 *
 * @param parent index of the enclosing path in the list; -1 if it is outermost
 * @param name name of the events, with the shapes of their inputs if known; {@code …} for merged small paths
 * @param isBeside whether it is of threads without steps, during steps
 * @param callsPerStep number of events that begin in a step
 * @param selfNanos self time of the events in all steps
 */
public record PathTime(int parent, String name, boolean isBeside, double callsPerStep, long selfNanos) {}
