package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.SegmentReceiver;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes what is recorded and makes of it statistics, lines of the trace, and the account of memory, all in memory that
 * does not grow with the number of events. For any thread.
 */
final class Collector implements SegmentReceiver, EventTaker {
    private static final String STORAGE = "Device Storage";
    private static final String POOL = "Pool Memory";

    /** The category of counters without a domain. */
    private static final String COUNTER = "counter";

    /** Most open events that are shown in a trace that goes on. */
    private static final int MAX_OPEN = 10_000;

    private final EventStream stream = new EventStream(this);
    private final Statistics statistics = new Statistics();
    private final LiveAllocations live = new LiveAllocations();
    private final ScopeTimeline scopes = new ScopeTimeline();
    private final Pauses pauses = new Pauses();
    private final Troubles troubles;
    private Set<ProfileCategory> categories = Set.of();
    private boolean aggregates;
    private @Nullable TraceOutput output;
    private @Nullable TraceOutput givenUp;
    private SegmentCounts before = SegmentCounts.ZERO;
    private long written;
    private long unfinished;
    private long notProfiled;
    private long notWritten;
    private long writtenInFile;
    private long unfinishedInFile;
    private boolean hasNews;

    Collector(Troubles troubles) {
        this.troubles = troubles;
    }

    /** Says what is wanted from now on; statistics that are not wanted any more are discarded. */
    synchronized void configure(ProfilerConfig config) {
        categories = config.categories();
        aggregates = config.aggregateStats();
        if (!aggregates) {
            statistics.clear();
        }
    }

    /** Begins a trace. */
    synchronized void begin(TraceOutput trace) {
        output = trace;
        before = stream.counted();
        written = 0;
        unfinished = 0;
        notProfiled = 0;
        notWritten = 0;
        markInFile();
        hasNews = true;
    }

    void pause(long nanos) {
        pauses.begin(nanos);
    }

    void resume(long nanos) {
        pauses.end(nanos);
    }

    @Override
    public synchronized void receive(Segment segment) {
        stream.add(segment);
        scopes.prune();
        endGivenUp();
        hasNews = true;
    }

    /** Takes what activity sources delivered last. */
    synchronized void rest(Trace trace) {
        stream.addRest(trace);
        endGivenUp();
        hasNews = true;
    }

    synchronized void endWindow(long nanos) {
        pauses.end(nanos);
        stream.endWindow(nanos);
        endGivenUp();
        hasNews = true;
    }

    /** After each event: a segment has as many as there is room for in the buffers, and text takes several times that. */
    private void drain() {
        TraceOutput trace = output;
        if (trace != null) {
            try {
                if (trace.drain()) {
                    markInFile();
                }
            } catch (IOException e) {
                giveUp(trace, e);
            }
        }
    }

    /** What has been counted so far is in the file, and will not be lost with the text that is held. */
    private void markInFile() {
        writtenInFile = written;
        unfinishedInFile = unfinished;
    }

    /** Writes no more of a trace. */
    private void giveUp(TraceOutput trace, IOException e) {
        output = null;
        givenUp = trace;
        notWritten += written - writtenInFile + unfinished - unfinishedInFile;
        written = writtenInFile;
        unfinished = unfinishedInFile;
        tell(trace, "is given up; statistics go on", e);
    }

    /**
     * Shows what is in the file of a trace that was given up, if that is possible. After all of a segment, for its
     * events have been counted as begun.
     */
    private void endGivenUp() {
        TraceOutput trace = givenUp;
        givenUp = null;
        if (trace != null) {
            notWritten += stream.open().count();
            try {
                trace.finish(account(0));
            } catch (IOException again) {
                // What was shown last stays.
            }
        }
    }

    private void tell(TraceOutput trace, String what, IOException e) {
        troubles.add(
                ProfileFailure.Kind.HANDLER_FAILED,
                "The trace " + trace.file() + " " + what + ": " + e.getMessage(),
                e);
    }

    /** Whether anything has come since the trace was shown last. */
    synchronized boolean hasNews() {
        return hasNews;
    }

    /** Shows the trace so far; what is recorded meanwhile does not wait for the copy. */
    void publish() {
        TraceOutput trace;
        TraceOutput.Shown shown;
        synchronized (this) {
            trace = output;
            if (trace == null) {
                return;
            }
            hasNews = false;
            try {
                shown = trace.soFar(account(stream.open().count()), this::writeOpen);
                markInFile();
            } catch (IOException e) {
                giveUp(trace, e);
                endGivenUp();
                return;
            }
        }
        try {
            shown.publish();
        } catch (IOException e) {
            tell(trace, "could not be shown as far as it goes", e);
        }
    }

    private void writeOpen(EventText end) {
        long now = System.nanoTime();
        stream.open()
                .filter(this::isProfiled)
                .limit(MAX_OPEN)
                .forEach(event ->
                        end.event(event.until(now, false), event.subject().fileCategory()));
    }

    /** Shows the trace for good. */
    synchronized void finish() {
        TraceOutput trace = output;
        if (trace == null) {
            return;
        }
        try {
            trace.flush();
            markInFile();
        } catch (IOException e) {
            giveUp(trace, e);
            endGivenUp();
            return;
        }
        output = null;
        try {
            trace.finish(account(0));
        } catch (IOException e) {
            tell(trace, "could not be written", e);
        }
    }

    /** Leaves nothing of a trace that did not begin. */
    synchronized void abandon() {
        TraceOutput trace = output;
        output = null;
        if (trace != null) {
            try {
                trace.discard();
            } catch (IOException e) {
                tell(trace, "could not be removed", e);
            }
        }
    }

    /** What became of every event, as members of the document; what is open counts as unfinished. */
    private String account(long open) {
        SegmentCounts counted = stream.counted().since(before);
        String dropped = counted.dropped().entrySet().stream()
                .map(entry -> Json.quoted(entry.getKey().label()) + ":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
        return ",\"stepProfiler\":{\"begun\":" + counted.begun() + ",\"written\":" + written + ",\"dropped\":" + dropped
                + ",\"unfinished\":" + (unfinished + open) + ",\"notProfiled\":" + notProfiled + ",\"notWritten\":"
                + notWritten + "}";
    }

    /** The statistics as text. */
    synchronized String print(DumpsOptions options) {
        String text = aggregates ? new StatisticsText(statistics, options).print() : "";
        if (options.reset()) {
            statistics.clear();
        }
        return text;
    }

    synchronized void writeMemory(Path file) {
        try {
            List<LiveAllocations.Piece> pieces = live.pieces();
            MemoryCsv.write(file, pieces);
            tellGaps(file, pieces);
        } catch (IOException e) {
            troubles.add(
                    ProfileFailure.Kind.HANDLER_FAILED,
                    "The file " + file + " cannot be written: " + e.getMessage(),
                    e);
        }
    }

    private void tellGaps(Path file, List<LiveAllocations.Piece> pieces) {
        List<String> gaps = new ArrayList<>();
        if (live.leftOut() > 0) {
            gaps.add(live.leftOut() + " pieces of memory, allocated while " + LiveAllocations.MAX_PIECES
                    + " were live, are not in it");
        }
        long forgotten = pieces.stream()
                .filter(piece -> piece.attribute().startsWith(ScopeTimeline.FORGOTTEN.name()))
                .count();
        if (forgotten > 0) {
            gaps.add(forgotten + " pieces were told of too late to know their scopes");
        }
        if (!gaps.isEmpty()) {
            // The file is there: what it lacks is what could not be recorded.
            troubles.renew(
                    ProfileFailure.Kind.RECORDING_FAILED,
                    "The list of live memory " + file + " is not complete: ",
                    String.join("; ", gaps));
        }
    }

    private boolean isProfiled(Occurrence event) {
        Subject subject = event.subject();
        return ProfileCategory.admits(categories, subject.kind(), subject.isOfSource())
                && !pauses.contain(event.startNanos());
    }

    @Override
    public void track(long id, String name) {
        if (output != null) {
            output.track(id, name);
        }
    }

    @Override
    public void event(Occurrence event) {
        Subject subject = event.subject();
        if (MemoryScope.isScope(subject)) {
            scopes.add(event.trackId(), MemoryScope.attribute(subject), event.startNanos(), event.endNanos());
        }
        if (!isProfiled(event)) {
            notProfiled++;
            return;
        }
        count(event.unfinished());
        if (aggregates && !event.unfinished() && !subject.kind().isInstant()) {
            statistics.of(Unit.TIME, subject.category(), subject.name()).add((double) event.durationNanos());
        }
        if (output != null) {
            output.events().event(event, subject.fileCategory());
            drain();
        }
    }

    private void count(boolean isUnfinished) {
        if (output == null) {
            notWritten++;
        } else if (isUnfinished) {
            unfinished++;
        } else {
            written++;
        }
    }

    @Override
    public void step(StepMark step) {
        if (pauses.contain(step.startNanos())) {
            return;
        }
        if (aggregates) {
            statistics.of(Unit.TIME, Subject.STEP, "ProfilerStep*").add((double) step.durationNanos());
        }
        if (output != null) {
            Subject subject = Subject.ofStep(step.name());
            output.events()
                    .event(
                            new Occurrence(
                                    step.trackId(),
                                    subject,
                                    step.startNanos(),
                                    step.durationNanos(),
                                    false,
                                    false,
                                    Map.of()),
                            Subject.STEP);
            drain();
        }
    }

    @Override
    public void counter(CounterTrack samples) {
        String category = samples.domain().isEmpty() ? COUNTER : samples.domain();
        for (int i = 0; i < samples.size(); i++) {
            sample(Unit.COUNTER, category, samples.name(), samples.nanos(i), samples.value(i));
        }
    }

    private void sample(Unit unit, String category, String name, long nanos, double value) {
        if (pauses.contain(nanos)) {
            notProfiled++;
            return;
        }
        if (Double.isFinite(value)) {
            count(false);
        } else {
            notWritten++; // JSON has no number for it.
        }
        chart(unit, category, name, nanos, value);
    }

    private void chart(Unit unit, String category, String name, long nanos, double value) {
        if (aggregates) {
            statistics.of(unit, category, name).add(value);
        }
        if (output != null && Double.isFinite(value)) {
            output.events().counter(category, name, nanos, value);
            drain();
        }
    }

    @Override
    public void memory(MemoryEvent event) {
        String scope = event.action() == MemoryAction.ALLOCATE ? scopeOf(event) : MemoryScope.UNKNOWN;
        long used = live.add(event, scope);
        boolean counts = event.action() == MemoryAction.ALLOCATE || event.action() == MemoryAction.FREE;
        if (!counts || !categories.contains(ProfileCategory.MEMORY)) {
            notProfiled++;
            return;
        }
        String name = "Memory: " + MemoryCsv.device(event.device());
        sample(Unit.MEMORY, STORAGE, name, event.nanos(), (double) used);
        if (event.totalReserved() > 0 && !pauses.contain(event.nanos())) {
            chart(Unit.MEMORY, POOL, name, event.nanos(), (double) event.totalReserved());
        }
    }

    /** The innermost scope in which it happened: one that has ended or one that is open. */
    private String scopeOf(MemoryEvent event) {
        ScopeTimeline.Found found = scopes.at(event.trackId(), event.nanos());
        if (found != null && found.equals(ScopeTimeline.FORGOTTEN)) {
            return found.name(); // What is forgotten may be inside a scope that is still open.
        }
        List<Occurrence> around = stream.open(event.trackId())
                .filter(open -> MemoryScope.isScope(open.subject()) && open.startNanos() <= event.nanos())
                .toList();
        Occurrence open = around.isEmpty() ? null : around.get(around.size() - 1);
        if (open != null && (found == null || open.startNanos() > found.startNanos())) {
            return MemoryScope.attribute(open.subject());
        }
        return found == null ? MemoryScope.UNKNOWN : found.name();
    }
}
