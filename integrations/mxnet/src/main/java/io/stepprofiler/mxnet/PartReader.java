package io.stepprofiler.mxnet;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.Names;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.SourceTrack;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Makes one trace of the runs of a part, with what is profiled of them, and adds it to the statistics and to the account
 * of live memory. For one use.
 */
final class PartReader {
    private static final String STORAGE = "Device Storage";
    private static final String POOL = "Pool Memory";

    /** The category of counters without a domain. */
    private static final String COUNTER = "counter";

    private final TraceBuilder trace = new TraceBuilder();
    private final Pauses pauses;
    private final Statistics statistics;
    private final LiveAllocations live;
    private long notProfiled;

    PartReader(Pauses pauses, Statistics statistics, LiveAllocations live) {
        this.pauses = pauses;
        this.statistics = statistics;
        this.live = live;
    }

    /** The trace of a part. */
    Trace read(Part part) {
        String host = ProcessInfo.current().host();
        Optional<DistributedInfo> worker = DistributedInfo.fromEnvironment(System.getenv(), host);
        worker.ifPresent(trace::distributed);
        String name = worker.map(info -> "rank " + info.rank() + " @ " + host).orElse(host);
        trace.process(new ProcessInfo(ProcessInfo.current().pid(), host, name));
        part.runs().forEach(this::readRun);
        trace.metadata(
                "step-profiler mxnet",
                new MetadataValue("Java " + Runtime.version().feature(), false));
        trace.metadata("notProfiled", new MetadataValue(Long.toString(notProfiled), true));
        return trace.window(part.start(), end(part)).build();
    }

    private static ClockAnchor end(Part part) {
        long nanos = Math.max(part.endNanos(), part.start().monotonicNanos());
        return new ClockAnchor(nanos, part.start().toEpochNanos(nanos));
    }

    private void readRun(Part.Run run) {
        if (run.isFirst()) {
            live.clear(); // It is not known what was freed between two runs.
        }
        List<MemoryEvent> memory = new ArrayList<>();
        for (Segment segment : run.segments()) {
            segment.sourceTracks().forEach(track -> copySourceTrack(track, segment.names(), run));
            segment.counters().forEach(this::copy);
            memory.addAll(segment.memory());
        }
        Trace threads = threads(run.segments());
        threads.tracks().forEach(track -> copy(track, place(track), threads, run, false));
        threads.steps().stream().filter(step -> !step.unfinished()).forEach(this::copy);
        for (Trace rest : run.rests()) {
            rest.tracks().forEach(track -> copy(track, place(track), rest, run, true));
            rest.counters().forEach(this::copy);
            IntStream.range(0, rest.memory().size())
                    .mapToObj(rest.memory()::event)
                    .forEach(memory::add);
            rest.account().dropped().forEach(trace::dropped);
            rest.account().anomalies().forEach(trace::anomaly);
        }
        copyMemory(memory, threads, run);
    }

    /** The events of threads, whose ends may be in later segments. */
    private Trace threads(List<Segment> segments) {
        JoinedSegments joined = new JoinedSegments();
        if (!segments.isEmpty()) {
            Segment first = segments.get(0);
            Segment last = segments.get(segments.size() - 1);
            SegmentCounts counts = last.after().since(first.before());
            counts.dropped().forEach(trace::dropped);
            counts.anomalies().forEach(trace::anomaly);
            joined.trace().window(first.start(), last.end());
            segments.stream().filter(segment -> !segment.isOfSource()).forEach(joined::add);
        }
        return joined.build();
    }

    private void copySourceTrack(SourceTrack track, Names names, Part.Run run) {
        Track events = track.events().events();
        TrackBuilder to;
        if (track.isThread()) {
            to = trace.thread(events.id(), events.name());
        } else {
            to = track.device()
                    .map(device -> trace.stream(device, track.stream()))
                    .orElseGet(() -> trace.lane(events.name()));
        }
        copy(events, to, names, run, true);
    }

    private TrackBuilder place(Track track) {
        if (track.isThread()) {
            return trace.thread(track.id(), track.name());
        }
        return track.device()
                .map(device -> trace.stream(device, track.stream()))
                .orElseGet(() -> trace.lane(track.name()));
    }

    private void copy(Track from, TrackBuilder to, Names names, Part.Run run, boolean isOfSource) {
        for (int i = 0; i < from.size(); i++) {
            int name = from.nameId(i);
            long start = from.startNanos(i);
            EventKind kind = names.kind(name);
            if (!ProfileCategory.admits(run.categories(), kind, isOfSource) || pauses.contain(start)) {
                notProfiled++;
                continue;
            }
            int event = to.add(id(names, name), start, from.durationNanos(i));
            if (from.isAsync(i)) {
                to.async(event);
            }
            if (from.hasArguments()) {
                from.arguments(i).forEach((key, value) -> argument(to, event, trace.nameId(key), value));
            }
            if (from.correlation(i) >= 0) {
                to.correlation(event, from.correlation(i));
            }
            if (from.isUnfinished(i)) {
                to.unfinished(event);
            } else if (!kind.isInstant()) {
                String category = ProfileCategory.name(kind, names.domain(name), isOfSource);
                statistics.addTime(category, names.name(name), start, from.durationNanos(i));
            }
        }
    }

    private int id(Names names, int name) {
        EventKind kind = names.kind(name);
        if (kind == EventKind.MARKER) {
            return trace.markerId(names.name(name), names.domain(name), names.markerScope(name));
        }
        String type = kind == EventKind.MODULE ? names.moduleType(name) : names.domain(name);
        return trace.nameId(names.name(name), kind, type);
    }

    private static void argument(TrackBuilder to, int event, int key, Object value) {
        if (value instanceof Long number) {
            to.argument(event, key, number.longValue());
        } else if (value instanceof Double number) {
            to.argument(event, key, number.doubleValue());
        } else if (value instanceof Boolean truth) {
            to.argument(event, key, truth.booleanValue());
        } else {
            to.argument(event, key, value.toString());
        }
    }

    private void copy(StepMark step) {
        if (!pauses.contain(step.startNanos())) {
            trace.step(step);
            statistics.addTime("step", "ProfilerStep*", step.startNanos(), step.durationNanos());
        }
    }

    private void copy(CounterTrack samples) {
        String category = samples.domain().isEmpty() ? COUNTER : samples.domain();
        for (int i = 0; i < samples.size(); i++) {
            long nanos = samples.nanos(i);
            double value = samples.value(i);
            if (pauses.contain(nanos)) {
                notProfiled++;
                continue;
            }
            statistics.addSample(Unit.COUNTER, category, samples.name(), nanos, value);
            long whole = samples.longValue(i);
            if ((double) whole == value) {
                trace.counter(samples.domain(), samples.name(), nanos, whole);
            } else {
                trace.counter(samples.domain(), samples.name(), nanos, value);
            }
        }
    }

    private void copyMemory(List<MemoryEvent> memory, Trace threads, Part.Run run) {
        Map<Long, Track> tracks = new HashMap<>();
        threads.tracks().forEach(track -> tracks.put(track.id(), track));
        memory.sort(Comparator.comparingLong(MemoryEvent::nanos));
        Map<Long, Nesting> nestings = new HashMap<>();
        for (MemoryEvent event : memory) {
            Track thread = tracks.get(event.trackId());
            String scope = MemoryScope.UNKNOWN;
            if (thread != null && event.action() == MemoryAction.ALLOCATE) {
                OpenEvents open = nestings.computeIfAbsent(thread.id(), id -> Nesting.of(thread))
                        .openAt(event.nanos());
                scope = MemoryScope.innermost(thread, threads, open);
            }
            long used = live.add(event, scope);
            boolean counts = event.action() == MemoryAction.ALLOCATE || event.action() == MemoryAction.FREE;
            if (!counts || !run.categories().contains(ProfileCategory.MEMORY) || pauses.contain(event.nanos())) {
                notProfiled++;
                continue;
            }
            String name = "Memory: " + MemoryCsv.device(event.device());
            chart(STORAGE, name, event.nanos(), used);
            if (event.totalReserved() > 0) {
                chart(POOL, name, event.nanos(), event.totalReserved());
            }
        }
    }

    private void chart(String category, String name, long nanos, long bytes) {
        statistics.addSample(Unit.MEMORY, category, name, nanos, (double) bytes);
        trace.counter(category, name, nanos, bytes);
    }
}
