package io.stepprofiler.handlers.random;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Traces as unpleasant as they can be made, the same for the same seed. */
public final class RandomTrace {
    /** When the windows begin, in nanoseconds since 1970. */
    public static final long EPOCH = 1_795_253_118_397_382_707L;

    private static final long MONOTONIC = -4_000_000_000_123L;
    private static final List<String> NASTY = List.of(
            "\"",
            "\\",
            "\n",
            "\u0000",
            "\u007f",
            "\ud800",
            "\udc00",
            "\ud83d\ude00",
            "ä",
            "\u2028",
            "</script>",
            "\\u0041",
            "ProfilerStep#",
            "Ev Idx",
            "user_",
            "{",
            "}",
            "[]",
            ":",
            ",",
            "1",
            "x",
            "\ufeff",
            "\uffff",
            "NaN");
    private static final List<String> JSON =
            List.of("1", "{\"a\":[1,2,{\"b\":null}]}", "\"\\ud800\"", "1e400", "1.10", "-0.0", "123456789012345678901");

    private final SplittableRandom random;
    private final TraceBuilder builder = new TraceBuilder();
    private final long range;

    private RandomTrace(long seed) {
        random = new SplittableRandom(seed);
        range = List.of(20L, 1_000L, 1_000_000L, 10_000_000_000L).get(random.nextInt(4));
    }

    /**
     * {@return a trace}
     *
     * @param seed decides all of it
     */
    public static Trace of(long seed) {
        return new RandomTrace(seed).build();
    }

    private Trace build() {
        String id = text();
        int pid = random.nextInt(1 << 22);
        String name = pid % 4 == 0 ? "" : NASTY.get(pid % NASTY.size());
        builder.traceId(id).process(new ProcessInfo(pid, text(), name));
        builder.window(new ClockAnchor(MONOTONIC, EPOCH), new ClockAnchor(MONOTONIC + range, EPOCH + range));
        builder.partial(random.nextBoolean());
        if (random.nextBoolean()) {
            builder.distributed(new DistributedInfo(random.nextInt(8), pid % 3 == 0 ? 0 : 8, text(), text()));
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            fill(builder.thread(random.nextInt(1, 5), text()));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            fill(builder.lane(text()));
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            String domain = random.nextBoolean() ? text() : "";
            if (random.nextInt(3) == 0) {
                builder.counter(domain, text(), time(), random.nextLong());
            } else {
                builder.counter(domain, text(), time(), number());
            }
        }
        addSteps();
        for (int i = random.nextInt(6); i > 0; i--) {
            boolean json = random.nextBoolean();
            builder.metadata(text(), new MetadataValue(json ? JSON.get(random.nextInt(JSON.size())) : text(), json));
        }
        return builder.build();
    }

    private void fill(TrackBuilder track) {
        boolean nested = random.nextBoolean();
        if (nested) {
            addNested(track, MONOTONIC, MONOTONIC + range, 0);
            return;
        }
        for (int i = random.nextInt(60); i > 0; i--) {
            long start = time();
            decorate(track, track.add(name(), start, random.nextLong(MONOTONIC + range - start + 1)));
        }
    }

    /** Scopes as a well-behaved program has them, but with many ends that coincide. */
    private void addNested(TrackBuilder track, long from, long to, int depth) {
        long at = from;
        while (depth < 6 && random.nextInt(3) > 0) {
            long start = random.nextBoolean() ? at : random.nextLong(at, to + 1);
            long end = random.nextInt(3) == 0 ? to : random.nextLong(start, to + 1);
            track.add(builder.nameId(text()), start, end - start);
            addNested(track, start, end, depth + 1);
            at = end;
        }
    }

    private int name() {
        String domain = random.nextBoolean() ? text() : "";
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> builder.nameId(text(), EventKind.WAIT, "");
            case 3 -> builder.nameId(text(), EventKind.TASK, domain);
            case 4 -> builder.nameId(text(), EventKind.FRAME, domain);
            case 5 ->
                builder.markerId(
                        random.nextBoolean() ? text() : "[memory]",
                        domain,
                        List.of(MarkerScope.values()).get(random.nextInt(3)));
            default -> builder.nameId(text(), EventKind.SCOPE, "");
        };
    }

    private void decorate(TrackBuilder track, int event) {
        if (random.nextInt(8) == 0) {
            track.async(event);
        }
        if (random.nextInt(8) == 0) {
            track.unfinished(event);
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            int key = builder.nameId(random.nextBoolean() ? "Ev Idx" : text());
            switch (random.nextInt(4)) {
                case 0 -> track.argument(event, key, random.nextLong());
                case 3 -> track.argument(event, key, random.nextBoolean());
                case 1 -> track.argument(event, key, number());
                default -> track.argument(event, key, text());
            }
        }
    }

    private void addSteps() {
        long at = time();
        for (int i = random.nextInt(4); i > 0; i--) {
            long end = random.nextLong(at, MONOTONIC + range + 1);
            long cpu = i % 2 == 0 ? StepMark.UNKNOWN_CPU : (end - at) / 3;
            builder.step(new StepMark(i, at, end - at, random.nextInt(1, 4), random.nextInt(4) == 0, cpu));
            at = end;
        }
    }

    private long time() {
        return MONOTONIC + random.nextLong(range + 1);
    }

    private double number() {
        List<Double> numbers = List.of(
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                -0.0,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                0.1,
                1e21,
                5.0);
        return numbers.get(random.nextInt(numbers.size()));
    }

    private String text() {
        return IntStream.range(0, random.nextInt(1, 4))
                .mapToObj(i -> NASTY.get(random.nextInt(NASTY.size())))
                .collect(Collectors.joining());
    }
}
