package io.stepprofiler.mxnet;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.Names;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Makes one trace of the profiled events in the runs of a part, and adds them to the statistics and to the account of
 * live memory. For one use.
 */
final class PartReader {
    private static final String STORAGE = "Device Storage";
    private static final String POOL = "Pool Memory";

    /** Category of counters without a domain. */
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

    /** Returns the trace of a part. */
    Trace read(FileSegments part) {
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
        return trace.window(part.start(), part.end()).build();
    }

    private void readRun(FileSegments.Run run) {
        if (run.isNew()) {
            live.clear(); // Memory that was freed between two runs is unknown.
            statistics.forgetOpen();
        }
        Trace threads = joined(run, false);
        add(threads, run, false);
        threads.steps().stream().filter(step -> !step.unfinished()).forEach(this::add);
        add(joined(run, true), run, true);
        run.rests().forEach(rest -> {
            add(rest, run, true);
            rest.metadata().forEach(this::add);
        });
        run.segments().forEach(segment -> count(segment, run));
        addMemory(threads, run);
        addLosses(run);
    }

    /** Adds the notes of sources about events they could not record; the cost is left out, as it is for one run. */
    private void add(String key, MetadataValue value) {
        if (!key.equals(ProfilerOverhead.KEY)) {
            trace.metadata(key, value);
        }
    }

    /** Returns the segments of threads, or of activity sources, as one trace. */
    private static Trace joined(FileSegments.Run run, boolean isOfSource) {
        JoinedSegments joined = new JoinedSegments();
        run.segments().stream()
                .filter(segment -> segment.isOfSource() == isOfSource)
                .forEach(joined::add);
        return joined.build();
    }

    private void add(Trace from, FileSegments.Run run, boolean isOfSource) {
        trace.addEvents(from, track -> event -> {
            boolean isProfiled = isProfiled(from, track, event, run, isOfSource);
            if (isProfiled && isOfSource && !track.isUnfinished(event)) {
                addTime(from, track, event, true);
            }
            notProfiled += isProfiled ? 0 : 1;
            return isProfiled;
        });
        from.counters().forEach(this::add);
    }

    private boolean isProfiled(Names names, Track track, int event, FileSegments.Run run, boolean isOfSource) {
        EventKind kind = names.kind(track.nameId(event));
        return ProfileCategory.admits(run.categories(), kind, isOfSource) && !pauses.contain(track.startNanos(event));
    }

    private void addTime(Names names, Track track, int event, boolean isOfSource) {
        if (!names.kind(track.nameId(event)).isInstant()) {
            Statistics.Begun begun = begun(names, track, event, isOfSource);
            statistics.addTime(begun, begun.nanos() + track.durationNanos(event));
        }
    }

    private static Statistics.Begun begun(Names names, Track track, int event, boolean isOfSource) {
        int name = track.nameId(event);
        String category = ProfileCategory.name(names.kind(name), names.domain(name), isOfSource);
        return new Statistics.Begun(category, names.name(name), track.startNanos(event));
    }

    /** Counts events that threads ended in a segment, even if they began in an earlier segment or file. */
    private void count(Segment segment, FileSegments.Run run) {
        for (ThreadSegment thread : segment.threads()) {
            Track events = thread.events();
            for (int i = 0; i < events.size(); i++) {
                if (!isProfiled(segment.names(), events, i, run, false)) {
                    continue;
                }
                if (events.isUnfinished(i)) {
                    statistics.begin(
                            number(thread, thread.header().firstIndex() + i), begun(segment.names(), events, i, false));
                } else {
                    addTime(segment.names(), events, i, false);
                }
            }
            Track late = thread.late();
            for (int row = 0; row < late.size(); row++) {
                if (!late.isUnfinished(row)) {
                    long end = segment.start().monotonicNanos() + late.durationNanos(row);
                    statistics.end(number(thread, thread.lateOf(row)), end);
                }
            }
        }
    }

    private static Statistics.EventNumber number(ThreadSegment thread, long index) {
        return new Statistics.EventNumber(thread.header().trackId(), index);
    }

    private void add(StepMark step) {
        if (!pauses.contain(step.startNanos())) {
            trace.step(step);
            statistics.addTime(
                    new Statistics.Begun("step", "ProfilerStep*", step.startNanos()),
                    step.startNanos() + step.durationNanos());
        }
    }

    private void add(CounterTrack samples) {
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

    private void addMemory(Trace threads, FileSegments.Run run) {
        List<MemoryEvent> memory = new ArrayList<>();
        run.segments().forEach(segment -> memory.addAll(segment.memory()));
        run.rests()
                .forEach(rest -> IntStream.range(0, rest.memory().size())
                        .mapToObj(rest.memory()::event)
                        .forEach(memory::add));
        memory.sort(Comparator.comparingLong(MemoryEvent::nanos));
        Map<Long, Track> tracks = new HashMap<>();
        threads.tracks().forEach(track -> tracks.put(track.id(), track));
        Map<Track, Nesting> nestings = new HashMap<>();
        for (MemoryEvent event : memory) {
            Track thread = tracks.get(event.trackId());
            String scope = thread == null || event.action() != MemoryAction.ALLOCATE
                    ? MemoryScope.UNKNOWN
                    : MemoryScope.innermost(
                            thread,
                            threads,
                            nestings.computeIfAbsent(thread, Nesting::of).openAt(event.nanos()));
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

    /** Counts dropped events, and events that began, were not dropped and are in no segment. */
    private void addLosses(FileSegments.Run run) {
        run.rests().forEach(rest -> {
            rest.account().dropped().forEach(trace::dropped);
            rest.account().anomalies().forEach(trace::anomaly);
        });
        List<Segment> segments = run.segments();
        if (segments.isEmpty()) {
            return;
        }
        SegmentCounts counts =
                segments.get(segments.size() - 1).after().since(segments.get(0).before());
        long known = segments.stream().mapToLong(Segment::size).sum()
                + counts.dropped().values().stream().mapToLong(Long::longValue).sum();
        trace.dropped(DropCause.JOURNAL_DAMAGED, Math.max(counts.begun() - known, 0));
        counts.dropped().forEach(trace::dropped);
        counts.anomalies().forEach(trace::anomaly);
    }
}
