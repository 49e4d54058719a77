package io.stepprofiler.mxnet;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Trace of one file: what is profiled of the windows in it, also added to the statistics and to the account of live
 * memory. For one use.
 */
final class FileTrace {
    private static final String STORAGE = "Device Storage";
    private static final String POOL = "Pool Memory";

    /** Category of counters without a domain. */
    private static final String COUNTER = "counter";

    /**
     * Window of the profiler's runs: all of a run, or the part of it that belongs to one file.
     *
     * @param isNew whether a run begins with it
     * @param categories the categories that are profiled in it
     * @param trace what was recorded, pauses included
     */
    record Window(boolean isNew, Set<ProfileCategory> categories, Trace trace) {
        /** Returns the number of events, samples and memory events. */
        long size() {
            return trace.account().begun();
        }
    }

    private final TraceBuilder trace = new TraceBuilder();
    private final Pauses pauses;
    private final Statistics statistics;
    private final LiveAllocations live;
    private long notProfiled;

    FileTrace(Pauses pauses, Statistics statistics, LiveAllocations live) {
        this.pauses = pauses;
        this.statistics = statistics;
        this.live = live;
    }

    /** Returns the trace of windows, in their order; at least one. It is partial if more are to come. */
    Trace of(List<Window> windows, boolean isPartial) {
        String host = ProcessInfo.current().host();
        Optional<DistributedInfo> worker = DistributedInfo.fromEnvironment(System.getenv(), host);
        worker.ifPresent(trace::distributed);
        String name = worker.map(info -> "rank " + info.rank() + " @ " + host).orElse(host);
        trace.process(new ProcessInfo(ProcessInfo.current().pid(), host, name));
        windows.forEach(this::add);
        trace.metadata(
                "step-profiler mxnet",
                new MetadataValue("Java " + Runtime.version().feature(), false));
        trace.metadata("notProfiled", new MetadataValue(Long.toString(notProfiled), true));
        Trace last = windows.get(windows.size() - 1).trace();
        return trace.window(windows.get(0).trace().start(), last.end())
                .partial(isPartial)
                .build();
    }

    private void add(Window window) {
        Trace from = window.trace();
        live.beginWindow(!window.isNew());
        trace.addEvents(from, track -> event -> add(window, track, event));
        from.steps().stream().filter(step -> !step.unfinished()).forEach(this::add);
        from.counters().forEach(this::add);
        addMemory(window);
        from.account().dropped().forEach(trace::dropped);
        from.account().anomalies().forEach(trace::anomaly);
        from.metadata().forEach((key, value) -> {
            if (!key.equals(ProfilerOverhead.KEY)) { // The cost of the profiler in one window.
                trace.metadata(key, value);
            }
        });
    }

    /** Returns whether an event is profiled, and counts it. */
    private boolean add(Window window, Track track, int event) {
        Trace from = window.trace();
        int name = track.nameId(event);
        // Sources report operations with a signature, and everything else on tracks of their own.
        boolean isOfSource = !track.isThread() || track.signatureId(event) >= 0;
        if (!ProfileCategory.admits(window.categories(), from.kind(name), isOfSource)
                || pauses.contain(track.startNanos(event))) {
            notProfiled++;
            return false;
        }
        if (!from.kind(name).isInstant() && !track.isUnfinished(event)) {
            String category = ProfileCategory.name(from.kind(name), from.domain(name), isOfSource);
            statistics.addTime(category, from.name(name), track.startNanos(event), track.durationNanos(event));
        }
        return true;
    }

    private void add(StepMark step) {
        if (!pauses.contain(step.startNanos())) {
            trace.step(step);
            statistics.addTime("step", "ProfilerStep*", step.startNanos(), step.durationNanos());
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

    private void addMemory(Window window) {
        Trace from = window.trace();
        Map<Long, Track> tracks = new HashMap<>();
        from.tracks().forEach(track -> tracks.put(track.id(), track));
        Map<Track, Nesting> nestings = new HashMap<>();
        for (int i = 0; i < from.memory().size(); i++) {
            MemoryEvent event = from.memory().event(i);
            Track thread = tracks.get(event.trackId());
            String scope = thread == null || event.action() != MemoryAction.ALLOCATE
                    ? MemoryScope.UNKNOWN
                    : MemoryScope.innermost(
                            thread,
                            from,
                            nestings.computeIfAbsent(thread, Nesting::of).openAt(event.nanos()));
            long used = live.add(event, scope);
            boolean counts = event.action() == MemoryAction.ALLOCATE || event.action() == MemoryAction.FREE;
            if (!counts || !window.categories().contains(ProfileCategory.MEMORY) || pauses.contain(event.nanos())) {
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
