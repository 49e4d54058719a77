package io.stepprofiler.handlers.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfiledFunction;
import io.stepprofiler.Scope;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.functions.FunctionProfileOptions.Printing;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegmentHeader;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // The scope variables are there to be closed.
class FunctionProfileHandlerTest {
    private static final FunctionProfileOptions OPTIONS = FunctionProfileOptions.DEFAULT;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Two windows of one step each; the function is called twice in a step. */
    private static Profile profile(FunctionProfileHandler handler) {
        return profile(handler, 2);
    }

    private static Profile profile(FunctionProfileHandler handler, int windows) {
        return Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(windows).build())
                .synchronousDelivery(true)
                .onTraceReady(handler)
                .start();
    }

    @Test
    void printing_thatFailed_isDoneAtTheEnd(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("log/profile.txt");
        FunctionProfileHandler handler = FunctionProfileHandler.to(file);
        try (Profile profile = profile(handler)) {
            step(profile);
            Files.delete(file.getParent());
            Files.writeString(file.getParent(), "in the way");
            assertThatThrownBy(handler::print).isInstanceOf(IOException.class);
            Files.delete(file.getParent());
        }
        assertThat(file).content().contains("Message: train");
    }

    @Test
    void window_ofWhichAnotherThreadCannotBeRead_isInNoProfile() {
        SegmentBuilder segment = new SegmentBuilder(new ClockAnchor(0, 0), new ClockAnchor(100, 100));
        OpSignature signature = OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(2, 2)));
        TrackBuilder events = segment.thread(1, "main", 0).events();
        events.signature(
                events.add(segment.beside().nameId("aten::relu"), 1, 5),
                segment.beside().signatureId(signature));
        segment.thread(2, "torn", 0)
                .readLater(
                        new ThreadSegmentHeader(
                                2,
                                "torn",
                                false,
                                0,
                                1,
                                5,
                                6,
                                new int[0],
                                new ThreadSegmentHeader.Has(false, true, false, false, false)),
                        later -> {
                            throw new IOException("damaged");
                        });
        segment.beside().step(new StepMark(0, 0, 10, 1, false));
        SegmentCounts two = SegmentCounts.ZERO.plus(2, Map.of(), Map.of());
        JoinedSegments joined =
                new JoinedSegments().add(segment.counts(SegmentCounts.ZERO, two).build());
        joined.trace().window(new ClockAnchor(0, 0), new ClockAnchor(100, 100));
        Trace trace = joined.build();
        FunctionProfileHandler handler = FunctionProfileHandler.to(out);

        assertThatThrownBy(() -> handler.onTraceReady(trace)).isInstanceOf(UncheckedIOException.class);

        assertThat(handler.profiles().functions()).isEmpty();
        assertThat(handler.profiles().traces()).isZero();
    }

    private static void step(Profile profile) {
        Runnable train = ProfiledFunction.of("train").runnable(() -> {
            try (Scope ignored = Scope.open("work")) {
                Thread.onSpinWait();
            }
        });
        train.run();
        train.run();
        profile.step();
    }

    @Test
    void windows_areAccumulated_andCanBeReadWhileTheTrainingGoesOn() {
        FunctionProfileHandler handler = FunctionProfileHandler.to(out);
        try (Profile profile = profile(handler)) {
            step(profile);
            assertThat(handler.profiles()
                            .function("train")
                            .orElseThrow()
                            .calls()
                            .count())
                    .isEqualTo(2);
            assertThat(handler.text()).contains("Time in 2 calls to train");
            step(profile);
            assertThat(handler.profiles()
                            .function("train")
                            .orElseThrow()
                            .calls()
                            .count())
                    .isEqualTo(4);
            assertThat(text()).isEmpty();
        }
        assertThat(text()).containsOnlyOnce("Function profiling\n").contains("Time in 4 calls to train");
    }

    @Test
    void eachWindow_printsAllSoFar() {
        FunctionProfileHandler handler = FunctionProfileHandler.of(
                OPTIONS.withDestination(Destination.of(out)).withPrinting(Printing.EACH_WINDOW));
        try (Profile profile = profile(handler)) {
            step(profile);
            assertThat(text()).contains("Time in 2 calls to train");
            step(profile);
            assertThat(text()).contains("Time in 4 calls to train");
        }
        assertThat(text().split("Function profiling\n", -1)).hasSize(3);
    }

    @Test
    void onRequest_printsOnlyThen() throws IOException {
        FunctionProfileHandler handler = FunctionProfileHandler.of(
                OPTIONS.withDestination(Destination.of(out)).withPrinting(Printing.ON_REQUEST));
        try (Profile profile = profile(handler)) {
            step(profile);
        }
        assertThat(text()).isEmpty();
        handler.print();
        assertThat(text()).contains("Time in 2 calls to train");
    }

    @Test
    void whatWasPrinted_isNotPrintedAgainAtTheEnd() throws IOException {
        FunctionProfileHandler handler = FunctionProfileHandler.to(out);
        try (Profile profile = profile(handler, 1)) {
            step(profile);
            handler.print();
        }
        assertThat(text()).containsOnlyOnce("Function profiling\n");
    }

    @Test
    void file_hasWhatWasPrintedLast(@TempDir Path dir) throws IOException {
        // In Aesara the destination of profiles that are printed at exit is taken for an open file.
        Path file = dir.resolve("new/profile.txt");
        FunctionProfileHandler handler =
                FunctionProfileHandler.of(FunctionProfileOptions.parse("print=each_window,destination=" + file));
        try (Profile profile = profile(handler)) {
            step(profile);
            step(profile);
        }
        assertThat(Files.readString(file)).isEqualTo(handler.text());
        assertThat(file.getParent()).isDirectoryContaining(path -> path.equals(file));
    }

    @Test
    void file_thatCannotBeWritten_isRefusedAtTheStart(@TempDir Path dir) throws IOException {
        Path taken = Files.createFile(dir.resolve("taken"));
        FunctionProfileHandler handler = FunctionProfileHandler.to(taken.resolve("profile.txt"));
        assertThatThrownBy(() -> profile(handler))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("destination = '" + taken.resolve("profile.txt") + "' is not allowed");
    }

    @Test
    void ignoreFirstCall_overWindows_leavesOutOne() {
        FunctionProfileHandler handler = FunctionProfileHandler.of(
                OPTIONS.withDestination(Destination.of(out)).withIgnoreFirstCall(true));
        try (Profile profile = profile(handler)) {
            step(profile);
            step(profile);
        }
        assertThat(text()).contains("Time in 3 calls to train").contains("(without 1 first call)");
    }

    private static final Operand TENSOR = Operand.tensor(ElementType.FLOAT, Dims.of(64, 64));

    /** A call of {@code f} with one operation. */
    private static Trace call(String operation, OpSignature signature, long... storages) {
        TraceBuilder trace = new TraceBuilder();
        TrackBuilder main = trace.thread(1, "main");
        main.add(trace.nameId("f", EventKind.FUNCTION, ""), 0, 100);
        int event = main.add(trace.nameId(operation), 10, 20);
        main.signature(event, trace.signatureId(signature)).tensors(event, storages, 0, storages.length);
        return trace.build();
    }

    private static Trace exponential() {
        return call("nd4j::exp", OpSignature.of(TENSOR).withOutputs(TENSOR), 0x1000, 0x9000);
    }

    @Test
    void memoryProfile_ofOperationsWithKnownTensors_isPartOfTheText() throws IOException {
        FunctionProfileHandler handler = FunctionProfileHandler.to(out);
        handler.onTraceReady(exponential());
        assertThat(handler.text())
                .contains("Memory profile\n", "16,384", "nd4j::exp")
                .doesNotContain("no sizes");
    }

    @Test
    void memoryProfile_ofSeveralWindows_hasEachOperationOnceWithItsCalls() throws IOException {
        FunctionProfileHandler handler = FunctionProfileHandler.to(out);
        for (int window = 0; window < 3; window++) {
            handler.onTraceReady(exponential());
        }
        assertThat(handler.text())
                .contains("Number of Apply nodes: 1\n")
                .contains("Results of 1 operation only, each the largest of 3 calls:")
                .contains("    3  16,384  c ")
                .doesNotContain(" more take ");
    }

    @Test
    void memoryProfile_whereNoSizeIsKnown_isOneLineThatSaysWhatToRecord() throws IOException {
        FunctionProfileHandler handler = FunctionProfileHandler.to(out);
        // As of libtorch without memory events: what it puts out is known to be a view, or not known.
        handler.onTraceReady(call("aten::view", OpSignature.of(TENSOR), 0x1000));
        assertThat(handler.text())
                .contains(
                        "Memory profile: no sizes of results are recorded; they are with memory=true and shapes=true of"
                                + " the agent")
                .doesNotContain("Peak in KiB", "Memory profile\n");
    }

    @Test
    void trace_withoutFunctions_saysWhichNamesCouldBeSome() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        TrackBuilder main = trace.thread(1, "main");
        main.add(trace.nameId("load"), 0, 10);
        main.add(trace.nameId("forward"), 10, 50);
        main.add(trace.nameId("aten::mm"), 20, 30);
        main.add(trace.nameId("a|b"), 70, 500);
        FunctionProfileHandler handler = FunctionProfileHandler.to(out);
        handler.onTraceReady(trace.build());
        assertThat(handler.text()).isEqualTo("""
                        Function profiling: no calls of functions (automatic) in 1 window
                          Say which events are calls of functions by functions=names:NAME|NAME, in --options of \
                        'stepprof functions' or in STEP_PROFILER_FUNCTIONS, here such as 'functions=names:forward|load';
                          without it these are calls of ProfiledFunction, else steps, else modules, as far as they were \
                        recorded
                        """);
    }
}
