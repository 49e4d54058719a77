package io.stepprofiler.journal.blocks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Random events of a window, the same for the same seed: as one trace, or as segments cut anywhere.
 *
 * <p>Events of threads begin at even times, those that sources tell of the same threads at odd ones: the order of what
 * begins at once in two places is not defined.
 */
final class RandomWindow {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long START = 1_000_000;
    private static final MarkerScope[] SCOPES = MarkerScope.values();
    private static final List<String> NAMES =
            List.of("forward", "backward", "ä", "", "\ud83d\ude00", "\ud800", "\udc00x", "aten::mm", "x\u0000y");

    private static final List<EventKind> KINDS = List.of(
            EventKind.SCOPE, EventKind.SCOPE, EventKind.MODULE, EventKind.MARKER, EventKind.TASK, EventKind.FRAME);

    /** Something that becomes known of an event at some time. */
    private record Detail(long nanos, int what, int key, long value) {}

    private record Event(int name, long start, long end, boolean async, List<Detail> details) {}

    private static final class ThreadModel {
        private final long id;
        private final boolean ends;
        private final List<Event> events = new ArrayList<>();
        private final List<Event> extras = new ArrayList<>();

        ThreadModel(long id, boolean ends) {
            this.id = id;
            this.ends = ends;
        }

        long lastNanos() {
            return events.stream()
                    .mapToLong(event -> Math.max(event.start, event.end == NEVER ? 0 : event.end))
                    .max()
                    .orElse(0);
        }
    }

    private record Sample(int counter, long nanos, double value, long whole) {}

    private record Loss(long nanos, DropCause cause, Anomaly anomaly) {}

    private final Random random;
    private final String processName;
    private final List<ThreadModel> threads = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<MemoryEvent> memory = new ArrayList<>();
    private final List<Integer> memoryStacks = new ArrayList<>();
    private final List<StepMark> steps = new ArrayList<>();
    private final List<Loss> losses = new ArrayList<>();
    private long endNanos = START;

    RandomWindow(long seed) {
        this(seed, 60);
    }

    /** A window with up to {@code most} events of each sort and thread. */
    RandomWindow(long seed, int most) {
        random = new Random(seed);
        processName = seed % 3 == 0 ? "" : "a ☃ process";
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            threads.add(thread(i, random.nextInt(most)));
        }
        long now = START;
        for (int i = random.nextInt(most); i > 0; i--) {
            now = passed(now);
            double[] values = {random.nextDouble(), Double.NaN, Double.POSITIVE_INFINITY, -0.0};
            samples.add(new Sample(random.nextInt(3), now, values[random.nextInt(values.length)], random.nextLong()));
            now = passed(now);
            memory.add(memoryEvent(now));
            memoryStacks.add(random.nextInt(4) - 1);
            losses.add(new Loss(now, pick(DropCause.values()), pick(Anomaly.values())));
        }
        now = START;
        for (int i = 0; now < endNanos; i++) {
            long start = now;
            now += 1 + random.nextInt((int) (endNanos - START) / 2 + 1);
            boolean isOpen = now > endNanos;
            long cpu = isOpen || i % 2 == 0 ? StepMark.UNKNOWN_CPU : i;
            steps.add(new StepMark(i, start, Math.min(now, endNanos) - start, 1, isOpen, cpu));
        }
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** A later time; the window lasts longer than anything. */
    private long passed(long now) {
        long later = now + (random.nextInt(10) == 0 ? random.nextInt(100_000) : random.nextInt(50)) / 2 * 2L;
        endNanos = Math.max(endNanos, later + 2);
        return later;
    }

    private ThreadModel thread(int id, int events) {
        ThreadModel thread = new ThreadModel(id, random.nextInt(3) == 0);
        long now = START + 2;
        boolean plain = random.nextBoolean();
        for (int i = 0; i < events; i++) {
            now = passed(now);
            int name = random.nextInt(NAMES.size() * KINDS.size());
            long end = random.nextInt(8) == 0 ? NEVER : passed(now);
            if (kind(name).isInstant()) {
                end = now;
            }
            thread.events.add(new Event(
                    name, now, end, end != NEVER && random.nextInt(10) == 0, plain ? List.of() : details(now)));
            if (random.nextInt(6) == 0) {
                thread.extras.add(new Event(1, now + 1, now + 1 + random.nextInt(100), false, List.of()));
            }
        }
        return thread;
    }

    private List<Detail> details(long start) {
        List<Detail> details = new ArrayList<>();
        long now = start;
        while (random.nextInt(3) > 0) {
            now = passed(now);
            details.add(new Detail(now, random.nextInt(9), random.nextInt(4), random.nextLong()));
        }
        return details;
    }

    private MemoryEvent memoryEvent(long now) {
        return new MemoryEvent(
                now,
                random.nextInt(4),
                pick(MemoryAction.values()),
                random.nextBoolean() ? Device.CPU : Device.cuda(random.nextInt(2)),
                random.nextInt(5),
                random.nextInt(100) - 50,
                random.nextInt(1000) - 1,
                random.nextInt(1000),
                pick(MemoryCategory.values()),
                -1);
    }

    private static ClockAnchor at(long nanos) {
        return new ClockAnchor(nanos, nanos + 1_790_000_000_000_000_000L);
    }

    JournalHead head() {
        return head(false);
    }

    JournalHead head(boolean givesUpOld) {
        return new JournalHead(
                "0123456789ABCDEF",
                new ProcessInfo(4711, "a host/../ä", processName),
                Optional.of(new DistributedInfo(1, processName.isEmpty() ? 0 : 4, "gloo", "host")
                        .withGroups(List.of(new ProcessGroup("0", "all", "gloo", List.of(0, 1, 2, 3))))),
                new RecordingOptions(true, false, true, false, true),
                at(START),
                Map.of("key", new MetadataValue("{}", true)),
                givesUpOld);
    }

    JournalEnd end() {
        return new JournalEnd(at(endNanos), false, Map.of("late", new MetadataValue("text", false)));
    }

    SegmentCounts counted() {
        return counts(endNanos);
    }

    long endNanos() {
        return endNanos;
    }

    /** The window told at once. */
    Trace whole() {
        return whole(false);
    }

    Trace whole(boolean withExtras) {
        TraceBuilder trace = new TraceBuilder()
                .traceId(head().traceId())
                .process(head().process())
                .distributed(head().distributed().orElseThrow())
                .options(head().options())
                .window(at(START), at(endNanos));
        head().metadata().forEach(trace::metadata);
        end().metadata().forEach(trace::metadata);
        List<ThreadModel> inOrder = threads.stream()
                .filter(thread -> !thread.events.isEmpty())
                .sorted((a, b) -> Long.compare(a.events.get(0).start, b.events.get(0).start))
                .toList();
        for (ThreadModel thread : inOrder) {
            TrackBuilder track = trace.thread(thread.id, "thread " + thread.id);
            for (Event event : thread.events) {
                int index = track.add(name(trace, event), event.start, event.end - event.start);
                if (event.end == NEVER) {
                    // Another thread might have ended a task.
                    boolean endsWithThread = thread.ends && !kind(event.name).isAsync();
                    track.unfinished(index, endsWithThread ? thread.lastNanos() : endNanos);
                    trace.unfinished(thread.ends ? UnfinishedCause.THREAD_ENDED : UnfinishedCause.WINDOW_ENDED, 1);
                } else if (event.async) {
                    track.async(index);
                }
                event.details.forEach(detail -> add(detail, trace, track, index));
            }
        }
        beside(trace, START - 1, endNanos);
        steps.forEach(trace::step);
        SegmentCounts counts = counts(endNanos);
        counts.dropped().forEach(trace::dropped);
        counts.anomalies().forEach(trace::anomaly);
        trace.begun(counts.begun());
        if (withExtras) {
            addExtras(trace);
        }
        return trace.build();
    }

    /** Adds what sources tell of the same threads. */
    void addExtras(TraceBuilder trace) {
        for (ThreadModel thread : threads) {
            for (Event extra : thread.extras) {
                trace.thread(thread.id, "thread " + thread.id)
                        .add(name(trace, extra), extra.start, extra.end - extra.start);
                trace.begun(1);
            }
        }
    }

    private void beside(TraceBuilder trace, long after, long until) {
        for (Sample sample : samples) {
            if (sample.nanos > after && sample.nanos <= until) {
                if (sample.counter == 2) {
                    trace.counter("ä", "counter", sample.nanos, sample.whole);
                } else {
                    trace.counter("counter " + sample.counter, sample.nanos, sample.value);
                }
            }
        }
        for (int i = 0; i < memory.size(); i++) {
            MemoryEvent event = memory.get(i);
            if (event.nanos() > after && event.nanos() <= until) {
                int stack = memoryStacks.get(i);
                trace.memory(stack < 0 ? event : event.withStack(trace.stackId(stack(stack))));
            }
        }
    }

    private SegmentCounts counts(long until) {
        Map<DropCause, Long> dropped = new EnumMap<>(DropCause.class);
        Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);
        for (Loss loss : losses) {
            if (loss.nanos <= until) {
                dropped.merge(loss.cause, 1L, Long::sum);
                anomalies.merge(loss.anomaly, 1L, Long::sum);
            }
        }
        long begun = dropped.values().stream().mapToLong(Long::longValue).sum()
                + threads.stream()
                        .flatMap(thread -> thread.events.stream())
                        .filter(event -> event.start <= until)
                        .count()
                + samples.stream().filter(sample -> sample.nanos <= until).count()
                + memory.stream().filter(event -> event.nanos() <= until).count();
        return new SegmentCounts(begun, dropped, anomalies);
    }

    /** The window cut into {@code count} segments anywhere. */
    List<Segment> segments(int count) {
        long[] cuts = new long[count];
        Arrays.setAll(cuts, i -> START + (long) (random.nextDouble() * (endNanos - START)));
        cuts[count - 1] = endNanos;
        Arrays.sort(cuts);
        List<Segment> segments = new ArrayList<>();
        long after = START - 1;
        for (long until : cuts) {
            segments.add(segment(after, until));
            after = until;
        }
        return segments;
    }

    private Segment segment(long after, long until) {
        SegmentBuilder segment = new SegmentBuilder(at(Math.max(after, START)), at(until));
        segment.counts(after < START ? SegmentCounts.ZERO : counts(after), counts(until));
        // Threads are seen in the order in which they began to do something.
        threads.stream()
                .sorted((a, b) -> Long.compare(firstAfter(a, after), firstAfter(b, after)))
                .forEach(thread -> addThread(thread, after, until, segment));
        beside(segment.beside(), after, until);
        for (StepMark step : steps) {
            long stepEnd = step.startNanos() + step.durationNanos();
            boolean over = !step.unfinished() && stepEnd <= until;
            if (step.startNanos() <= until && (!over || stepEnd > after)) {
                segment.beside()
                        .step(
                                over
                                        ? step
                                        : new StepMark(
                                                step.number(),
                                                step.startNanos(),
                                                Math.min(until, stepEnd) - step.startNanos(),
                                                1,
                                                true));
            }
        }
        return segment.build();
    }

    private static long firstAfter(ThreadModel thread, long after) {
        return thread.events.stream()
                .mapToLong(event -> event.start)
                .filter(start -> start > after)
                .findFirst()
                .orElse(NEVER);
    }

    private void addThread(ThreadModel thread, long after, long until, SegmentBuilder segment) {
        TraceBuilder names = segment.beside();
        int first = (int)
                thread.events.stream().filter(event -> event.start <= after).count();
        ThreadSegmentBuilder threadSegment = segment.thread(thread.id, "thread " + thread.id, first);
        for (int i = 0; i < thread.events.size(); i++) {
            Event event = thread.events.get(i);
            boolean over = event.end <= until;
            if (event.start <= after) {
                tellLate(event, i, after, until, threadSegment, names);
            } else if (event.start <= until) {
                int index = threadSegment
                        .events()
                        .add(name(names, event), event.start, (over ? event.end : until) - event.start);
                threadSegment.seen(over ? event.end : event.start);
                if (!over) {
                    threadSegment.events().unfinished(index);
                } else if (event.async) {
                    threadSegment.events().async(index);
                }
                event.details.stream()
                        .filter(detail -> detail.nanos <= until)
                        .forEach(detail -> add(detail, names, threadSegment.events(), index));
            }
        }
        threadSegment.thread("thread " + thread.id, thread.ends);
    }

    private void tellLate(
            Event event, int index, long after, long until, ThreadSegmentBuilder threadSegment, TraceBuilder names) {
        if (event.end > after && event.end <= until) {
            threadSegment.lateEnd(index, event.end, event.async);
        }
        for (Detail detail : event.details) {
            if (detail.nanos > after && detail.nanos <= until) {
                add(detail, names, threadSegment.lateEvents(), threadSegment.late(index));
            }
        }
    }

    private static int name(TraceBuilder names, Event event) {
        String text = NAMES.get(event.name % NAMES.size());
        EventKind kind = kind(event.name);
        return switch (kind) {
            case SCOPE -> names.nameId(text);
            case MARKER -> names.markerId(text, text, SCOPES[event.name % SCOPES.length]);
            default -> names.nameId(text, kind, "Linear");
        };
    }

    private static EventKind kind(int name) {
        return KINDS.get(name / NAMES.size());
    }

    private static void add(Detail detail, TraceBuilder names, TrackBuilder events, int event) {
        int key = names.nameId("key " + detail.key);
        long value = detail.value;
        switch (detail.what) {
            case 0 -> events.argument(event, key, value);
            case 1 -> events.argument(event, key, Double.longBitsToDouble(value));
            case 7 -> events.argument(event, key, value < 0);
            case 2 -> events.argument(event, key, NAMES.get(Math.floorMod(value, NAMES.size())));
            case 3 -> events.signature(event, names.signatureId(signature(value)));
            case 4 -> events.stack(event, names.stackId(stack(detail.key)));
            case 5 -> events.sequence(event, value >>> 1, detail.key - 1L);
            case 6 -> events.correlation(event, value >>> 1);
            default -> events.tensors(event, new long[] {0, value, -value, value + 64}, 1, 1 + detail.key % 3);
        }
    }

    private static OpSignature signature(long value) {
        Random random = new Random(value % 10);
        Operand[] operands = {
            Operand.ABSENT,
            Operand.tensor(ElementType.FLOAT, Dims.of(random.nextInt(100), random.nextInt(3)))
                    .withStrides(Dims.of(3, 1)),
            Operand.tensors(ElementType.INT64, List.of(Dims.of(1), Dims.SCALAR)).mutated(),
            Operand.scalar("0.5"),
            Operand.scalars(1, -1),
            Operand.other("\ud800")
        };
        OpSignature signature = new OpSignature(
                random.nextBoolean() ? "" : "out",
                List.of(operands[random.nextInt(operands.length)], operands[random.nextInt(operands.length)]),
                List.of(),
                random.nextInt(5) - 1);
        return random.nextBoolean() ? signature : signature.withOutputs(operands[1]);
    }

    private static List<StackTraceElement> stack(int number) {
        return List.of(
                new StackTraceElement("loader", "module", "1.0", "a.B", "call" + number, "B.java", 12),
                new StackTraceElement("a.C", "<init>", null, -2));
    }
}
