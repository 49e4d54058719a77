package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.cli.InputsTest;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConvertTest {
    @TempDir
    private Path dir;

    private final StepProfRun stepprof = new StepProfRun();

    private String file(String name) {
        return dir.resolve(name).toString();
    }

    /** Everything that a trace can hold, a different number of each. */
    private static Trace rich() {
        TraceBuilder builder = new TraceBuilder().traceId("rich");
        List<StackTraceElement> stack = List.of(new StackTraceElement("com.acme.Net", "forward", "Net.java", 12));
        OpSignature signature =
                new OpSignature("", List.of(Operand.tensor(ElementType.FLOAT, Dims.of(2, 3))), List.of(), -1);
        OpSignature both = new OpSignature(
                "",
                List.of(Operand.tensor(ElementType.FLOAT, Dims.of(2, 3))),
                List.of(Operand.tensor(ElementType.FLOAT, Dims.of(4))),
                -1);
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 20; i++) {
            int event = main.add(builder.nameId("op"), 100L * i, 50);
            if (i < 3) {
                main.signature(event, builder.signatureId(i < 2 ? both : signature));
            }
            if (i < 2) {
                main.tensors(event, new long[] {8, 16}, 0, 2);
            }
            if (i < 4) {
                main.stack(event, builder.stackId(stack));
            }
            if (i < 5) {
                main.sequence(event, i, -1);
            }
            if (i < 6) {
                main.argument(event, builder.nameId("batch"), (long) i);
            }
        }
        main.add(builder.markerId("mark", "", MarkerScope.THREAD), 10, 0);
        main.add(builder.nameId("task", EventKind.TASK, ""), 10, 2000);
        for (int i = 0; i < 7; i++) {
            builder.counter("loss", 100L * i, i < 6 ? i : Double.NaN);
            builder.memory(MemoryEvent.allocated(100L * i, 1, 64L * i + 64, 64));
        }
        for (int i = 0; i < 8; i++) {
            builder.stackSample(new StackSample(100L * i, 1, SampleKind.JAVA, builder.stackId(stack), 1));
        }
        builder.step(new StepMark(0, 0, 2_000, 1, false));
        builder.metadata("model", new MetadataValue("LeNet", false));
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(builder.nameId("gemm", EventKind.KERNEL, ""), 20, 10), 3);
        return builder.build();
    }

    @ParameterizedTest
    @EnumSource(
            value = TargetFormat.class,
            names = {"CHROME", "XSPACE"})
    void whatIsTold_isWhatIsNotReadAgain(TargetFormat format) throws IOException {
        Trace trace = rich();
        Path file = dir.resolve("t" + format.ending());
        trace.export(file);

        List<String> told = format.lost(trace, file);

        try (ImportedTrace read = Traces.open(file, ImportOptions.DEFAULT)) {
            for (TraceContent content : TraceContent.values()) {
                long lost = content.count(trace) - content.count(read.trace());
                boolean isTold = told.contains(file + " cannot hold " + lost + " " + content.words());
                // Sums of memory become counters, and what is known of a run further metadata.
                assertThat(lost <= 0 || isTold)
                        .as("%s: %d of %d %s", format, lost, content.count(trace), content.words())
                        .isTrue();
                assertThat(lost <= 0 && told.stream().anyMatch(each -> each.endsWith(content.words())))
                        .as("%s: %s are there all the same", format, content.words())
                        .isFalse();
            }
        }
    }

    @Test
    void aTrace_throughAllFormats_keepsItsEvents() throws IOException {
        rich().export(Path.of(file("a.json.gz")));
        assertThat(stepprof.in(dir, "convert @a.json.gz @b.pftrace")).isLessThan(ExitCode.FAILED);
        assertThat(stepprof.in(dir, "convert @a.json.gz @c.xplane.pb")).isLessThan(ExitCode.FAILED);
        assertThat(stepprof.in(dir, "convert @c.xplane.pb @d.json")).isLessThan(ExitCode.FAILED);
        assertThat(stepprof.in(dir, "convert @d.json @e.pb.gz")).isLessThan(ExitCode.FAILED);

        assertThat(TraceContent.COUNTERS.count(Traces.read(Path.of(file("c.xplane.pb")))))
                .isEqualTo(TraceContent.COUNTERS.count(Traces.read(Path.of(file("a.json.gz")))));
        assertThat(Traces.read(Path.of(file("d.json"))).eventCount()).isEqualTo(rich().eventCount());
        assertThat(stepprof.err())
                .contains(
                        "convert: " + file("b.pftrace") + " cannot hold 8 samples of call stacks",
                        "convert: " + file("e.pb.gz") + " cannot hold 1 steps");
        assertThat(stepprof.out()).contains("Wrote " + file("e.pb.gz"));
    }

    @ParameterizedTest
    @CsvSource({"t.html,<!doctype html>", "t.summary.json,'{\"version\":1'", "t.md,Step breakdown", "t.txt,steps: min"})
    void aTrace_becomesAReport(String name, String text) throws IOException {
        InputsTest.window("a", 1).export(Path.of(file("a.json")));

        assertThat(stepprof.run("convert", file("a.json"), file(name))).isZero();
        assertThat(Files.readString(Path.of(file(name)))).containsIgnoringCase(text);
    }

    @Test
    void aReport_becomesAnotherReport_butNoTrace() throws IOException {
        InputsTest.window("a", 1).export(Path.of(file("a.json")));
        assertThat(stepprof.in(dir, "convert @a.json @a.html")).isZero();
        assertThat(stepprof.in(dir, "convert @a.html @b.html")).isZero();
        assertThat(stepprof.in(dir, "convert @a.html @a.md")).isZero();

        assertThat(Path.of(file("b.html"))).hasSameBinaryContentAs(Path.of(file("a.html")));
        assertThat(stepprof.in(dir, "convert @a.html @b.pftrace")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("holds no single events: " + file("b.pftrace") + " can only be made from");
    }

    @Test
    void format_thatIsNamed_goesBeforeTheEnding() throws IOException {
        InputsTest.window("a", 1).export(Path.of(file("a.json")));

        assertThat(stepprof.in(dir, "convert @a.json @trace.bin --format chrome"))
                .isZero();
        assertThat(Traces.read(Path.of(file("trace.bin"))).eventCount()).isEqualTo(8);
        assertThat(stepprof.in(dir, "convert @a.json @other.json --format summary"))
                .isZero();
        assertThat(Files.readString(Path.of(file("other.json")))).startsWith("{\"version\":");
    }

    @Test
    void severalTraces_asOne_areRefused() throws IOException {
        Files.createDirectories(dir.resolve("run"));
        InputsTest.window("a", 1).export(dir.resolve("run/a.json"));
        InputsTest.window("b", 2).export(dir.resolve("run/b.json"));

        assertThat(stepprof.in(dir, "convert @run @x.pftrace")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("holds 2 traces").contains("a.json");
        assertThat(stepprof.in(dir, "convert @run @x.md")).isZero();
    }
}
