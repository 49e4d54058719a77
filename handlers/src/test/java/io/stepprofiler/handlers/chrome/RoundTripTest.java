package io.stepprofiler.handlers.chrome;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a trace is in its file is in the trace that is read from the file. */
@Tag("long")
class RoundTripTest {
    private static final int SEEDS = 20;

    @TempDir
    Path dir;

    private ImportedTrace roundTrip(Trace trace) throws IOException {
        Path file = dir.resolve("trace.json");
        Files.write(file, Exported.bytes(trace, "trace.json"));
        return Traces.open(file, ImportOptions.DEFAULT);
    }

    @Test
    void secondExport_nastyTrace_isTheFirst() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Trace trace = RandomTrace.of(seed);
            assertSame(lines(trace), lines(roundTrip(trace).trace()), seed);
        }
    }

    @Test
    void steps_anyTrace_areThoseOfTheTrace() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Trace trace = RandomTrace.of(seed);
            Trace read = roundTrip(trace).trace();
            assertThat(steps(read)).as("seed %d", seed).isEqualTo(steps(trace));
        }
    }

    @Test
    void events_ofAnyKindAndName_areAllThereAtTheirTimes() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Trace trace = RandomTrace.operations(seed);
            Trace read = roundTrip(trace).trace();
            assertThat(times(read)).as("seed %d", seed).isEqualTo(times(trace));
        }
    }

    @Test
    void account_anyTrace_addsUpToWhatWasBegun() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Trace trace = RandomTrace.of(seed);
            ImportedTrace read = roundTrip(trace);
            LossAccount account = read.trace().account();
            long notInFile = account.dropped().getOrDefault(DropCause.NOT_IN_FILE, 0L);
            assertThat(account.begun()).isEqualTo(trace.account().begun());
            assertThat(account.unfinished()).isEqualTo(trace.account().unfinished());
            assertThat(notInFile).isEqualTo(notDrawable(trace));
            assertThat(read.missing()).hasSize(notInFile > 0 ? 1 : 0);
        }
    }

    @Test
    void times_largerThanADoubleHasMicrosecondsFor_areExact() throws IOException {
        long monotonic = Long.MAX_VALUE / 4;
        TraceBuilder builder = new TraceBuilder()
                .window(
                        new ClockAnchor(monotonic, RandomTrace.EPOCH),
                        new ClockAnchor(2 * monotonic, RandomTrace.EPOCH));
        TrackBuilder main = builder.thread(1, "main");
        int name = builder.nameId("a");
        for (int i = 0; i < 2000; i++) {
            main.add(name, monotonic + 1_000_000_000_000_007L * i, 999_999_999_999_989L + i);
        }
        Trace trace = builder.build();

        assertThat(times(roundTrip(trace).trace())).isEqualTo(times(trace));
    }

    @Test
    void samplesAndStacks_ofATrace_areThoseOfTheTrace() throws IOException {
        TraceBuilder builder = new TraceBuilder()
                .window(new ClockAnchor(0, RandomTrace.EPOCH), new ClockAnchor(1000, RandomTrace.EPOCH + 1000));
        List<StackTraceElement> stack = List.of(
                new StackTraceElement("com.acme.Net$Layer", "lambda$forward$0", "Net.java", 12),
                new StackTraceElement("com.acme.Net", "<init>", "Net.java", -1),
                new StackTraceElement("Main", "main", null, -1));
        TrackBuilder main = builder.thread(1, "main");
        main.stack(main.add(builder.nameId("forward"), 10, 100), builder.stackId(stack));
        int weight = 1;
        for (SampleKind kind : SampleKind.values()) {
            builder.stackSample(new StackSample(10L * weight, 1, kind, builder.stackId(stack), weight++));
        }
        builder.stackSample(new StackSample(500, 7, SampleKind.JAVA, -1, 3));
        Trace trace = builder.build();

        Trace read = roundTrip(trace).trace();

        assertSame(lines(trace), lines(read), 0);
        assertThat(read.events().get(0).stack()).isEqualTo(stack);
        assertThat(read.stack(read.samples().stackId(0))).isEqualTo(stack);
        assertThat(text(read)).isEqualTo(text(trace));
    }

    private static List<String> text(Trace trace) {
        return KeyAverages.of(trace).rows().stream().map(KeyAverage::toString).toList();
    }

    private static long notDrawable(Trace trace) {
        return trace.counters().stream()
                .flatMapToDouble(counter -> IntStream.range(0, counter.size()).mapToDouble(counter::value))
                .filter(value -> !Double.isFinite(value))
                .count();
    }

    /** The clocks of the two traces count from different instants, and tracks that are no threads have other ids. */
    private static List<StepMark> steps(Trace trace) {
        return trace.steps().stream()
                .map(step -> new StepMark(
                        step.number(),
                        trace.start().toEpochNanos(step.startNanos()),
                        step.durationNanos(),
                        step.trackId(),
                        step.unfinished()))
                .toList();
    }

    private record Times(long trackId, long epochNanos, long durationNanos, boolean unfinished, boolean async) {}

    private static List<Times> times(Trace trace) {
        return trace.events().stream()
                .map(event -> new Times(
                        event.trackId(),
                        trace.start().toEpochNanos(event.startNanos()),
                        event.durationNanos(),
                        event.unfinished(),
                        event.async()))
                .toList();
    }

    private static void assertSame(List<String> expected, List<String> actual, long seed) {
        for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
            assertThat(actual.get(i)).as("seed %d, line %d", seed, i).isEqualTo(expected.get(i));
        }
        assertThat(actual).as("seed %d", seed).hasSameSizeAs(expected);
    }

    /**
     * A file line by line: events are one line each. Without the account, which is compared apart, and the numbers of
     * modules, which are given in the order of the names of a trace.
     */
    private static List<String> lines(Trace trace) {
        String text = new String(Exported.bytes(trace, "trace.json"), StandardCharsets.UTF_8);
        int from = text.indexOf("  \"stepProfiler\": {");
        int to = text.indexOf("  \"displayTimeUnit\"");
        return (text.substring(0, from) + text.substring(to))
                .replaceAll("(nn.Module: Type_|\"Python module id\":)\\d+", "$1")
                .lines()
                .toList();
    }
}
