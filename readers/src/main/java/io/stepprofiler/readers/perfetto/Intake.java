package io.stepprofiler.readers.perfetto;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.intake.Account;
import io.stepprofiler.readers.intake.ArgumentList;
import io.stepprofiler.readers.intake.Charges;
import io.stepprofiler.readers.intake.Tally;
import io.stepprofiler.readers.intake.Texts;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the trace of the events of a file, one after the other. */
final class Intake {
    private static final String LEFT_OUT =
            "samples of call stacks, single allocations whose sums are counters, or values"
                    + " of counters that are no numbers";
    private static final int ROW_BYTES = 500;
    private static final int STEP_BYTES = 120;
    private static final String STEP_PREFIX = "ProfilerStep#";
    private static final int MAX_DIGITS = 18;
    private static final Map<String, EventKind> KINDS = new HashMap<>();

    static {
        for (EventKind kind : EventKind.values()) {
            KINDS.put(kind.name().toLowerCase(Locale.ROOT), kind);
        }
    }

    private final TraceBuilder trace = new TraceBuilder();
    private final Index index;
    private final Charges charges;
    private final Tally tally;
    private final @Nullable OwnSummary ours;
    private final Places places;
    private final Texts texts;
    private final Details details;
    private final CounterSamples counters;
    private final Map<Long, RowSlices> rows = new HashMap<>();
    private final List<StepMark> steps = new ArrayList<>();
    private final long moved;
    private long events;
    private long unfinished;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private boolean hasModules;

    Intake(Index index, Charges charges, Tally tally) {
        this.index = index;
        this.charges = charges;
        this.tally = tally;
        ours = index.summary();
        moved = ours == null ? 0 : ours.movedByNanos();
        places = ours == null ? new ForeignPlaces(trace, index.tracks) : new OwnPlaces(trace, index.tracks);
        texts = new Texts(trace, charges);
        details = new Details(texts, charges, ours != null);
        counters = new CounterSamples(trace, index.tracks, places, charges, tally);
    }

    void take(TrackEvent event, long fileNanos) throws ImportException {
        long nanos = fileNanos - moved;
        tally.notTaken("ends of arrows", ours == null ? event.flows : 0);
        tally.notTaken("values of counters that are beside events", event.extraValues);
        tally.notTaken("arguments, for their event has too many", event.argumentsLeftOut);
        switch (event.type) {
            case Fields.TYPE_BEGIN -> begin(event, nanos);
            case Fields.TYPE_END -> {
                cover(nanos);
                row(event.track).end(nanos, event.arguments);
                charges.memory(OpenSlices.BYTES);
            }
            case Fields.TYPE_INSTANT -> instant(event, nanos);
            case Fields.TYPE_COUNTER -> {
                cover(nanos);
                if (ours == null || !counters.followsFromWork(event)) {
                    counters.add(event, nanos);
                }
            }
            default ->
                tally.notTaken(event.isLegacy ? "events of the old form of Chromium" : "events of no known type");
        }
    }

    private void begin(TrackEvent event, long nanos) throws ImportException {
        cover(nanos);
        charges.memory(OpenSlices.BYTES);
        ArgumentList arguments = event.arguments;
        boolean isOurs = ours != null;
        if (isOurs && (event.category.equals("continued") || event.category.equals("annotation"))) {
            // It is an event of another part, or one of a thread that is shown on a stream.
            row(event.track).beginNothing(nanos);
            return;
        }
        long shortened = isOurs ? Math.max(arguments.number("shortened ns", 0), 0) : 0;
        long step = isOurs && !event.category.equals("step") ? -1 : stepNumber(event.name);
        if (step >= 0 && (isOurs || places.isThread(event.track))) {
            charges.memory(STEP_BYTES);
            long cpu = isOurs ? arguments.number("cpu ns", StepMark.UNKNOWN_CPU) : StepMark.UNKNOWN_CPU;
            long trackId = places.trackId(event.track);
            row(event.track).begin(new StepMark(step, nanos, shortened, trackId, isUnfinished(event), cpu));
            return;
        }
        TrackBuilder track = places.track(event.track, arguments.text("Thread"));
        EventKind kind = isOurs ? KINDS.getOrDefault(event.category, EventKind.SCOPE) : EventKind.SCOPE;
        int added = add(event, nanos, track, nameId(event, kind));
        row(event.track).begin(track, added, nanos, shortened);
    }

    private int nameId(TrackEvent event, EventKind kind) throws ImportException {
        String type = switch (kind) {
            case MODULE -> event.arguments.text("Module type");
            case TASK, FRAME -> event.arguments.text("Domain");
            default -> "";
        };
        hasModules |= kind == EventKind.MODULE;
        return texts.id(name(event), kind, type);
    }

    private void instant(TrackEvent event, long nanos) throws ImportException {
        if (ours != null && !event.category.equals("marker")) {
            // The summary, which is known already.
            return;
        }
        cover(nanos);
        String domain = ours == null ? "" : event.arguments.text("Domain");
        MarkerScope reach = places.reach(event.track);
        TrackBuilder track = places.track(event.track, event.arguments.text("Thread"));
        add(event, nanos, track, texts.markerId(name(event), domain, reach));
    }

    private int add(TrackEvent event, long nanos, TrackBuilder track, int nameId) throws ImportException {
        charges.event();
        events++;
        int added = track.add(nameId, nanos, 0);
        details.add(event, track, added);
        if (isUnfinished(event)) {
            track.unfinished(added);
            unfinished++;
        }
        return added;
    }

    private boolean isUnfinished(TrackEvent event) {
        return ours != null && event.arguments.isTrue("unfinished");
    }

    private String name(TrackEvent event) {
        if (event.name.isEmpty() && ours == null) {
            tally.odd(Anomaly.UNNAMED);
            return "(unnamed)";
        }
        return event.name;
    }

    private static long stepNumber(String name) {
        int digits = name.length() - STEP_PREFIX.length();
        boolean isNamed = name.startsWith(STEP_PREFIX) && digits > 0 && digits <= MAX_DIGITS;
        return isNamed && name.chars().skip(STEP_PREFIX.length()).allMatch(c -> c >= '0' && c <= '9')
                ? Long.parseLong(name.substring(STEP_PREFIX.length()))
                : -1;
    }

    private RowSlices row(long uuid) throws ImportException {
        RowSlices row = rows.get(uuid);
        if (row == null) {
            charges.memory(ROW_BYTES);
            row = new RowSlices(this);
            rows.put(uuid, row);
        }
        return row;
    }

    private void cover(long nanos) {
        first = Math.min(first, nanos);
        last = Math.max(last, nanos);
    }

    Details details() {
        return details;
    }

    /** The end of the window, for what has none. */
    long end() {
        return last;
    }

    void step(StepMark step) {
        steps.add(step);
    }

    void unfinished() {
        unfinished++;
    }

    void endWithoutBegin() {
        tally.notTaken("ends of events that have no begin");
    }

    Trace complete() throws ImportException {
        for (RowSlices row : rows.values()) {
            row.complete();
        }
        steps.sort(StepMark.PARENTS_FIRST);
        steps.forEach(trace::step);
        window();
        trace.process(new ProcessInfo(Math.max(places.process(), 0), places.host(), places.processName()));
        trace.options(details.options(counters.hasMemory(), hasModules));
        tally.addTo(trace);
        if (ours != null) {
            ours.describe(trace, places.host());
            new Account(ours.account(), tally, LEFT_OUT).addTo(trace, events + counters.held(), unfinished);
        }
        return trace.build();
    }

    private void window() {
        List<long[]> anchors = index.clocks.anchors();
        long begin = first == Long.MAX_VALUE ? 0 : first;
        long end = Math.max(begin, last);
        if (ours == null || anchors.isEmpty()) {
            long epoch = index.clocks.toEpoch(begin);
            trace.window(new ClockAnchor(begin, epoch), new ClockAnchor(end, epoch + (end - begin)));
            return;
        }
        ClockAnchor start = anchor(anchors.get(0));
        // That of the end is left out where it would go backwards.
        trace.window(start, anchors.size() > 1 ? anchor(anchors.get(1)) : start);
    }

    private ClockAnchor anchor(long[] readings) {
        return new ClockAnchor(readings[0] - moved, readings[1]);
    }
}
