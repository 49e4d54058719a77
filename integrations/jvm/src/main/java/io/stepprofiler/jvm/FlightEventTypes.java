package io.stepprofiler.jvm;

import static io.stepprofiler.jvm.EventGroup.ALLOCATION_SAMPLES;
import static io.stepprofiler.jvm.EventGroup.CLASS_LOADING;
import static io.stepprofiler.jvm.EventGroup.COMPILATION;
import static io.stepprofiler.jvm.EventGroup.GARBAGE_COLLECTION;
import static io.stepprofiler.jvm.EventGroup.INPUT_OUTPUT;
import static io.stepprofiler.jvm.EventGroup.METHOD_SAMPLES;
import static io.stepprofiler.jvm.EventGroup.PROCESS_MEMORY;
import static io.stepprofiler.jvm.EventGroup.SAFEPOINTS;
import static io.stepprofiler.jvm.EventGroup.WAITS;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.jvm.EventRule.Reader;
import io.stepprofiler.jvm.EventRule.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;

/**
 * Types of events that are recorded, if the virtual machine has them. If two events on one lane have equal times, the
 * first in the table encloses the second.
 */
final class FlightEventTypes {
    private static final String MEMORY_PERIOD = "100 ms";
    private static final String ALLOCATION_SAMPLES_A_SECOND = "300/s";

    private static final Settings AS_IT_IS = (options, setting) -> {};
    private static final Settings EVERY_ONE = (options, setting) -> setting.accept("threshold", "0 ns");
    private static final Settings LONG_ONES = (options, setting) -> {
        setting.accept("threshold", options.waitThreshold().toNanos() + " ns");
        setting.accept("stackTrace", "true");
    };
    private static final Settings PERIODIC = (options, setting) -> setting.accept("period", MEMORY_PERIOD);
    private static final Settings SAMPLED = (options, setting) ->
            setting.accept("period", options.samplingPeriod().toNanos() + " ns");
    private static final Settings ALLOCATION_SAMPLED = (options, setting) -> {
        setting.accept("throttle", ALLOCATION_SAMPLES_A_SECOND);
        setting.accept("stackTrace", "true");
    };

    static final List<EventRule> RULES = List.of(
            new EventRule(
                    "GarbageCollection",
                    GARBAGE_COLLECTION,
                    EVERY_ONE,
                    (event, report) -> report.span(
                            Lane.GC, event.getString("name") + " (" + event.getString("cause") + ")", event)),
            new EventRule("GCPhasePause", GARBAGE_COLLECTION, EVERY_ONE, named(Lane.GC, "name")),
            new EventRule("GCPhaseConcurrent", GARBAGE_COLLECTION, EVERY_ONE, named(Lane.GC_CONCURRENT, "name")),
            new EventRule("GCHeapSummary", GARBAGE_COLLECTION, AS_IT_IS, (event, report) -> {
                report.mebibytes("jvm gc heap used MiB", "heapUsed", event);
                report.mebibytes("jvm gc heap committed MiB", "heapSpace.committedSize", event);
            }),
            new EventRule("ZAllocationStall", GARBAGE_COLLECTION, LONG_ONES, waiting("Allocation stall")),
            new EventRule(
                    "SafepointBegin",
                    SAFEPOINTS,
                    EVERY_ONE,
                    (event, report) -> report.span(Lane.SAFEPOINTS, "Reach safepoint", event)),
            new EventRule(
                    "ExecuteVMOperation",
                    SAFEPOINTS,
                    EVERY_ONE,
                    (event, report) ->
                            report.span(Lane.SAFEPOINTS, "VM operation (" + event.getString("operation") + ")", event)),
            new EventRule(
                    "SafepointEnd",
                    SAFEPOINTS,
                    EVERY_ONE,
                    (event, report) -> report.span(Lane.SAFEPOINTS, "Leave safepoint", event)),
            new EventRule(
                    "SafepointLatency",
                    SAFEPOINTS,
                    EVERY_ONE,
                    (event, report) -> report.span(Lane.SAFEPOINT_LATENCY, "Safepoint latency", event)),
            new EventRule("Compilation", COMPILATION, EVERY_ONE, FlightEventTypes::compilation),
            new EventRule("Deoptimization", COMPILATION, AS_IT_IS, FlightEventTypes::deoptimization),
            new EventRule("CodeCacheFull", COMPILATION, AS_IT_IS, FlightEventTypes::codeCacheFull),
            new EventRule("ClassLoad", CLASS_LOADING, EVERY_ONE, FlightEventTypes::classLoad),
            new EventRule("NativeLibraryLoad", CLASS_LOADING, EVERY_ONE, FlightEventTypes::libraryLoad),
            new EventRule("ThreadPark", WAITS, LONG_ONES, waiting("Park", "parkedClass")),
            new EventRule("JavaMonitorEnter", WAITS, LONG_ONES, FlightEventTypes::entering),
            new EventRule("JavaMonitorWait", WAITS, LONG_ONES, waiting("Monitor wait", "monitorClass")),
            new EventRule("ThreadSleep", WAITS, LONG_ONES, waiting("Sleep")),
            new EventRule("SystemGC", WAITS, LONG_ONES, waiting("System.gc()")),
            new EventRule("VirtualThreadPinned", WAITS, LONG_ONES, waiting("Virtual thread pinned")),
            new EventRule("FileRead", INPUT_OUTPUT, LONG_ONES, waiting("File read")),
            new EventRule("FileWrite", INPUT_OUTPUT, LONG_ONES, waiting("File write")),
            new EventRule(
                    "FileForce",
                    INPUT_OUTPUT,
                    LONG_ONES,
                    (event, report) -> report.waiting(named("File force", fileName(event, "path")), event)),
            new EventRule("SocketRead", INPUT_OUTPUT, LONG_ONES, waiting("Socket read")),
            new EventRule("SocketWrite", INPUT_OUTPUT, LONG_ONES, waiting("Socket write")),
            new EventRule("ExecutionSample", METHOD_SAMPLES, SAMPLED, sampled(SampleKind.JAVA)),
            // Frameworks spend their time in native code, which ExecutionSample does not sample.
            new EventRule("NativeMethodSample", METHOD_SAMPLES, SAMPLED, sampled(SampleKind.NATIVE)),
            new EventRule(
                    "ObjectAllocationSample",
                    ALLOCATION_SAMPLES,
                    ALLOCATION_SAMPLED,
                    (event, report) -> report.allocation(event)),
            new EventRule(
                    "ExceptionStatistics",
                    ALLOCATION_SAMPLES,
                    PERIODIC,
                    (event, report) -> report.value("jvm thrown", (double) event.getLong("throwables"), event)),
            new EventRule(
                    "ResidentSetSize",
                    PROCESS_MEMORY,
                    PERIODIC,
                    (event, report) -> report.mebibytes("jvm resident MiB", "size", event)));

    // V4: a signal in generated matrix products may end the process.
    /**
     * Type that interrupts threads by signals: aimed at Java code, but a thread may have entered native code meanwhile.
     */
    static final String BY_SIGNALS = "ExecutionSample";

    /** Data that the recorder itself lost; always recorded. */
    static final EventRule DATA_LOSS = new EventRule(
            "DataLoss", SAFEPOINTS, AS_IT_IS, (event, report) -> report.lostBytes(event.getLong("amount")));

    private FlightEventTypes() {}

    private static Reader named(Lane lane, String field) {
        return (event, report) -> report.span(lane, event.getString(field), event);
    }

    private static Reader waiting(String name) {
        return (event, report) -> report.waiting(name, event);
    }

    private static Reader waiting(String name, String classField) {
        return (event, report) -> report.waiting(named(name, simpleName(event, classField)), event);
    }

    private static void entering(RecordedEvent event, FlightReport report) {
        report.waiting(
                named("Monitor enter", simpleName(event, "monitorClass")), event.getThread("previousOwner"), event);
    }

    private static String named(String name, String of) {
        return of.isEmpty() ? name : name + " (" + of + ")";
    }

    private static Reader sampled(SampleKind kind) {
        return (event, report) -> report.sample(kind, "sampledThread", report.periodNanos(event), event);
    }

    /** Returns the last part of a path; forces are few, so that each file may have a name of its own. */
    private static String fileName(RecordedEvent event, String field) {
        String path = Objects.requireNonNullElse(event.getString(field), "");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static void compilation(RecordedEvent event, FlightReport report) {
        String name = event.getString("compiler").toUpperCase(Locale.ROOT) + " compilation";
        RecordedMethod method = event.getValue("method");
        String type = method == null ? "" : method.getType().getName();
        String longName = method == null ? "" : name + " (" + simple(type) + "." + method.getName() + ")";
        SpanDetails details = new SpanDetails(
                "method", method == null ? "" : type + "." + method.getName(), "level", event.getInt("compileLevel"));
        report.span(Lane.COMPILER, name, longName, details, event);
    }

    private static void deoptimization(RecordedEvent event, FlightReport report) {
        String name = "Deoptimization (" + event.getString("reason") + ")";
        RecordedMethod method = event.getValue("method");
        SpanDetails details = new SpanDetails(
                "method",
                method == null ? "" : method.getType().getName() + "." + method.getName(),
                "line",
                event.getInt("lineNumber"));
        report.span(Lane.DEOPTIMIZATION, name, "", details, event);
    }

    private static void codeCacheFull(RecordedEvent event, FlightReport report) {
        String part = Objects.requireNonNullElse(event.getString("codeBlobType"), "");
        SpanDetails details = new SpanDetails("part", part, "times", event.getInt("fullCount"));
        report.span(Lane.COMPILER, "Code cache full", "", details, event);
    }

    // V7: on a lane, not on the thread, whose scopes would lose the time.
    private static void classLoad(RecordedEvent event, FlightReport report) {
        RecordedClass loaded = event.getClass("loadedClass");
        String name = loaded == null ? "" : loaded.getName();
        load(Lane.CLASS_LOADING, "Class load", simple(name), "class", name, event, report);
    }

    private static void libraryLoad(RecordedEvent event, FlightReport report) {
        String path = Objects.requireNonNullElse(event.getString("name"), "");
        load(Lane.LIBRARIES, "Library load", fileName(event, "name"), "library", path, event, report);
    }

    private static void load(
            Lane lane, String name, String what, String key, String text, RecordedEvent event, FlightReport report) {
        RecordedThread thread = event.getThread("eventThread");
        long threadId = thread == null ? -1 : thread.getJavaThreadId();
        report.span(lane, name, name + " (" + what + ")", new SpanDetails(key, text, "thread", threadId), event);
    }

    private static String simpleName(RecordedEvent event, String field) {
        RecordedClass type = event.getClass(field);
        return type == null ? "" : simple(type.getName());
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
