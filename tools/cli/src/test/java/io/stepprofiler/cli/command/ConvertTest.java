package io.stepprofiler.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.cli.InputsTest;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.Terminal;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConvertTest {
    private static final long EPOCH = 1_700_000_000_000_000_000L;

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
        builder.metadata("model", new MetadataValue("LeNet of " + "five convolutions, ".repeat(20), false));
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(builder.nameId("gemm", EventKind.KERNEL, ""), 20, 10), 3);
        return builder.build();
    }

    @Test
    void table_ofManyColumns_fitsAPipe() throws IOException {
        rich().export(dir.resolve("rich.json"));
        assertThat(stepprof.run("show", file("rich.json"), "--by", "thread,shapes,stack"))
                .isEqualTo(ExitCode.INCOMPLETE); // A value of a counter is no number.
        assertThat(stepprof.out().lines())
                .anyMatch(line -> line.contains("Self time"))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(Terminal.width()));
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
                boolean isTold = told.contains(file + " cannot hold " + content.words() + " (" + lost + ")");
                // Sums of memory become counters, and what is known of a run further metadata.
                assertThat(lost <= 0 || isTold)
                        .as("%s: %d of %d %s", format, lost, content.count(trace), content.words())
                        .isTrue();
                assertThat(lost <= 0
                                && told.stream()
                                        .anyMatch(each -> each.contains(" cannot hold " + content.words() + " (")))
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
                        "convert: " + file("b.pftrace") + " cannot hold samples of call stacks (8)",
                        "convert: " + file("e.pb.gz") + " cannot hold steps (1)");
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

    /** Forty steps of 10 ms, two of which take four times as long, by a scope that the others do not have. */
    private static TraceBuilder withSlowSteps() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main thread");
        long now = 0;
        for (int step = 0; step < 40; step++) {
            boolean isSlow = step % 20 == 7;
            long nanos = isSlow ? 40_000_000 : 10_000_000;
            builder.step(new StepMark(step, now, nanos, 1, false));
            main.add(builder.nameId("forward;pass"), now, nanos);
            main.add(builder.nameId("inner"), now + 1_000, 6_000_000);
            if (isSlow) {
                main.add(builder.nameId("save"), now + 7_000_000, 30_000_000);
            }
            now += nanos;
        }
        builder.thread(2, "other").add(builder.nameId("background"), 0, now);
        return builder;
    }

    /** Parses collapsed stacks as flame graph tools do: the weight is behind the last space. */
    private Map<String, Long> stacks(String name) throws IOException {
        Map<String, Long> stacks = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(file(name)))) {
            int space = line.lastIndexOf(' ');
            assertThat(stacks.put(line.substring(0, space), Long.parseLong(line.substring(space + 1))))
                    .isNull();
        }
        return stacks;
    }

    @Test
    void folded_ofATrace_hasMicrosecondsOfItsScopes_onRequestOfSlowSteps() throws IOException {
        withSlowSteps().build().export(Path.of(file("a.json")));

        assertThat(stepprof.in(dir, "convert @a.json @all.folded")).isZero();
        assertThat(stacks("all.folded"))
                .isEqualTo(Map.of(
                        "main_thread;forward_pass",
                        38 * 4_000L + 2 * 4_000L,
                        "main_thread;forward_pass;inner",
                        40 * 6_000L,
                        "main_thread;forward_pass;save",
                        2 * 30_000L,
                        "other;background",
                        38 * 10_000L + 2 * 40_000L));
        assertThat(stepprof.err())
                .contains("all.folded has 4 stacks with microseconds of self cpu time, in all 920000; 0 have no stack");

        assertThat(stepprof.in(dir, "convert @a.json @slow.folded --slow")).isZero();
        assertThat(stacks("slow.folded"))
                .isEqualTo(Map.of(
                        "main_thread;forward_pass", 2 * 4_000L,
                        "main_thread;forward_pass;inner", 2 * 6_000L,
                        "main_thread;forward_pass;save", 2 * 30_000L));
        assertThat(stepprof.err()).contains("convert: 2 steps of 40 are slow");
    }

    @Test
    void folded_ofSamples_hasTheirCallStacks() throws IOException {
        TraceBuilder builder = withSlowSteps();
        int net = builder.stackId(List.of(
                new StackTraceElement("com.acme.Net", "forward", "Net.java", 12),
                new StackTraceElement("com.acme.Main", "main", "Main.java", 3)));
        builder.stackSample(new StackSample(1_000, 1, SampleKind.JAVA, net, 20_000_000));
        // In step 7, which is slow.
        builder.stackSample(new StackSample(75_000_000, 1, SampleKind.JAVA, net, 5_000_000));
        builder.build().export(Path.of(file("a.json")));

        assertThat(stepprof.in(dir, "convert @a.json @all.folded")).isZero();
        assertThat(stacks("all.folded")).isEqualTo(Map.of("com/acme/Main.main;com/acme/Net.forward", 25_000L));
        assertThat(stepprof.in(dir, "convert @a.json @slow.folded --slow")).isZero();
        assertThat(stacks("slow.folded")).isEqualTo(Map.of("com/acme/Main.main;com/acme/Net.forward", 5_000L));
    }

    @Test
    void shortEvents_leftOut_areCountedInTheFileAndOnStandardError() throws IOException {
        withSlowSteps().build().export(Path.of(file("a.json")));

        assertThat(stepprof.in(dir, "convert @a.json @b.json --min=10ms")).isZero();
        Trace rest = Traces.read(Path.of(file("b.json")));
        assertThat(rest.account().dropped()).isEqualTo(Map.of(DropCause.TOO_SHORT, 40L));
        assertThat(rest.eventCount()).isEqualTo(43);
        assertThat(rest.steps()).hasSize(40);
        assertThat(stepprof.err()).contains("convert: 40 of 83 events left out: shorter than 10.0 ms");
        assertThat(Files.readString(Path.of(file("b.json")))).contains("\"shorter than asked for\": 40");
    }

    @Test
    void memory_ofATrace_isWrittenByCategory() throws IOException {
        TraceBuilder builder = withSlowSteps().options(RecordingOptions.ALL);
        builder.memory(MemoryEvent.allocated(1_000, 1, 64, 64));
        builder.memory(MemoryEvent.allocated(2_000, 2, 100, 164));
        builder.build().export(Path.of(file("a.json")));

        assertThat(stepprof.in(dir, "convert @a.json @a.memory.json -o @a.memory.html"))
                .isZero();
        JsonNode timeline =
                new ObjectMapper().readTree(Path.of(file("a.memory.json")).toFile());
        JsonNode last = timeline.get(1).get(timeline.get(1).size() - 1);
        assertThat(last).hasSize(9);
        assertThat(StreamSupport.stream(last.spliterator(), false).mapToLong(JsonNode::asLong))
                .contains(228L);
        assertThat(Files.readString(Path.of(file("a.memory.html")))).startsWithIgnoringCase("<!doctype html>");
        assertThat(stepprof.err()).contains("a.memory.json has the memory of cpu among [cpu], by inferred categories");
    }

    @Test
    void ranks_ofADirectory_becomeOneFile() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            TraceBuilder builder = withSlowSteps()
                    .window(new ClockAnchor(0, EPOCH), new ClockAnchor(500_000_000, EPOCH + 500_000_000))
                    .process(new ProcessInfo(1, "node" + rank))
                    .traceId("rank" + rank)
                    .distributed(new DistributedInfo(rank, 2, "gloo", ""));
            builder.build().export(dir.resolve("run/worker" + rank + ".json"));
        }
        assertThat(stepprof.in(dir, "convert @run @x.pftrace --min=1ms")).isZero();
        assertThat(Path.of(file("x.pftrace"))).isNotEmptyFile();
        assertThat(stepprof.out()).contains("Wrote " + file("x.pftrace"));
        assertThat(stepprof.err())
                .contains(
                        "convert: rank 0 node0: clock as recorded: too few collectives with other hosts",
                        "convert: rank 1 node1: clock as recorded: too few collectives with other hosts",
                        "convert: 0 of 83 events left out: shorter than 1.00 ms");

        withSlowSteps()
                .distributed(new DistributedInfo(1, 2, "gloo", ""))
                .build()
                .export(dir.resolve("run/again.json"));
        assertThat(stepprof.in(dir, "convert @run @y.pftrace")).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).contains("run holds 3 traces, but not one of each rank");
        assertThat(Path.of(file("y.pftrace"))).doesNotExist();
    }

    @Test
    void ranks_withCollectives_areOnFittedClocks() throws IOException {
        for (int rank = 0; rank < 3; rank++) {
            long wrong = rank == 2 ? 7_000_000 : 0;
            TraceBuilder builder = new TraceBuilder()
                    .window(
                            new ClockAnchor(0, EPOCH + wrong),
                            new ClockAnchor(300_000_000, EPOCH + 300_000_000 + wrong))
                    .process(new ProcessInfo(1, "node" + rank))
                    .distributed(new DistributedInfo(rank, 3, "gloo", ""));
            TrackBuilder main = builder.thread(1, "main");
            for (int step = 0; step < 30; step++) {
                builder.step(new StepMark(step, 10_000_000L * step, 10_000_000, 1, false));
                int all = builder.nameId("gloo:all_reduce", EventKind.COMMUNICATION, "");
                main.add(all, 10_000_000L * step + 5_000_000, 5_000_000);
            }
            builder.build().export(dir.resolve("run/worker" + rank + ".json"));
        }
        assertThat(stepprof.in(dir, "convert @run @x.pftrace")).isZero();
        assertThat(stepprof.err())
                .contains(
                        "rank 0 node0: clock +0 ns, by 30 collectives with other hosts, ± 0 ns",
                        "rank 1 node1: clock +0 ns, by 30 collectives with other hosts, ± 0 ns",
                        "rank 2 node2: clock -7.00 ms, by 30 collectives with other hosts, ± 0 ns");
    }

    @Test
    void csv_ofATrace_hasAllRowsInFullPrecision() throws IOException {
        withSlowSteps().build().export(Path.of(file("a.json")));

        assertThat(stepprof.in(dir, "show --csv @a.json")).isZero();
        assertThat(stepprof.out())
                .startsWith("name,self_cpu_percent,self_cpu_time_ns,")
                .contains("inner,", ",240000000,");
        assertThat(stepprof.out().split("\r\n", -1)).hasSize(7);
        assertThat(stepprof.err()).isEqualTo("show: 83 events begun = 83 written + 0 dropped + 0 unfinished\n");
        stepprof.clear();
        assertThat(stepprof.in(dir, "show --csv --rows 2 @a.json")).isZero();
        assertThat(stepprof.out().split("\r\n", -1)).hasSize(4);
    }
}
