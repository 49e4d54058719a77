package io.stepprofiler.nesting;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The rules of nesting by definition: every instant is looked at, every pair of events compared. */
final class NaiveNesting {
    /** All random events begin and end before this instant. */
    static final int RANGE = 60;

    private final Track track;
    private final IntPredicate leftOut;

    private NaiveNesting(Track track, IntPredicate leftOut) {
        this.track = track;
        this.leftOut = leftOut;
    }

    static NaiveNesting of(Track track) {
        return new NaiveNesting(track, track::isAsync);
    }

    static NaiveNesting ofFinished(Track track) {
        return new NaiveNesting(track, event -> track.isAsync(event) || track.isUnfinished(event));
    }

    /** Nested, overlapping, touching and equal events, some without duration, some asynchronous or unfinished. */
    static Track randomTrack(Random random) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        // Few places, so that many begin or end together; or nested ones; or anything.
        int shape = random.nextInt(3);
        if (shape == 0) {
            addNested(builder, track, random, 0, RANGE, 0);
        } else {
            int places = shape == 1 ? 6 : RANGE;
            for (int i = random.nextInt(30); i > 0; i--) {
                int start = random.nextInt(places);
                add(builder, track, random, start, random.nextInt(places - start + 1));
            }
        }
        return builder.build().tracks().get(0);
    }

    private static void addNested(
            TraceBuilder builder, TrackBuilder track, Random random, int from, int to, int depth) {
        int at = from + random.nextInt(4);
        while (at < to && depth < 6) {
            int duration = random.nextInt(to - at + 1);
            add(builder, track, random, at, duration);
            addNested(builder, track, random, at, at + duration, depth + 1);
            at += duration + random.nextInt(4);
        }
    }

    private static void add(TraceBuilder builder, TrackBuilder track, Random random, int start, int duration) {
        int event = track.add(builder.nameId("event"), start, duration);
        if (random.nextInt(8) == 0) {
            track.async(event);
        }
        if (random.nextInt(8) == 0) {
            track.unfinished(event);
        }
    }

    /** {@code count} events inside each other, all of which begin at 0 or end together. */
    static Track deepTrack(int count, boolean sameStart) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main").reserve(count);
        int name = builder.nameId("event");
        for (int i = 0; i < count; i++) {
            track.add(name, sameStart ? 0 : i, count - i);
        }
        Trace trace = builder.build();
        return trace.tracks().get(0);
    }

    /** {@code count} events, each of which begins during the one before it and ends after it. */
    static Track chain(int count) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main").reserve(count);
        int name = builder.nameId("event");
        for (int i = 0; i < count; i++) {
            track.add(name, 10L * i, 15);
        }
        return builder.build().tracks().get(0);
    }

    /** The events that are open at an instant, in the order in which they began. */
    List<Integer> openAt(long instant) {
        return IntStream.range(0, track.size())
                .filter(i -> takesPart(i) && track.startNanos(i) <= instant && instant < end(i))
                .boxed()
                .toList();
    }

    int innermostAt(long instant) {
        List<Integer> open = openAt(instant);
        return open.isEmpty() ? Nesting.ROOT : open.get(open.size() - 1);
    }

    int parent(int event) {
        int parent = Nesting.ROOT;
        for (int before = 0; before < event && takesPart(event); before++) {
            if (takesPart(before) && end(before) > track.startNanos(event) && end(before) >= end(event)) {
                parent = before;
            }
        }
        return parent;
    }

    int[] parents() {
        return IntStream.range(0, track.size()).map(this::parent).toArray();
    }

    int level(int event) {
        int level = 0;
        for (int around = parent(event); around != Nesting.ROOT; around = parent(around)) {
            level++;
        }
        return level;
    }

    long[] selfTimes() {
        long[] self = new long[track.size()];
        for (long instant = 0; instant < RANGE; instant++) {
            int innermost = innermostAt(instant);
            if (innermost != Nesting.ROOT) {
                self[innermost]++;
            }
        }
        return self;
    }

    /** Instants of the range that rise, some of them left out, some repeated. */
    static List<Long> risingInstants(Random random) {
        List<Long> instants = new ArrayList<>();
        for (long instant = random.nextInt(3); instant <= RANGE + 1; instant += random.nextInt(4)) {
            instants.add(instant);
        }
        return instants;
    }

    boolean takesPart(int event) {
        return !leftOut.test(event);
    }

    private long end(int event) {
        return track.startNanos(event) + track.durationNanos(event);
    }
}
