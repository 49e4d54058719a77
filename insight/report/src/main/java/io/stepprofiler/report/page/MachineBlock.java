package io.stepprofiler.report.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.functions.CompileTimes;
import io.stepprofiler.analysis.functions.CompileTimes.Compilation;
import io.stepprofiler.analysis.functions.CompileTimes.Load;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.text.ShownFrame;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Waits of threads with steps, and activity of the virtual machine, as JSON. Rows of the tables are numbers: times from
 * the start of the window, steps, or indexes into the lists of names and stacks. Each table keeps its longest spans;
 * compilations and loads of the profiler's own classes are left out.
 */
final class MachineBlock implements PageBlock {
    private static final int MAX_ROWS = 10_000;
    private static final int MAX_FRAMES = 12;

    /** Class name prefixes of the profiler, of the flight recorder and of the library that writes its code. */
    private static final List<String> OWN = List.of("io.stepprofiler.", "jdk.jfr.", "jdk.internal.org.objectweb.asm.");

    private static final String LESSONS = "io.stepprofiler.examples.";
    private static final JsonFactory FACTORY = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    @Override
    public String name() {
        return "machine";
    }

    @Override
    public void write(WindowAnalysis window, OutputStream out) throws IOException {
        CompileTimes compile = CompileTimes.of(window.trace());
        if (window.waits().isEmpty()
                && window.machine().isEmpty()
                && window.collections().isEmpty()
                && compile.compilations().isEmpty()
                && compile.loads().isEmpty()) {
            return;
        }
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            new Tables(json, window.trace().start().monotonicNanos()).write(window, compile);
        }
    }

    /** Writes the tables, then the lists that they refer to. */
    private static final class Tables {
        private final JsonGenerator json;
        private final long windowStart;
        private final Map<String, Integer> names = new LinkedHashMap<>();
        private final Map<List<String>, Integer> stacks = new LinkedHashMap<>();

        Tables(JsonGenerator json, long windowStart) {
            this.json = json;
            this.windowStart = windowStart;
        }

        void write(WindowAnalysis window, CompileTimes compile) throws IOException {
            json.writeStartObject();
            table("collections", window.collections(), GarbageCollection::pauseNanos, each -> new long[] {
                name(each.collector()),
                name(each.cause()),
                each.step(),
                each.startNanos() - windowStart,
                each.durationNanos(),
                each.pauseNanos()
            });
            table("waits", window.waits(), Span::nanos, each -> new long[] {
                name(each.name()),
                name(each.category().name()),
                each.step(),
                each.startNanos() - windowStart,
                each.nanos(),
                stack(each.stack())
            });
            table("machine", window.machine(), Span::nanos, each -> new long[] {
                name(each.name()),
                each.category() == StepCategory.VM_PAUSE ? 1 : 0,
                each.step(),
                each.startNanos() - windowStart,
                each.nanos()
            });
            table(
                    "compilations",
                    withoutOwn(compile.compilations(), Compilation::method),
                    Compilation::durationNanos,
                    each -> new long[] {
                        name(each.compiler()),
                        each.level(),
                        name(each.method()),
                        each.startNanos() - windowStart,
                        each.durationNanos()
                    });
            table("loads", withoutOwn(compile.loads(), Load::name), Load::durationNanos, each -> new long[] {
                name(each.kind().name()), name(each.name()), each.startNanos() - windowStart, each.durationNanos()
            });
            json.writeArrayFieldStart("names");
            for (String name : names.keySet()) {
                json.writeString(name);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("stacks");
            for (List<String> stack : stacks.keySet()) {
                json.writeStartArray();
                for (String frame : stack) {
                    json.writeString(frame);
                }
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeEndObject();
        }

        private static <T> List<T> withoutOwn(List<T> all, Function<T, String> name) {
            return all.stream()
                    .filter(each -> OWN.stream().noneMatch(name.apply(each)::startsWith)
                            || name.apply(each).startsWith(LESSONS))
                    .toList();
        }

        private <T> void table(String name, List<T> all, ToLongFunction<T> length, Row<T> row) throws IOException {
            List<T> kept = all;
            if (all.size() > MAX_ROWS) {
                kept = new ArrayList<>(all);
                kept.sort(Comparator.comparingLong(length).reversed());
                kept = kept.subList(0, MAX_ROWS);
            }
            json.writeArrayFieldStart(name);
            for (T each : kept) {
                long[] columns = row.of(each);
                json.writeArray(columns, 0, columns.length);
            }
            json.writeEndArray();
            json.writeNumberField(name + "LeftOut", all.size() - kept.size());
        }

        private int name(String name) {
            return names.computeIfAbsent(name, each -> names.size());
        }

        private int stack(List<StackTraceElement> stack) {
            if (stack.isEmpty()) {
                return -1;
            }
            List<String> frames = stack.stream()
                    .limit(MAX_FRAMES)
                    .map(frame -> ShownFrame.of(frame).toString())
                    .toList();
            return stacks.computeIfAbsent(frames, each -> stacks.size());
        }
    }

    /** Converts an object to the columns of a row. */
    @FunctionalInterface
    private interface Row<T> {
        long[] of(T each);
    }
}
