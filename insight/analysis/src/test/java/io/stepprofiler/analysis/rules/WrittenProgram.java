package io.stepprofiler.analysis.rules;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;

/** Program of one training thread, whose events are written one after the other. */
final class WrittenProgram {
    static final long MICRO = 1_000;
    static final long MILLI = 1_000_000;

    final TraceBuilder builder = new TraceBuilder();
    final TrackBuilder main = builder.thread(NaiveTrace.MAIN, "main");
    long now = MILLI;
    private int steps;

    WrittenProgram records(String groups) {
        builder.metadata("jvm_flight_recorder_groups", new MetadataValue(groups, false));
        return this;
    }

    WrittenProgram on(String environment) {
        builder.metadata(Environment.KEY, new MetadataValue(environment, false));
        return this;
    }

    /** A step whose processor time is not known. */
    void step(Runnable body) {
        long start = now;
        body.run();
        builder.step(new StepMark(steps++, start, now - start, NaiveTrace.MAIN, false));
    }

    /** A step that ends now, whose thread ran for some time. */
    void stepped(long start, long cpuNanos) {
        builder.step(new StepMark(steps++, start, now - start, NaiveTrace.MAIN, false, cpuNanos));
    }

    void pass(long nanos) {
        now += nanos;
    }

    /** Adds an event, after which the next one begins; returns its index. */
    int event(EventKind kind, String name, long nanos) {
        return event(kind, name, () -> now += nanos);
    }

    /** Adds an event around others. */
    int event(EventKind kind, String name, Runnable body) {
        int event = main.add(builder.nameId(name, kind, ""), now, 0);
        body.run();
        main.end(event, now);
        return event;
    }

    int scope(String name, long nanos) {
        return event(EventKind.SCOPE, name, nanos);
    }

    int scope(String name, Runnable body) {
        return event(EventKind.SCOPE, name, body);
    }

    void ofMachine(String lane, String name, long start, long nanos) {
        builder.lane(lane).add(builder.nameId(name, EventKind.VIRTUAL_MACHINE, ""), start, nanos);
    }

    /** A sample at this time. */
    void sample(long thread, SampleKind kind, long weight, String frames) {
        builder.stackSample(new StackSample(now, thread, kind, builder.stackId(StepsOfATrace.stack(frames)), weight));
    }
}
