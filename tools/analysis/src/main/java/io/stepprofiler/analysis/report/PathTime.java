package io.stepprofiler.analysis.report;

/**
 * Time inside the events of one path, such as {@code linear} inside {@code forward}, without what is inside of them. The
 * first step of a process is left out, which is like no other. On the threads of steps the times of all paths add up to that of the steps: what the virtual machine takes is a path of
 * its own, and so is what is in no event.
 *
 * @param parent index of the path around it in the list; -1 if it is outermost
 * @param name name of the events, and the shapes of their inputs if known; {@code …} stands for what has little time
 * @param isBeside whether it is of other threads, while steps went on
 * @param callsPerStep how many of them begin in a step
 * @param selfNanos time in them, in all steps, each moment in the innermost event
 */
public record PathTime(int parent, String name, boolean isBeside, double callsPerStep, long selfNanos) {}
