package io.stepprofiler.analysis.rules;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Window of one training thread as a plain list of events. Times are counted by looking at each time between two instants
 * at which an event begins, ends, or ended as long ago as it took.
 */
final class NaiveTrace {
    static final long MAIN = 1;

    /** Event of a thread, a device or the virtual machine. */
    record Event(Track track, int index, EventKind kind, String name, long start, long end) {
        boolean isOpenAt(long nanos) {
            return start <= nanos && nanos < end;
        }

        long nanos() {
            return end - start;
        }

        boolean isOfMain() {
            return track.id() == MAIN;
        }

        boolean isOfDevice() {
            return track.device().isPresent();
        }

        boolean isWait() {
            return isOfMain()
                    && (kind == EventKind.WAIT
                            || kind == EventKind.DATA_LOADER
                            || kind == EventKind.COMMUNICATION
                            || name.contains("Synchronize"));
        }

        boolean isIn(Event other) {
            return track == other.track && other.start <= start && end <= other.end && index > other.index;
        }
    }

    final Trace trace;
    final List<StepMark> steps;
    /** All events by their starts, longer ones first. */
    final List<Event> events;

    private final long[] instants;

    NaiveTrace(Trace trace) {
        this.trace = trace;
        steps = trace.steps().stream()
                .sorted(Comparator.comparingLong(StepMark::startNanos))
                .toList();
        events = trace.tracks().stream()
                .flatMap(track -> IntStream.range(0, track.size())
                        .mapToObj(i -> new Event(
                                track,
                                i,
                                trace.kind(track.nameId(i)),
                                track.eventName(i),
                                track.startNanos(i),
                                track.startNanos(i) + track.durationNanos(i))))
                .sorted(Comparator.comparingLong(Event::start).thenComparing(Event::end, Comparator.reverseOrder()))
                .toList();
        instants = LongStream.concat(
                        steps.stream().flatMapToLong(each -> LongStream.of(each.startNanos(), end(each))),
                        events.stream()
                                .flatMapToLong(each -> LongStream.of(each.start, each.end, each.end + each.nanos())))
                .sorted()
                .distinct()
                .toArray();
    }

    static long end(StepMark step) {
        return step.startNanos() + step.durationNanos();
    }

    long stepNanos() {
        return steps.stream().mapToLong(StepMark::durationNanos).sum();
    }

    /** Part of the steps in which a condition holds. */
    double share(LongPredicate at) {
        long nanos = 0;
        for (int i = 1; i < instants.length; i++) {
            if (isInStep(instants[i - 1]) && at.test(instants[i - 1])) {
                nanos += instants[i] - instants[i - 1];
            }
        }
        return (double) nanos / stepNanos();
    }

    /** Part of the time from the first step to the end of the last work of a device in which a condition holds. */
    double shareOfDevices(LongPredicate at) {
        long begin = steps.get(0).startNanos();
        long last = LongStream.concat(
                        steps.stream().mapToLong(NaiveTrace::end),
                        events.stream().filter(Event::isOfDevice).mapToLong(Event::end))
                .max()
                .orElseThrow();
        long nanos = 0;
        for (int i = 1; i < instants.length; i++) {
            if (begin <= instants[i - 1] && instants[i - 1] < last && at.test(instants[i - 1])) {
                nanos += instants[i] - instants[i - 1];
            }
        }
        return (double) nanos / (last - begin);
    }

    double share(double nanos) {
        return nanos / stepNanos();
    }

    boolean isInStep(long nanos) {
        return steps.stream().anyMatch(each -> each.startNanos() <= nanos && nanos < end(each));
    }

    boolean isOpen(long nanos, Predicate<Event> which) {
        for (Event each : events) {
            if (each.start > nanos) {
                return false;
            }
            if (nanos < each.end && which.test(each)) {
                return true;
            }
        }
        return false;
    }

    /** Events that begin in steps. */
    Stream<Event> inSteps(Predicate<Event> which) {
        return events.stream().filter(which).filter(each -> isInStep(each.start));
    }

    /** True if an event lies in a matching one. */
    boolean isInside(Event event, Predicate<Event> which) {
        return events.stream().anyMatch(each -> event.isIn(each) && which.test(each));
    }

    List<Double> values(String counter) {
        List<Double> values = new ArrayList<>();
        for (CounterTrack each : trace.counters()) {
            for (int i = 0; each.name().equals(counter) && i < each.size(); i++) {
                values.add(each.value(i));
            }
        }
        return values;
    }

    /** Mean of a counter whose readings have equal distances: each stands for the time before it. */
    double mean(String counter) {
        return values(counter).stream()
                .skip(1)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** Lower median. */
    static long median(LongStream values) {
        long[] sorted = values.sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2];
    }

    /** Mean of the two values in the middle. */
    static double midpoint(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
