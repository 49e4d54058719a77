package io.stepprofiler.jvm;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.clock.TickScale;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.jvm.EventRule.Reader;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Limits;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.window.AttributeWriter;
import io.stepprofiler.window.TraceSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Trace of a flight recording that is read chunk by chunk; of one chunk at a time, all events are in memory. */
final class RecordedFlight {
    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final long SHORT_NANOS = 1_000_000;
    private static final long LATE_NANOS = 60_000_000_000L; // The end in the header is older than the last events.
    private static final long BYTES_AN_EVENT = 150; // Estimated, in the trace or while its chunk is read.
    private static final Set<String> FACTS =
            Set.of("jdk.JVMInformation", "jdk.CPUInformation", "jdk.GCConfiguration", "jdk.GCHeapConfiguration");

    private final Path file;
    private final ImportOptions options;
    private final long deadline = System.nanoTime() + LONGEST_NANOS;
    private final TraceBuilder trace = new TraceBuilder();
    private final TraceSink sink;
    private final List<StepMark> steps = new ArrayList<>();
    private final WindowSoFar window = WindowSoFar.of(0, false);
    private final Map<Long, String> types = new HashMap<>();
    private final Map<String, Object> facts = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();
    private final EventSelection selection =
            new EventSelection(FlightOptions.OF_FILES, rules(), settings, List.of(), Optional.empty());
    private final Map<String, Long> notRead = new TreeMap<>();
    private final List<String> missing = new ArrayList<>();
    private @Nullable FlightChunk first;
    private long startTicks;
    private long lastTicks;
    private long endNanos;
    private long process;
    private int chunks;
    private long events;
    private long kept;

    RecordedFlight(Path file, ImportOptions options) {
        this.file = file;
        this.options = options;
        Budget budget = new Budget(Long.MAX_VALUE, options.maxMemoryBytes());
        sink = new TraceSink(trace, new AttributeWriter(trace, budget, Limits.MAX_NAMES), trace::metadata);
    }

    /** The types of windows, and others that only files have, by their names. */
    private Map<String, EventRule> rules() {
        Map<String, Reader> readers = new LinkedHashMap<>();
        readers.put("jdk.DataLoss", FlightEventTypes.DATA_LOSS.reader());
        readers.put("jdk.CPUTimeSample", (event, report) -> {
            long nanos = event.getDuration("samplingPeriod").toNanos();
            report.sample(SampleKind.CPU_TIME, "eventThread", nanos, event);
        });
        readers.put("jdk.CPULoad", (event, report) -> {
            long processors = number("hwThreads");
            double own = event.getFloat("jvmUser") + event.getFloat("jvmSystem");
            report.value("jvm cpu cores", own * processors, event);
            report.value("machine cpu cores", event.getFloat("machineTotal") * processors, event);
        });
        readers.put(
                "jdk.ContainerCPUThrottling",
                (event, report) -> report.value("cpu throttled ms", event.getLong("cpuThrottledTime") / 1e6, event));
        readers.put("jdk.MethodTrace", (event, report) -> {
            RecordedMethod method = event.getValue("method");
            report.scope(method.getType().getName() + "." + method.getName(), EventKind.SCOPE, event);
        });
        readers.put("stepprofiler.Step", (event, report) -> report.step(event).ifPresent(steps::add));
        readers.put("stepprofiler.Scope", (event, report) -> {
            String kind = event.getString("kind").toUpperCase(Locale.ROOT).replace(' ', '_');
            report.scope(event.getString("name"), EventKind.valueOf(kind), event);
        });
        readers.put(
                "stepprofiler.Marker",
                (event, report) -> report.scope(event.getString("name"), EventKind.MARKER, event));
        Map<String, EventRule> rules = new LinkedHashMap<>();
        FlightEventTypes.RULES.forEach(rule -> rules.put(EventSelection.PREFIX + rule.type(), rule));
        readers.forEach((type, reader) ->
                rules.put(type, new EventRule(type, EventGroup.PROCESS_MEMORY, (of, setting) -> {}, reader)));
        return rules;
    }

    /** Adds the events of the next chunk; what cannot be read of it is missing. */
    void add(FlightChunk chunk) throws IOException {
        chunks++;
        options.checkMemory(file, chunk.size + kept * BYTES_AN_EVENT);
        EventLog log = new EventLog(selection, chunk.size);
        lastTicks = chunk.startTicks;
        process = number("pid");
        boolean isNext = first == null || chunk.startTicks > startTicks;
        String failure = chunk.isReadable && isNext ? read(chunk, log) : "";
        if (!chunk.isReadable) {
            miss(chunk.fault);
        } else if (!isNext || process != number("pid")) {
            miss("it is of another process than the first, or begins before the last: it is left out");
        } else {
            if (!(chunk.fault + failure).isEmpty()) {
                miss(chunk.fault + failure + "it was read up to there");
            }
            report(chunk, log);
        }
    }

    private void miss(String what) {
        missing.add("chunk " + chunks + ": " + what);
    }

    /** Reads the events of a chunk, and returns why the last ones cannot be read; empty if all are. */
    private String read(FlightChunk chunk, EventLog log) throws IOException {
        Path copy = Files.createTempFile("step-profiler-", ".jfr");
        try {
            chunk.writeTo(copy);
            try (RecordingFile recorded = new RecordingFile(copy)) {
                recorded.readEventTypes().forEach(type -> types.put(type.getId(), type.getName()));
                while (recorded.hasMoreEvents()) {
                    add(recorded.readEvent(), log);
                    if (System.nanoTime() > deadline) {
                        return "reading took longer than " + Amount.time(LONGEST_NANOS) + "; ";
                    }
                }
            }
            return "";
        } catch (ImportException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError | InternalError e) {
            // The parser of the JDK expects what the recorder has written.
            return "there is an error, " + e + "; ";
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private void add(RecordedEvent event, EventLog log) throws ImportException {
        options.checkEvents(file, ++events);
        String type = event.getEventType().getName();
        if (selection.rules().containsKey(type)) {
            options.checkMemory(file, ++kept * BYTES_AN_EVENT);
            log.add(event);
            long ticks = event.hasField("duration") ? event.getLong("duration") : 0;
            lastTicks = Math.max(lastTicks, event.getLong("startTime") + ticks);
        } else if (type.equals("jdk.ActiveSetting")) {
            String key = types.getOrDefault(event.getLong("id"), "") + "#" + event.getString("name");
            settings.put(key, String.valueOf(event.getString("value")));
        } else if (FACTS.contains(type)) {
            event.getFields().forEach(field -> facts.putIfAbsent(field.getName(), event.getValue(field.getName())));
            process = event.hasField("pid") ? event.getLong("pid") : process;
        } else {
            notRead.merge(type, 1L, Long::sum);
        }
    }

    private void report(FlightChunk chunk, EventLog log) {
        FlightChunk start = first == null ? chunk : first;
        first = start;
        startTicks = chunk.startTicks;
        TickScale clock = start.clock();
        long last = Math.min(clock.nanos(lastTicks), chunk.endNanos(clock) + LATE_NANOS);
        endNanos = Math.max(endNanos, chunk.fault.isEmpty() ? chunk.endNanos(clock) : last);
        WindowEnds ends = new WindowEnds(start.startNanos, endNanos);
        long lost = log.report(new FlightReport(sink, clock, ends, selection, window));
        sink.lost(lost);
        if (lost > 0) {
            miss(Amount.count(lost, "event") + " without a known thread, form or possible time");
        }
    }

    ImportedTrace trace() throws ImportException {
        FlightChunk start = first;
        if (start == null) {
            String reasons = chunks == 0 ? "the recorder wrote none" : String.join("; ", missing);
            throw new ImportException(file, "it has no readable chunk of events: " + reasons);
        }
        trace.window(new ClockAnchor(start.startNanos, start.startNanos), new ClockAnchor(endNanos, endNanos));
        trace.process(new ProcessInfo(number("pid"), ""))
                .metadata(Environment.KEY, environment().toMetadata());
        steps.sort(StepMark.PARENTS_FIRST);
        steps.forEach(trace::step);
        trace.metadata(FlightNotes.GROUPS, new MetadataValue(groups(), false));
        sink.note(FlightNotes.STATUS, "read from a file of " + Amount.count(chunks, "chunk"));
        sink.note("jvm_flight_recorder_not_read", notRead.toString());
        Optional.of(window.losses().text()).filter(text -> !text.isEmpty()).ifPresent(missing::add);
        return new ImportedTrace(trace.build(), missing, () -> {});
    }

    private Environment environment() {
        int processors = (int) number("hwThreads");
        String vm = String.valueOf(facts.getOrDefault("jvmVersion", "")).replaceFirst(" for .*", "");
        String collector =
                String.valueOf(facts.getOrDefault("oldCollector", "")).replace("Old", "");
        OptionalLong none = OptionalLong.empty();
        Environment.Limits limits = new Environment.Limits(processors, none, OptionalDouble.empty(), none);
        return new Environment(
                vm, "", "", collector, 0, number("maxSize"), processors, limits, List.of(), Map.of(), Map.of());
    }

    // D2: the absence of events means something only if all types of their group were recorded, also short events.
    private String groups() {
        Map<EventGroup, Boolean> whole = new EnumMap<>(EventGroup.class);
        for (EventRule rule : FlightEventTypes.RULES) {
            String name = EventSelection.PREFIX + rule.type();
            if (types.containsValue(name)) {
                boolean isShort = selection.nanos(name, "threshold") <= SHORT_NANOS;
                whole.merge(
                        rule.group(), isShort && "true".equals(settings.get(name + "#enabled")), Boolean::logicalAnd);
            }
        }
        return whole.entrySet().stream()
                // Other recorders lack types that the groups have.
                .filter(each -> each.getValue() && types.containsValue("jdk.GarbageCollection"))
                .map(each -> each.getKey().name())
                .collect(Collectors.joining(", "));
    }

    private long number(String fact) {
        return facts.get(fact) instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }
}
