package io.stepprofiler.analysis.rules;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The same window in other files: its events in another order, all times longer, or with a thread more. */
final class TraceVariants {
    private static final long IDLE = 99;

    private final Trace trace;
    private final int factor;
    private final boolean shuffles;

    private TraceVariants(Trace trace, int factor, boolean shuffles) {
        this.trace = trace;
        this.factor = factor;
        this.shuffles = shuffles;
    }

    static Trace slower(Trace trace, int factor) {
        return new TraceVariants(trace, factor, false).copy(new TraceBuilder()).build();
    }

    /** The window as one of a process whose number is known. */
    static Trace ofAProcess(Trace trace) {
        return new TraceVariants(trace, 1, false)
                .copy(new TraceBuilder().process(new ProcessInfo(7, "host")))
                .build();
    }

    /** The window with other numbers of names and threads, and the events of a thread in another order. */
    static Trace shuffled(Trace trace) {
        TraceBuilder builder = new TraceBuilder();
        builder.nameId("no event has this name");
        return new TraceVariants(trace, 1, true).copy(builder).build();
    }

    /** The window with a thread that waits all the time, in an event if waits were recorded. */
    static Trace besideAnIdleThread(Trace trace) {
        TraceBuilder builder = new TraceVariants(trace, 1, false).copy(new TraceBuilder());
        StepMark first = trace.steps().get(0);
        StepMark last = trace.steps().get(trace.steps().size() - 1);
        TrackBuilder idle = builder.thread(IDLE, "idle");
        if (WindowFacts.of(trace).evidence().contains(Evidence.WAITS)) {
            idle.add(
                    builder.nameId("Park (Idle)", EventKind.WAIT, ""),
                    first.startNanos(),
                    last.startNanos() + last.durationNanos() - first.startNanos());
        }
        return builder.build();
    }

    private List<Integer> order(int size) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        if (shuffles) {
            Collections.shuffle(order, new Random(size));
        }
        return order;
    }

    /** Of events with the same times, the first is around the others: only their order tells. */
    private List<Integer> order(Track track) {
        List<List<Integer>> groups = new ArrayList<>(IntStream.range(0, track.size())
                .boxed()
                .collect(Collectors.groupingBy(
                        i -> List.of(track.startNanos(i), track.durationNanos(i)),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values());
        return order(groups.size()).stream()
                .flatMap(group -> groups.get(group).stream())
                .toList();
    }

    private TraceBuilder copy(TraceBuilder to) {
        to.options(trace.options())
                .traceId(trace.id())
                .window(
                        new ClockAnchor(
                                trace.start().monotonicNanos() * factor,
                                trace.start().epochNanos()),
                        new ClockAnchor(
                                trace.end().monotonicNanos() * factor,
                                trace.end().epochNanos()));
        trace.metadata().forEach(to::metadata);
        trace.account().dropped().forEach(to::dropped);
        for (int track : order(trace.tracks().size())) {
            copy(trace.tracks().get(track), to);
        }
        trace.counters()
                .forEach(counter -> IntStream.range(0, counter.size())
                        .forEach(i -> to.counter(
                                counter.domain(), counter.name(), counter.nanos(i) * factor, counter.value(i))));
        for (int i : order(trace.samples().size())) {
            StackSample sample = trace.samples().sample(i);
            to.stackSample(new StackSample(
                    sample.nanos() * factor,
                    sample.trackId(),
                    sample.kind(),
                    sample.stackId() < 0 ? -1 : to.stackId(trace.stack(sample.stackId())),
                    sample.weight() * factor));
        }
        IntStream.range(0, trace.memory().size())
                .forEach(i -> copy(trace.memory().event(i), to));
        trace.steps()
                .forEach(step -> to.step(new StepMark(
                        step.number(),
                        step.startNanos() * factor,
                        step.durationNanos() * factor,
                        step.trackId(),
                        step.unfinished(),
                        step.cpuNanos() < 0 ? step.cpuNanos() : step.cpuNanos() * factor)));
        return to;
    }

    private void copy(MemoryEvent event, TraceBuilder to) {
        to.memory(new MemoryEvent(
                event.nanos() * factor,
                event.trackId(),
                event.action(),
                event.device(),
                event.address(),
                event.bytes(),
                event.totalAllocated(),
                event.totalReserved(),
                event.category(),
                event.stackId() < 0 ? -1 : to.stackId(trace.stack(event.stackId()))));
    }

    private void copy(Track track, TraceBuilder to) {
        TrackBuilder copy = track.isThread()
                ? to.thread(track.id(), track.name())
                : track.device().isPresent() ? to.stream(track.device().get(), track.stream()) : to.lane(track.name());
        for (int i : order(track)) {
            int name = track.nameId(i);
            int event = copy.add(
                    to.nameId(trace.name(name), trace.kind(name), trace.moduleType(name)),
                    track.startNanos(i) * factor,
                    track.durationNanos(i) * factor);
            if (track.isUnfinished(i)) {
                copy.unfinished(event);
            }
            if (track.isAsync(i)) {
                copy.async(event);
            }
            if (track.signatureId(i) >= 0) {
                copy.signature(event, to.signatureId(trace.signature(track.signatureId(i))));
            }
            if (track.stackId(i) >= 0) {
                copy.stack(event, to.stackId(trace.stack(track.stackId(i))));
            }
            if (track.correlation(i) >= 0) {
                copy.correlation(event, track.correlation(i));
            }
            track.arguments(i).forEach((key, value) -> {
                if (value instanceof Double number) {
                    copy.argument(event, to.nameId(key), number);
                } else if (value instanceof Long number) {
                    copy.argument(event, to.nameId(key), number);
                }
            });
        }
    }
}
