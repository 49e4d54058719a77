package io.stepprofiler.averages;

import io.stepprofiler.trace.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Key averages by definition: every nanosecond of a small trace is looked at, every list of durations is sorted. */
final class NaiveAverages {
    static final String STEPS = "ProfilerStep*";

    /** An event, or a step mark, as it was added. */
    record Event(long track, String name, long start, long duration, boolean async, boolean unfinished) {
        boolean isStep() {
            return name.equals(STEPS);
        }

        boolean covers(long nanos) {
            return start <= nanos && nanos < start + duration;
        }
    }

    private static final class Sums {
        final List<Long> durations = new ArrayList<>();
        long self;
        long total;

        KeyAverage row(String name) {
            Collections.sort(durations);
            int count = durations.size();
            return new KeyAverage(
                    name,
                    count,
                    self,
                    total,
                    durations.stream().mapToLong(Long::longValue).sum(),
                    durations.get(0),
                    durations.get(count - 1),
                    durations.get((int) Math.ceil(count * 0.5) - 1),
                    durations.get((int) Math.ceil(count * 0.99) - 1));
        }
    }

    private final List<Event> events;
    private final Map<String, Sums> sums = new LinkedHashMap<>();
    private long coveredNanos;

    private NaiveAverages(List<Event> events) {
        this.events = events;
    }

    static NaiveAverages of(List<Event> events) {
        NaiveAverages averages = new NaiveAverages(
                events.stream().filter(event -> !event.unfinished()).toList());
        averages.sumUp();
        return averages;
    }

    List<KeyAverage> rows() {
        return sums.entrySet().stream()
                .map(entry -> entry.getValue().row(entry.getKey()))
                .toList();
    }

    /** The time in which at least one event was open, summed over the tracks. */
    long coveredNanos() {
        return coveredNanos;
    }

    private void sumUp() {
        for (Event event : events) {
            Sums sum = sums.computeIfAbsent(event.name(), name -> new Sums());
            sum.durations.add(event.duration());
            if (event.async()) {
                sum.total += event.duration();
            }
        }
        for (long track : events.stream().mapToLong(Event::track).distinct().toArray()) {
            sweep(events.stream()
                    .filter(event -> event.track() == track && !event.async())
                    .toList());
        }
    }

    /** Gives each nanosecond to the innermost event, and once to the total of each name that is open. */
    private void sweep(List<Event> onTrack) {
        long first = onTrack.stream().mapToLong(Event::start).min().orElse(0);
        long last = onTrack.stream()
                .mapToLong(event -> event.start() + event.duration())
                .max()
                .orElse(0);
        for (long t = first; t < last; t++) {
            long nanos = t;
            List<Event> open =
                    onTrack.stream().filter(event -> event.covers(nanos)).toList();
            if (!open.isEmpty()) {
                coveredNanos++;
                sums.get(innermost(open).name()).self++;
                open.stream().map(Event::name).distinct().forEach(name -> sums.get(name).total++);
            }
        }
    }

    /** The one that began last; of those the shortest, and a step mark is around what begins with it; then the latest. */
    private static Event innermost(List<Event> open) {
        Comparator<Event> outerFirst = Comparator.comparingLong(Event::start)
                .thenComparing(event -> event.isStep() ? 0 : 1)
                .thenComparing(Comparator.comparingLong(Event::duration).reversed());
        return open.stream()
                .reduce((a, b) -> outerFirst.compare(a, b) <= 0 ? b : a)
                .orElseThrow();
    }

    /** A few events on a few tracks: nested, overlapping, touching and equal ones, within 150 ns. */
    static List<Event> random(Random random) {
        List<Event> events = new ArrayList<>();
        int tracks = 1 + random.nextInt(3);
        for (int track = 1; track <= tracks; track++) {
            if (random.nextInt(3) == 0) {
                addAnywhere(events, track, random);
            } else {
                addNested(events, track, 0, 150, 0, random);
            }
        }
        addSteps(events, 1 + random.nextInt(tracks), random);
        Collections.shuffle(events, random);
        return events;
    }

    private static void addAnywhere(List<Event> events, long track, Random random) {
        // Few places, so that many events begin or end together.
        int places = random.nextBoolean() ? 8 : 150;
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            long start = random.nextInt(places);
            events.add(event(track, start, random.nextInt(places), random));
        }
    }

    private static void addNested(List<Event> events, long track, long from, long to, int depth, Random random) {
        long at = from;
        while (at < to && depth < 6) {
            long start = at + (random.nextBoolean() ? 0 : random.nextInt(20));
            long end = start + random.nextInt((int) (to - from) + 1);
            if (end > to) {
                return;
            }
            events.add(event(track, start, end - start, random));
            addNested(events, track, start, end, depth + 1, random);
            at = Math.max(end, at + 1);
        }
    }

    private static Event event(long track, long start, long duration, Random random) {
        String name = String.valueOf((char) ('a' + random.nextInt(5)));
        return new Event(track, name, start, duration, random.nextInt(10) == 0, random.nextInt(10) == 0);
    }

    private static void addSteps(List<Event> events, long track, Random random) {
        long at = random.nextInt(20);
        for (int i = random.nextInt(5); i > 0; i--) {
            long duration = random.nextInt(50);
            events.add(new Event(track, STEPS, at, duration, false, i == 1 && random.nextBoolean()));
            at += duration + random.nextInt(2);
        }
    }

    /** Adds {@code events} in their order. */
    static TraceBuilder trace(List<Event> events) {
        TraceBuilder trace = new TraceBuilder();
        for (Event event : events) {
            TrackBuilder track = trace.thread(event.track(), "thread-" + event.track());
            if (event.isStep()) {
                trace.step(new StepMark(0, event.start(), event.duration(), event.track(), event.unfinished()));
                continue;
            }
            int index = track.add(trace.nameId(event.name()), event.start(), event.duration());
            if (event.async()) {
                track.async(index);
            }
            if (event.unfinished()) {
                track.unfinished(index);
            }
        }
        return trace;
    }
}
