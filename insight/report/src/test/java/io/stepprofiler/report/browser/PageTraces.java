package io.stepprofiler.report.browser;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.report.faces.HtmlReportWriter;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Traces with everything that a page shows. */
final class PageTraces {
    static final int STEPS = 12;

    private static final long MILLI = 1_000_000;
    private static final long STEP = 100 * MILLI;
    private static final long EPOCH = 1_795_355_013L * 1_000_000_000;

    private PageTraces() {}

    /** Writes the page of some windows. */
    static Path page(Path file, Trace... traces) throws IOException {
        StepReport report = StepReport.of(
                Stream.of(traces)
                        .map(trace -> new StepReport.Source("", new WindowAnalysis(trace), List.of()))
                        .toList(),
                RuleSet.builtIn());
        List<WindowBlocks> blocks = Stream.of(traces)
                .map(trace -> WindowBlocks.of(new WindowAnalysis(trace)))
                .toList();
        try (OutputStream out = Files.newOutputStream(file)) {
            HtmlReportWriter.write(report, blocks, out);
        }
        return file;
    }

    /** A training of twelve steps in which everything is called by the same names with something before them. */
    static Trace training(String prefix) {
        TraceBuilder builder = new TraceBuilder()
                .options(RecordingOptions.ALL)
                .window(new ClockAnchor(0, EPOCH), new ClockAnchor(STEPS * STEP, EPOCH + STEPS * STEP))
                .metadata("jvm_flight_recorder", new MetadataValue("recorded", false))
                .metadata(
                        "jvm_flight_recorder_groups",
                        new MetadataValue(
                                "GARBAGE_COLLECTION, SAFEPOINTS, COMPILATION, CLASS_LOADING, WAITS, INPUT_OUTPUT,"
                                        + " METHOD_SAMPLES",
                                false))
                .metadata(prefix + "program", new MetadataValue(prefix + "Trainer", false));
        int stack = builder.stackId(List.of(
                new StackTraceElement("java.lang.Thread", "sleep", "Thread.java", 3),
                new StackTraceElement(prefix + "Trainer", "train", "Trainer.java", 7)));
        TrackBuilder main = builder.thread(1, prefix + "main");
        TrackBuilder loader = builder.thread(2, prefix + "loader");
        TrackBuilder collections = builder.lane("GC");
        TrackBuilder compiler = builder.lane("Compiler");
        int batch = builder.nameId("batch");
        for (int i = 0; i < STEPS; i++) {
            long start = i * STEP;
            builder.step(new StepMark(i, start, STEP, 1, false));
            main.add(builder.nameId("enumerate(DataLoader)#x.__next__", EventKind.DATA_LOADER, ""), start, 30 * MILLI);
            long sleep = start + 5 * MILLI;
            main.stack(main.add(builder.nameId("Sleep", EventKind.WAIT, ""), sleep, 10 * MILLI), stack);
            int forward = main.add(builder.nameId(prefix + "forward"), start + 31 * MILLI, 30 * MILLI);
            main.argument(forward, batch, 32);
            main.add(builder.nameId(prefix + "Linear", EventKind.MODULE, ""), start + 32 * MILLI, 28 * MILLI);
            main.add(builder.nameId(prefix + "aten::addmm"), start + 33 * MILLI, 20 * MILLI);
            main.add(builder.nameId(prefix + "backward"), start + 62 * MILLI, 30 * MILLI);
            main.stack(
                    main.add(
                            builder.nameId("Monitor enter (" + prefix + "Queue)", EventKind.WAIT, ""),
                            start + 93 * MILLI,
                            4 * MILLI),
                    stack);
            loader.add(builder.nameId(prefix + "decode"), start, 60 * MILLI);
            if (i % 3 == 1) {
                long pause = start + 70 * MILLI;
                int cause = builder.nameId("G1New (" + prefix + "G1 Evacuation Pause)", EventKind.VIRTUAL_MACHINE, "");
                collections.add(cause, pause, 6 * MILLI);
                collections.add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), pause, 5 * MILLI);
            }
            compiler.add(builder.nameId("C2 compilation", EventKind.VIRTUAL_MACHINE, ""), start, 3 * MILLI);
            builder.counter(prefix + "loss", start + 99 * MILLI, 2.0 / (i + 1));
            builder.memory(MemoryEvent.allocated(start + 33 * MILLI, 1, 64L * (i + 1), 1 << 20));
            builder.memory(MemoryEvent.allocated(start + 34 * MILLI, 1, 1L << 30, 1 << 22));
            builder.memory(MemoryEvent.freed(start + 90 * MILLI, 1, 1L << 30, 1 << 22));
            for (int sample = 0; sample < 10; sample++) {
                builder.stackSample(new StackSample(start + 10L * sample * MILLI, 1, SampleKind.JAVA, stack, 1));
            }
        }
        return builder.build();
    }

    /** A step that allocates on the host and on two devices. */
    static Trace devices() {
        TraceBuilder builder = new TraceBuilder()
                .options(RecordingOptions.ALL)
                .window(new ClockAnchor(0, EPOCH), new ClockAnchor(STEP, EPOCH + STEP));
        builder.thread(1, "main").add(builder.nameId("forward"), 0, STEP);
        builder.step(new StepMark(0, 0, STEP, 1, false));
        builder.memory(MemoryEvent.allocated(MILLI, 1, 64, 1 << 20));
        builder.memory(MemoryEvent.allocated(2 * MILLI, 1, 128, 4 << 20).on(Device.cuda(1)));
        builder.memory(MemoryEvent.freed(3 * MILLI, 1, 128, 4 << 20).on(Device.cuda(1)));
        builder.memory(MemoryEvent.allocated(4 * MILLI, 1, 256, 2 << 20).on(Device.cuda(3)));
        return builder.build();
    }

    /** A window without steps whose names sound like texts about them. */
    static Trace whole() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "work in steps");
        for (int i = 0; i < STEPS; i++) {
            main.add(builder.nameId("train a step"), i * STEP, STEP - 20 * MILLI);
        }
        return builder.build();
    }

    /** Steps of a program of Python, without anything but one operation each. */
    static Trace python(String operation) {
        TraceBuilder builder = new TraceBuilder()
                .process(new ProcessInfo(1, "host", "python3"))
                .window(new ClockAnchor(0, EPOCH), new ClockAnchor(STEPS * STEP, EPOCH + STEPS * STEP));
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < STEPS; i++) {
            builder.step(new StepMark(i, i * STEP, STEP, 1, false));
            main.add(builder.nameId(operation), i * STEP, STEP / 2);
        }
        return builder.build();
    }

    /** Twenty steps with so many operations in all. */
    static Trace operations(int count) {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main").reserve(count);
        int[] names = new int[40];
        for (int i = 0; i < names.length; i++) {
            names[i] = builder.nameId("aten::op" + i);
        }
        int inStep = count / 20;
        long operation = 1_000;
        for (int i = 0; i < 20; i++) {
            long start = operation * i * inStep;
            builder.step(new StepMark(i, start, inStep * operation, 1, false));
            for (int j = 0; j < inStep; j++) {
                main.add(names[(i * 31 + j * 7) % names.length], start + j * operation, operation - 1 - j % 400);
            }
        }
        return builder.build();
    }
}
