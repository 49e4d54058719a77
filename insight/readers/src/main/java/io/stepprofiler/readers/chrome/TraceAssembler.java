package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.chrome.OpenSpans.Mark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.wire.CounterText;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Assembles the trace from the events of the file. */
final class TraceAssembler {
    private static final String NO_TIME = "events without a time, or with one that is out of range";
    private static final String NO_BEGIN = "ends of events that have no begin";
    private static final String FORWARD_BACKWARD = "fwdbwd";
    private static final String LAUNCH = "ac2g";
    /** Category of launches in older versions of torch. */
    private static final String LAUNCH_OF_2022 = "async_cpu_to_gpu";

    private static final String LAUNCH_OF_2021 = "async";

    /** An event that was added. */
    private record Latest(FileRow row, int event, long start) {}

    private final TraceBuilder trace;
    private final Charges charges;
    private final Tally tally;
    private final FileRows rows;
    private final Texts texts;
    private final StackTexts frames;
    private final OpenSpans open;
    private final Steps steps;
    private final MemoryInstants memory;
    private final ForwardThreads forwardThreads;
    private final ChromeSamples samples;
    private final Rejects rejects;
    private final ArgumentReader details;
    private final UnnestedNames unnested;

    private boolean ours;
    private long events;
    private long unfinished;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    /** The event that was added last. */
    private @Nullable Latest latest;

    private OptionalLong windowStart = OptionalLong.empty();
    private long windowEnd;

    TraceAssembler(TraceBuilder trace, Charges charges, Tally tally, ChromeSamples samples, Rejects rejects) {
        this.trace = trace;
        this.charges = charges;
        this.tally = tally;
        this.samples = samples;
        this.rejects = rejects;
        rows = new FileRows(trace, charges);
        texts = new Texts(trace, charges);
        frames = new StackTexts(texts, charges);
        unnested = new UnnestedNames(texts);
        open = new OpenSpans(charges);
        steps = new Steps(charges);
        memory = new MemoryInstants(trace, charges, tally);
        forwardThreads = new ForwardThreads(charges);
        details = new ArgumentReader(charges, rows, texts, frames, forwardThreads);
    }

    /** Notes that this profiler wrote the file, before the first event. */
    void ours() {
        ours = true;
        rows.ours();
        frames.ours();
        unnested.ours();
        steps.ours();
        details.ours();
    }

    boolean isOurs() {
        return ours;
    }

    void take(EventRecord event) throws ImportException {
        if (rejects.has(event, charges)) {
            return;
        }
        switch (event.phase) {
            case 'X' -> complete(event);
            case 'B' -> begin(event);
            case 'b', 'S', '(' -> beginAsync(event);
            case 'E', 'e', 'F', ')' -> end(event);
            case 'i', 'I', 'n', 'T', 'p' -> instant(event);
            case 'C' -> counter(event);
            case 'M' -> rows.metadata(event);
            case 'P' -> samples.add(event);
            case 's', 't', 'f' -> flow(event);
            case 'N', 'D', 'O' -> tally.notTaken("events of objects (phases N, D and O)");
            case EventRecord.NO_PHASE -> {
                // JAX ends its list with an empty object.
                if (!event.isEmpty) {
                    tally.invalid("entries without a phase");
                }
            }
            default -> tally.notTaken("events of an unknown phase");
        }
    }

    private void complete(EventRecord event) throws ImportException {
        if (!hasTime(event)) {
            return;
        }
        if (event.hasDuration && event.duration == Micros.INVALID) {
            tally.invalid(NO_TIME);
            return;
        }
        if (event.duration < 0) {
            tally.odd(Anomaly.NEGATIVE_DURATION);
        }
        long duration = Math.max(event.duration, 0) + Math.max(event.number(KnownArgument.SHORTENED), 0);
        boolean isOfWindow = event.pidText.equals("Spans") || event.pidText.equals("Traces");
        if (event.category.equals("Trace") && isOfWindow) {
            windowStart = OptionalLong.of(event.start);
            windowEnd = event.start + duration;
        } else if (MemoryInstants.isOne(event)) {
            memory(event);
        } else {
            FileRow row = rows.of(event);
            if (ours && row.onDevice() && isShownThere(event)) {
                return;
            }
            if (!row.onDevice() && steps.isStep(event)) {
                steps.add(event, duration, row);
                cover(event.start, duration);
                if (ours || !event.has(KnownArgument.STEP_NUMBER)) {
                    return;
                }
            }
            int added = add(event, row, duration, nameId(event, row));
            if (!event.hasDuration) {
                open.endless(row, added, event.start);
            }
        }
    }

    /** True if it is a scope or a step of a thread that our files also show on the streams with its work. */
    private static boolean isShownThere(EventRecord event) {
        return !event.has(KnownArgument.INDEX)
                && (event.category.equals("gpu_user_annotation") || event.category.equals("user_scope"));
    }

    private void begin(EventRecord event) throws ImportException {
        if (hasTime(event)) {
            FileRow row = rows.of(event);
            open.begin(event, row, add(event, row, 0, nameId(event, row)));
        }
    }

    private void beginAsync(EventRecord event) throws ImportException {
        if (hasTime(event)) {
            FileRow row = rows.of(event);
            open.begin(event, row, add(event, row, 0, unnested.span(event, name(event))));
        }
    }

    private void end(EventRecord event) throws ImportException {
        if (event.start == Micros.INVALID) {
            tally.notTaken("ends of events without a time, or with one that is out of range");
        } else {
            open.end(event, rows.of(event));
        }
    }

    private void end(@Nullable Mark begin, Mark end) throws ImportException {
        if (begin == null) {
            tally.notTaken(NO_BEGIN);
            return;
        }
        begin.row().track().end(begin.event(), end.time());
        if (end.arguments() != null) {
            details.arguments(end.arguments(), begin.row(), begin.event());
        }
        cover(end.time(), 0);
    }

    private void instant(EventRecord event) throws ImportException {
        // In our files, the instants with which torch ends a file have no arguments.
        boolean mayBeOfTorch = !ours || !event.has(KnownArgument.INDEX);
        boolean ofTorch =
                mayBeOfTorch && (event.name.startsWith("Iteration Start: ") || event.name.equals("Record Window End"));
        if (ofTorch || !hasTime(event)) {
            return;
        }
        if (MemoryInstants.isOne(event)) {
            memory(event);
        } else {
            add(event, rows.of(event), 0, unnested.marker(event, name(event)));
        }
    }

    private void memory(EventRecord event) throws ImportException {
        String stack = event.text(KnownArgument.CALL_STACK);
        memory.add(event, rows.of(event).trackId(), stack.isEmpty() ? -1 : frames.id(stack));
        cover(event.start, 0);
    }

    private void counter(EventRecord event) throws ImportException {
        // Our files have curves below a GPU that are derived from its memory events.
        if (!hasTime(event) || (ours && rows.isOfGpu(event))) {
            return;
        }
        cover(event.start, 0);
        String domain = event.category;
        String name = event.name;
        if (event.id.isEmpty()) {
            name = ours ? CounterText.withoutDomain(name, domain) : name; // Earlier versions wrote it so.
        } else if (!ours) {
            name += "[" + event.id + "]";
        }
        ArgumentList series = event.arguments;
        for (int i = 0; i < series.size(); i++) {
            String key = series.key(i);
            boolean single = series.size() == 1 && (key.isEmpty() || key.equals("value") || key.equals(event.name));
            String curve = single ? name : name + ": " + key;
            if (series.isNumber(i)) {
                charges.event();
                events++;
                if (series.type(i) == ArgumentList.Type.LONG) {
                    trace.counter(domain, curve, event.start, series.number(i));
                } else {
                    trace.counter(domain, curve, event.start, series.real(i));
                }
            } else {
                tally.invalid("values of counters that are no numbers");
            }
        }
    }

    private void flow(EventRecord event) throws ImportException {
        boolean begins = event.phase == 's';
        if (event.category.equals(FORWARD_BACKWARD)) {
            if (begins) {
                forwardThreads.arrowBegins(event.id, rows.of(event));
            } else {
                forwardThreads.arrowEnds(event.id, rows.of(event), event.start);
            }
        } else if (!isLaunch(event)) {
            tally.notTaken("ends of arrows of neither backward operations nor launches");
        } else if (!begins) {
            launched(event);
        }
    }

    private static boolean isLaunch(EventRecord arrow) {
        return switch (arrow.category) {
            case LAUNCH, LAUNCH_OF_2022 -> true;
            case LAUNCH_OF_2021 -> arrow.name.equals("launch");
            default -> false;
        };
    }

    /** The arrow from a launch ends at the event before it, which may lack the correlation. */
    private void launched(EventRecord arrow) throws ImportException {
        Latest at = latest;
        if (at != null && at.start() == arrow.start && at.row() == rows.of(arrow) && arrow.id.matches("\\d{1,18}")) {
            details.correlation(at.row(), at.event(), Long.parseLong(arrow.id));
        }
    }

    private boolean hasTime(EventRecord event) {
        if (event.start == Micros.INVALID) {
            tally.invalid(NO_TIME);
            return false;
        }
        return true;
    }

    private int add(EventRecord event, FileRow row, long duration, int nameId) throws ImportException {
        charges.event();
        TrackBuilder track = row.track();
        int added = track.add(nameId, event.start, duration);
        details.add(event, row, added);
        // An event whose end may still come, or is known to be missing, is counted at the end of the file.
        boolean hasEnd = event.hasDuration || event.phase == 'b' || event.phase == 'i';
        if (event.has(KnownArgument.UNFINISHED) && hasEnd) {
            track.unfinished(added);
            unfinished++;
        }
        if (event.has(KnownArgument.ASYNC)) {
            track.async(added);
        }
        events++;
        cover(event.start, duration);
        latest = new Latest(row, added, event.start);
        return added;
    }

    private int nameId(EventRecord event, FileRow row) throws ImportException {
        String name = event.name;
        if (Kinds.isModule(event) && !row.onDevice()) {
            String numbered = name.substring(PyTorch.MODULE_PREFIX.length());
            String path = event.text(KnownArgument.MODULE_PATH);
            int end = numbered.lastIndexOf('_');
            return texts.id(
                    path.isEmpty() ? numbered : path,
                    EventKind.MODULE,
                    end < 0 ? numbered : numbered.substring(0, end));
        }
        name = name(event);
        EventKind kind = row.onDevice() ? Kinds.onDevice(event.category, name) : Kinds.onThread(event.category, name);
        return texts.id(name, kind, "");
    }

    private String name(EventRecord event) {
        if (event.name.isEmpty()) {
            tally.odd(Anomaly.UNNAMED);
            return "(unnamed)";
        }
        boolean isStepsName = ours && event.name.startsWith("(scope) " + PyTorch.STEP);
        return isStepsName ? event.name.substring("(scope) ".length()) : event.name;
    }

    private void cover(long start, long duration) {
        first = Math.min(first, start);
        last = Math.max(last, start + duration);
    }

    /** Completes the trace with the facts that are known only at the end of the file. */
    void complete(FileHead head) throws ImportException {
        List<Mark> endless = open.pair(this::end);
        samples.addTo(trace, rows, frames, texts);
        first = Math.min(first, samples.first());
        last = Math.max(last, samples.last());
        long start = windowStart.orElse(first == Long.MAX_VALUE ? 0 : first);
        long end = Math.max(start, windowStart.isPresent() ? windowEnd : last);
        for (Mark begin : endless) {
            begin.row().track().unfinished(begin.event(), end);
            unfinished++;
        }
        steps.addTo(trace, texts);
        forwardThreads.complete();
        rows.complete();
        trace.process(rows.recordedProcess(head.host()));
        head.addTo(trace, start, end);
        rejects.addTo(tally);
        tally.addTo(trace);
        FileAccount account = head.account();
        if (account != null && ours) {
            account.addTo(trace, events + memory.size() + samples.size(), unfinished);
        }
    }
}
