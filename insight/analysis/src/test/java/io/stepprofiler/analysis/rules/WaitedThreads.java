package io.stepprofiler.analysis.rules;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Trace in which steps of one thread wait for others; times in microseconds. */
final class WaitedThreads {
    static final String MAIN = "main";

    private static final long MICRO = 1_000;

    private final TraceBuilder trace = new TraceBuilder()
            .metadata("jvm_flight_recorder_groups", new MetadataValue("WAITS, INPUT_OUTPUT, METHOD_SAMPLES", false));
    private final Map<String, TrackBuilder> threads = new HashMap<>();
    private long steps;

    private TrackBuilder thread(String name) {
        return threads.computeIfAbsent(name, any -> trace.thread(threads.size() + 1L, name));
    }

    WaitedThreads step(long start, long end) {
        trace.step(new StepMark(
                steps++, MICRO * start, MICRO * (end - start), thread(MAIN).id(), false));
        return this;
    }

    /** Adds a wait of a thread in a method {@code app.Name.method(Name.java:7)} named after the thread. */
    WaitedThreads wait(String thread, String event, long start, long end) {
        return wait(thread, event, start, end, "");
    }

    /** Parks a thread in a method of a class of Java. */
    WaitedThreads waitIn(String thread, String type, long start, long end) {
        int wait = add(thread, "Park", start, end);
        thread(thread).stack(wait, stack(new StackTraceElement(type, "join", null, -1), frame(thread, "work", 7)));
        return this;
    }

    private int add(String thread, String event, long start, long end) {
        return thread(thread).add(trace.nameId(event, EventKind.WAIT, ""), MICRO * start, MICRO * (end - start));
    }

    /** Adds a wait for a lock that another thread holds. */
    WaitedThreads wait(String thread, String event, long start, long end, String holder) {
        TrackBuilder track = thread(thread);
        int wait = add(thread, event, start, end);
        track.stack(wait, stack(frame(thread, "work", 7)));
        if (!holder.isEmpty()) {
            track.argument(wait, trace.nameId("held by"), holder);
        }
        return this;
    }

    /** Adds a wait for the next batch. */
    WaitedThreads loading(String thread, long start, long end) {
        thread(thread).add(trace.nameId("DataLoader", EventKind.DATA_LOADER, ""), MICRO * start, MICRO * (end - start));
        return this;
    }

    WaitedThreads scope(String thread, String name, long start, long end) {
        thread(thread).add(trace.nameId(name), MICRO * start, MICRO * (end - start));
        return this;
    }

    /** Adds a sample of 10 ms whose innermost frame is a method of a class, called by that of the thread. */
    WaitedThreads sample(String thread, SampleKind kind, String type, String method, long at) {
        int stack = stack(new StackTraceElement(type, method, null, -2), frame(thread, "run", 9));
        trace.stackSample(new StackSample(MICRO * at, thread(thread).id(), kind, stack, 10_000 * MICRO));
        return this;
    }

    /** Adds a sample whose call stack could not be recorded. */
    WaitedThreads sampleWithoutFrames(String thread, long at) {
        trace.stackSample(new StackSample(MICRO * at, thread(thread).id(), SampleKind.JAVA, stack(), 10_000 * MICRO));
        return this;
    }

    WaitedThreads sample(String thread, long at) {
        return sample(thread, SampleKind.JAVA, "java.lang.Math", "sqrt", at);
    }

    private int stack(StackTraceElement... frames) {
        return trace.stackId(List.of(frames));
    }

    private static StackTraceElement frame(String thread, String method, int line) {
        String type =
                Character.toUpperCase(thread.charAt(0)) + thread.substring(1).replaceAll("\\W|\\d", "");
        return new StackTraceElement("app." + type, method, type + ".java", line);
    }

    WindowFacts facts() {
        return WindowFacts.of(trace.build());
    }

    Finding finding(String rule) {
        return RuleSet.builtIn().check(facts()).findings().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }
}
