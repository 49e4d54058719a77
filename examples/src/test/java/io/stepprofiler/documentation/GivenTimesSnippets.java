package io.stepprofiler.documentation;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The code of docs/guide.md and of Javadoc comments about traces of given times and about sources, to be compiled as
 * it stands there.
 */
final class GivenTimesSnippets {
    /** A line of a log. */
    record Line(String worker, String phase, long startNanos, long nanos, long batch) {}

    /** Work of a device. */
    record Kernel(String name, long id, int registers, double occupancy, long start, long duration) {}

    private GivenTimesSnippets() {}

    static Trace given(List<Line> lines) {
        TraceBuilder builder = new TraceBuilder().process(new ProcessInfo(4711, "node7"));
        int batch = builder.nameId("batch");
        for (Line line : lines) {
            TrackBuilder track = builder.lane(line.worker());
            int event = track.add(builder.nameId(line.phase()), line.startNanos(), line.nanos());
            track.argument(event, batch, line.batch());
        }
        Trace trace = builder.build();
        return trace;
    }

    static Trace small(ClockAnchor begin, ClockAnchor end) {
        TraceBuilder builder = new TraceBuilder().window(begin, end);
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("forward"), 1_000, 500);
        builder.counter("loss", 1_500, 0.25).step(new StepMark(0, 1_000, 800, 1, false));
        Trace trace = builder.build();
        return trace;
    }

    static void read(Path file) throws IOException {
        try (ImportedTrace read = Traces.open(file, ImportOptions.DEFAULT.withMaxEvents(10_000_000))) {
            read.missing().forEach(System.out::println);
            read.trace().export(Path.of("target/log/trace.pftrace"));
        }
    }

    static void kernels(ActivitySink sink, Device device, int stream, List<Kernel> kernels) {
        SpanReport span = new SpanReport().onStream(device, stream);
        for (Kernel kernel : kernels) {
            sink.span(span.named(kernel.name(), kernel.start(), kernel.duration())
                    .kind(EventKind.KERNEL)
                    .correlation(kernel.id()));
        }
    }

    static void attributes(ActivitySink sink, SpanReport span, List<Kernel> kernels) {
        Attributes attributes = new Attributes();
        for (Kernel kernel : kernels) {
            attributes.clear().put("registers", kernel.registers()).put("occupancy", kernel.occupancy());
            sink.span(
                    span.named(kernel.name(), kernel.start(), kernel.duration()).attributes(attributes));
        }
    }

    static void operation(ActivitySink sink, long thread, OpSignature signature, long start, long duration) {
        sink.span(new SpanReport()
                .onThread(thread, "main")
                .named("aten::mm", start, duration)
                .signature(signature)
                .correlation(7));
    }
}
