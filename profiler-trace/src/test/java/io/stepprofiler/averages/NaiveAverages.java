package io.stepprofiler.averages;

import io.stepprofiler.averages.AverageRow.Durations;
import io.stepprofiler.averages.KeyAverage.Memory;
import io.stepprofiler.averages.KeyAverage.Time;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Key averages by definition: every nanosecond of a small trace is looked at, every pair of events compared, every list
 * of durations sorted.
 */
final class NaiveAverages {
    /** A finished event or step mark; {@code order} is its place on its track, steps before events they begin with. */
    private record Event(
            GroupKey key,
            long track,
            int order,
            long start,
            long end,
            boolean async,
            long correlation,
            long flops,
            boolean repeats) {
        boolean isStep() {
            return key.row() == GroupKey.Row.STEPS;
        }

        boolean isOpenAt(long nanos) {
            return !async && start <= nanos && nanos < end;
        }

        boolean isAround(Event other) {
            return !async
                    && !other.async
                    && track == other.track
                    && order < other.order
                    && end > other.start
                    && end >= other.end;
        }
    }

    private static final class Sums {
        final List<Long> durations = new ArrayList<>();
        long loose;
        long topLevel;
        long self;
        long total;
        long deviceSelf;
        long deviceTotal;
        long memorySelf;
        long memoryTotal;
        long deviceMemorySelf;
        long deviceMemoryTotal;
        long sampledSelf;
        long sampledTotal;
        long javaSelf;
        long javaTotal;
        long flops = -1;
        long tensorSelf;
        long tensorTotal;

        KeyAverage row(GroupKey key) {
            boolean onDevice = key.device() != Device.Type.CPU;
            return new AverageRow(
                    key,
                    durations.size() + loose,
                    topLevel,
                    durations(),
                    onDevice ? new Time(0, 0) : new Time(self, total),
                    onDevice ? new Time(self, total) : new Time(deviceSelf, deviceTotal),
                    new Memory(memorySelf, memoryTotal),
                    new Memory(deviceMemorySelf, deviceMemoryTotal),
                    new Time(sampledSelf, sampledTotal),
                    new Memory(javaSelf, javaTotal),
                    flops,
                    !onDevice
                            ? new Time(tensorSelf, tensorTotal)
                            : isTensorKernel(key) ? new Time(self, total) : new Time(0, 0));
        }

        private Durations durations() {
            Collections.sort(durations);
            int count = durations.size();
            return count == 0
                    ? new Durations(0, 0, 0, 0, 0)
                    : new Durations(
                            durations.stream().mapToLong(Long::longValue).sum(),
                            durations.get(0),
                            durations.get(count - 1),
                            durations.get((int) Math.ceil(count * 0.5) - 1),
                            durations.get((int) Math.ceil(count * 0.99) - 1));
        }
    }

    private final Trace trace;
    private final Grouping grouping;
    private final Map<EventRef, EventRef> forwardOf;
    private final List<Event> events = new ArrayList<>();
    private final Map<GroupKey, Sums> sums = new LinkedHashMap<>();
    private final Map<GroupKey, Long> firstMoments = new LinkedHashMap<>();
    private long coveredNanos;

    private NaiveAverages(Trace trace, Grouping grouping) {
        this.trace = trace;
        this.grouping = grouping;
        forwardOf = ForwardBackward.links(trace).stream()
                .collect(Collectors.toMap(ForwardBackward.Link::backward, ForwardBackward.Link::forward));
    }

    static NaiveAverages of(Trace trace, Grouping grouping) {
        NaiveAverages averages = new NaiveAverages(trace, grouping);
        averages.collect();
        averages.events.forEach(averages::addAlone);
        averages.addTimes();
        averages.addDeviceWork();
        averages.addMemory();
        averages.addSamples();
        return averages;
    }

    List<KeyAverage> rows() {
        return sums.entrySet().stream()
                .map(entry -> entry.getValue().row(entry.getKey()))
                .toList();
    }

    /** The time in which at least one event of the host was open, summed over the tracks, but for what is not work. */
    long coveredNanos() {
        return coveredNanos;
    }

    private void collect() {
        for (int t = 0; t < trace.tracks().size(); t++) {
            Track track = trace.tracks().get(t);
            Map<Integer, Integer> repeats = repeats(track);
            for (int i = 0; i < track.size(); i++) {
                TraceEvent event = track.event(i);
                if (!event.unfinished()) {
                    long end = event.startNanos() + event.durationNanos();
                    int counted = i;
                    while (repeats.containsKey(counted)) {
                        counted = repeats.getOrDefault(counted, counted);
                    }
                    events.add(new Event(
                            key(new EventRef(t, counted), track.event(counted)),
                            track.id(),
                            i,
                            event.startNanos(),
                            end,
                            event.async(),
                            event.correlation(),
                            flops(event),
                            counted != i));
                }
            }
        }
        for (StepMark step : trace.steps()) {
            if (!step.unfinished()) {
                GroupKey key = key(GroupKey.Row.STEPS, "[steps]", step.trackId(), List.of());
                long end = step.startNanos() + step.durationNanos();
                events.add(new Event(key, step.trackId(), -1, step.startNanos(), end, false, -1, -1, false));
            }
        }
        renumber();
    }

    /** The parent of each event that is the only child of one with its name, in the tree that torch builds. */
    private Map<Integer, Integer> repeats(Track track) {
        Map<Integer, List<Integer>> children = new LinkedHashMap<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < track.size() && track.device().isEmpty(); i++) {
            if (!track.isAsync(i) && !track.isUnfinished(i)) {
                while (!open.isEmpty()
                        && (track.startNanos(i) >= end(track, open.peek())
                                || end(track, i) > end(track, open.peek()))) {
                    open.pop();
                }
                if (!open.isEmpty()) {
                    children.computeIfAbsent(open.element(), unknown -> new ArrayList<>())
                            .add(i);
                }
                open.push(i);
            }
        }
        Map<Integer, Integer> repeats = new LinkedHashMap<>();
        children.forEach((parent, inside) -> {
            int nameId = track.nameId(parent);
            if (inside.size() == 1 && track.nameId(inside.get(0)) == nameId && trace.kind(nameId) != EventKind.WAIT) {
                repeats.put(inside.get(0), parent);
            }
        });
        return repeats;
    }

    private static long end(Track track, int event) {
        return track.startNanos(event) + track.durationNanos(event);
    }

    /** When the first event of a group began, or the first moment of one was. */
    long firstNanos(GroupKey key) {
        return events.stream()
                .filter(event -> event.key.equals(key) && !event.repeats)
                .mapToLong(Event::start)
                .min()
                .orElseGet(() -> firstMoments.getOrDefault(key, Long.MAX_VALUE));
    }

    /** Puts step marks in their places before the events they begin with. */
    private void renumber() {
        List<Event> inOrder = events.stream()
                .sorted(Comparator.comparingLong(Event::start)
                        .thenComparing(event -> event.isStep() ? 0 : 1)
                        .thenComparing(Event::order))
                .toList();
        events.clear();
        for (Event event : inOrder) {
            events.add(new Event(
                    isIdle(event) ? idle(event.key) : event.key,
                    event.track,
                    events.size(),
                    event.start,
                    event.end,
                    event.async,
                    event.correlation,
                    event.flops,
                    event.repeats));
        }
    }

    /** Whether it is a wait during which nothing that began before it is open, other than such waits. */
    private boolean isIdle(Event event) {
        return event.key.kind() == EventKind.WAIT
                && events.stream()
                        .noneMatch(before -> before.track == event.track
                                && !before.async
                                && before.key.row() != GroupKey.Row.IDLE
                                && before.end > event.start);
    }

    private static GroupKey idle(GroupKey key) {
        return new GroupProperties(
                GroupKey.Row.IDLE,
                key.name(),
                key.kind(),
                key.domain(),
                key.device(),
                key.overload(),
                key.inputShapes(),
                key.stack(),
                key.thread());
    }

    private GroupKey key(EventRef ref, TraceEvent event) {
        Track track = trace.tracks().get(ref.track());
        OpSignature signature = event.signature().orElse(new OpSignature("", List.of(), List.of(), -1));
        List<StackTraceElement> forward = forwardStack(ref);
        List<StackTraceElement> stack = forward.isEmpty() ? event.stack() : forward;
        boolean showsShapes = grouping.inputShapes && event.signature().isPresent();
        return new GroupProperties(
                GroupKey.Row.EVENTS,
                event.name(),
                event.kind(),
                event.domain(),
                track.device().isPresent() ? Device.Type.CUDA : Device.Type.CPU,
                grouping.overload ? signature.overload() : "",
                showsShapes ? signature.inputDimsText() : "",
                stack.stream().limit(grouping.stackFrames).toList(),
                grouping.thread || (grouping.stream && track.device().isPresent()) ? track.name() : "");
    }

    /** Returns the stack of the forward operation of an event, or of the innermost event around it that has one. */
    private List<StackTraceElement> forwardStack(EventRef ref) {
        EventRef forward = forwardOf.get(ref);
        List<StackTraceElement> stack = forward == null
                ? List.of()
                : trace.tracks().get(forward.track()).event(forward.event()).stack();
        Track track = trace.tracks().get(ref.track());
        int parent = Nesting.parents(track)[ref.event()];
        return stack.isEmpty() && parent != Nesting.ROOT ? forwardStack(new EventRef(ref.track(), parent)) : stack;
    }

    private GroupKey key(GroupKey.Row row, String name, long trackId, List<StackTraceElement> stack) {
        List<Track> tracks =
                trace.tracks().stream().filter(track -> track.id() == trackId).toList();
        boolean onDevice = !tracks.isEmpty() && tracks.get(0).device().isPresent();
        return new GroupProperties(
                row,
                name,
                EventKind.SCOPE,
                "",
                onDevice ? Device.Type.CUDA : Device.Type.CPU,
                "",
                "",
                stack.stream().limit(grouping.stackFrames).toList(),
                (grouping.thread || (grouping.stream && onDevice)) && !tracks.isEmpty()
                        ? tracks.get(0).name()
                        : "");
    }

    private static long flops(TraceEvent event) {
        if (event.signature().isEmpty() || event.signature().get().flops() >= 0) {
            return event.signature().map(OpSignature::flops).orElse(-1L);
        }
        List<Dims> dims = event.signature().get().inputs().stream()
                .map(input -> input.dims().get(0))
                .toList();
        boolean isProduct = event.name().endsWith("mm") && dims.size() == 2;
        return isProduct
                ? 2 * dims.get(0).get(0) * dims.get(0).get(1) * dims.get(1).get(1)
                : -1;
    }

    private Sums sums(GroupKey key) {
        return sums.computeIfAbsent(key, unknown -> new Sums());
    }

    private void addAlone(Event event) {
        if (event.repeats) {
            return;
        }
        Sums sum = sums(event.key);
        sum.durations.add(event.end - event.start);
        if (event.async) {
            sum.total += event.end - event.start;
        }
        if (event.flops >= 0) {
            sum.flops = Math.max(sum.flops, 0) + event.flops;
        }
        if (events.stream().noneMatch(other -> !other.isStep() && other.isAround(event)) || event.isStep()) {
            sum.topLevel++;
        }
    }

    /** Gives each nanosecond to the innermost event, and once to the total of each group that is open. */
    private void addTimes() {
        Map<Long, List<Event>> byTrack = events.stream().collect(Collectors.groupingBy(Event::track));
        byTrack.values().forEach(onTrack -> {
            for (long t = 0; t < 400; t++) {
                List<Event> open = open(onTrack, t);
                if (!open.isEmpty()) {
                    GroupKey innermost = open.get(open.size() - 1).key;
                    coveredNanos += innermost.device() == Device.Type.CPU && isWork(innermost) ? 1 : 0;
                    sums(innermost).self++;
                    keys(open.stream()).forEach(key -> sums(key).total++);
                }
            }
        });
    }

    private static boolean isWork(GroupKey key) {
        return key.row() != GroupKey.Row.IDLE && key.kind() != EventKind.VIRTUAL_MACHINE;
    }

    /** The open events, outermost first. */
    private static List<Event> open(Collection<Event> onTrack, long nanos) {
        return onTrack.stream()
                .filter(event -> event.isOpenAt(nanos))
                .sorted(Comparator.comparing(Event::order))
                .toList();
    }

    private static Stream<GroupKey> keys(Stream<Event> open) {
        return open.map(Event::key).distinct();
    }

    private void addDeviceWork() {
        for (Event work : events) {
            if (work.key.device() == Device.Type.CPU
                    || work.correlation < 0
                    || !work.key.kind().isDeviceWork()) {
                continue;
            }
            long nanos = work.end - work.start;
            long tensorNanos = isTensorKernel(work.key) ? nanos : 0;
            causes(work.correlation).ifPresent(cause -> {
                sums(cause.key).deviceSelf += nanos;
                sums(cause.key).tensorSelf += tensorNanos;
                Stream<Event> around = events.stream().filter(event -> event.isAround(cause));
                keys(Stream.concat(Stream.of(cause), around)).forEach(key -> {
                    sums(key).deviceTotal += nanos;
                    sums(key).tensorTotal += tensorNanos;
                });
            });
        }
    }

    private static boolean isTensorKernel(GroupKey key) {
        return key.kind() == EventKind.KERNEL && key.name().contains("h884");
    }

    /** The event of the host that began last; of several on one track the innermost, of several tracks on the last. */
    private Optional<Event> causes(long correlation) {
        List<Long> trackIds = trace.tracks().stream().map(Track::id).toList();
        return events.stream()
                .filter(event -> event.key.device() == Device.Type.CPU && event.correlation == correlation)
                .max(Comparator.comparingLong(Event::start)
                        .thenComparing(event -> trackIds.indexOf(event.track))
                        .thenComparing(Event::order));
    }

    private void addMemory() {
        for (int i = 0; i < trace.memory().size(); i++) {
            MemoryEvent memory = trace.memory().event(i);
            long bytes = memory.bytes() - trace.memory().replacedBytes(i);
            if (memory.action() != MemoryAction.ALLOCATE && memory.action() != MemoryAction.FREE) {
                continue;
            }
            List<Event> open = open(
                    events.stream()
                            .filter(event -> event.track == memory.trackId())
                            .toList(),
                    memory.nanos());
            if (open.isEmpty()) {
                List<StackTraceElement> stack = memory.stackId() < 0 ? List.of() : trace.stack(memory.stackId());
                GroupKey key = key(GroupKey.Row.MEMORY, "[memory]", memory.trackId(), stack);
                firstMoments.merge(key, memory.nanos(), Math::min);
                sums(key).loose++;
                sums(key).topLevel++;
                add(memory, bytes, sums(key), true, true);
                continue;
            }
            add(memory, bytes, sums(open.get(open.size() - 1).key), true, false);
            keys(open.stream()).forEach(key -> add(memory, bytes, sums(key), false, true));
        }
    }

    private void addSamples() {
        List<StackSample> samples = IntStream.range(0, trace.samples().size())
                .mapToObj(trace.samples()::sample)
                .toList();
        boolean cpuTime = samples.stream().anyMatch(sample -> sample.kind() == SampleKind.CPU_TIME);
        for (StackSample sample : samples) {
            if (cpuTime && (sample.kind() == SampleKind.JAVA || sample.kind() == SampleKind.NATIVE)) {
                continue;
            }
            List<Event> open = open(
                    events.stream()
                            .filter(event -> event.track == sample.trackId())
                            .toList(),
                    sample.nanos());
            if (open.isEmpty()) {
                List<StackTraceElement> stack = sample.stackId() < 0 ? List.of() : trace.stack(sample.stackId());
                GroupKey key = key(GroupKey.Row.SAMPLES, "[samples]", sample.trackId(), stack);
                firstMoments.merge(key, sample.nanos(), Math::min);
                sums(key).loose++;
                sums(key).topLevel++;
                add(sample, sums(key), true, true);
                continue;
            }
            add(sample, sums(open.get(open.size() - 1).key), true, false);
            keys(open.stream()).forEach(key -> add(sample, sums(key), false, true));
        }
    }

    private static void add(StackSample sample, Sums sum, boolean self, boolean total) {
        if (sample.kind() == SampleKind.ALLOCATION) {
            sum.javaSelf += self ? sample.weight() : 0;
            sum.javaTotal += total ? sample.weight() : 0;
        } else {
            sum.sampledSelf += self ? sample.weight() : 0;
            sum.sampledTotal += total ? sample.weight() : 0;
        }
    }

    private static void add(MemoryEvent memory, long bytes, Sums sum, boolean self, boolean total) {
        if (memory.device().equals(Device.CPU)) {
            sum.memorySelf += self ? bytes : 0;
            sum.memoryTotal += total ? bytes : 0;
        } else {
            sum.deviceMemorySelf += self ? bytes : 0;
            sum.deviceMemoryTotal += total ? bytes : 0;
        }
    }
}
