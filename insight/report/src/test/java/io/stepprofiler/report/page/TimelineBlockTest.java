package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.report.page.DecodedTimeline.Row;
import io.stepprofiler.report.page.DecodedTimeline.Span;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineBlockTest {
    private static final long BEGIN = PageTraces.BEGIN;
    private static final int ALL = Integer.MAX_VALUE;

    /** Kinds of tracks whose spans are no events of the trace. */
    private static final Set<String> DERIVED = Set.of("STEPS", "STATE", "SAMPLES");

    /** The script's own test reads it, too. */
    private static final Path KNOWN = Path.of("src/test/js/timeline-known.txt");

    private static String line(String name, long start, long end) {
        return name + " " + start + " " + end;
    }

    /** The events as the block should have them, whatever rows they are in. */
    private static List<String> expected(Trace trace, DecodedTimeline decoded) {
        long origin = decoded.header.get("origin").asLong();
        long unit = decoded.unit();
        List<String> lines = new ArrayList<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                long start = track.startNanos(i) - BEGIN - origin;
                long end = start + track.durationNanos(i);
                lines.add(line(track.eventName(i), origin + start / unit * unit, origin + end / unit * unit));
            }
        }
        Collections.sort(lines);
        return lines;
    }

    private static List<String> written(DecodedTimeline decoded) {
        List<String> lines = new ArrayList<>();
        for (Row row : decoded.rows) {
            for (Span span : row.spans()) {
                if (!DERIVED.contains(row.kind())) {
                    lines.add(line(decoded.name(span), span.start(), span.end()));
                }
            }
        }
        Collections.sort(lines);
        return lines;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyTrace_readNaively_hasEveryEventOnce(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            Trace trace = PageTraces.any(random);
            if (trace.eventCount() + trace.steps().size() > 0) {
                DecodedTimeline decoded = DecodedTimeline.of(trace, ALL);
                assertThat(written(decoded)).isEqualTo(expected(trace, decoded));
            }
        }
    }

    @Test
    void anyTrace_rows_haveNothingOverEachOtherAndNestedOnesAreInsideThoseAbove() throws IOException {
        Random random = new Random(4);
        for (int i = 0; i < 200; i++) {
            Trace trace = PageTraces.any(random);
            if (trace.eventCount() + trace.steps().size() == 0) {
                continue;
            }
            Row above = null;
            for (Row row : DecodedTimeline.of(trace, ALL).rows) {
                long end = Long.MIN_VALUE;
                for (Span span : row.spans()) {
                    assertThat(span.start()).isGreaterThanOrEqualTo(end);
                    end = span.end();
                    if (row.isNested() && above != null && above.track().equals(row.track())) {
                        assertThat(above.spans())
                                .anyMatch(outer -> outer.start() <= span.start() && outer.end() >= span.end());
                    }
                }
                above = row;
            }
        }
    }

    private static double bytesOfAnEvent(Trace trace) {
        byte[] compressed = PageBlocks.of(new WindowAnalysis(trace), ALL, "timeline"::equals)
                .get("timeline");
        return Base64.getEncoder().encode(compressed).length / (double) trace.eventCount();
    }

    @Test
    void training_asGzipAndBase64_takesAtMostThreeBytesAnEvent() throws IOException {
        Trace trace = PageTraces.training(60, 60, new Random(1));

        assertThat(trace.eventCount()).isGreaterThan(90_000);
        assertThat(DecodedTimeline.of(trace, ALL).unit())
                .as("drawing precision in ns")
                .isLessThanOrEqualTo(1000);
        assertThat(bytesOfAnEvent(trace)).isLessThanOrEqualTo(3);
    }

    @Test
    void eventsOfRandomTimesAndNames_asGzipAndBase64_takeAtMostThreeBytes() {
        Random random = new Random(5);
        TraceBuilder builder = PageTraces.window(1_000_000);
        TrackBuilder main = builder.thread(1, "main");
        long now = BEGIN;
        for (int i = 0; i < 100_000; i++) {
            long nanos = (long) (20_000 * Math.exp(random.nextGaussian()));
            main.add(builder.nameId("operation" + random.nextInt(40)), now, nanos);
            now += nanos + 500 + random.nextInt(6_000);
        }

        assertThat(bytesOfAnEvent(builder.build())).isLessThanOrEqualTo(3);
    }

    @Test
    void block_asGzip_isWhatWasWritten() throws IOException {
        Trace trace = PageTraces.training(6, 60, new Random(6));
        byte[] compressed = PageBlocks.of(new WindowAnalysis(trace), ALL, "timeline"::equals)
                .get("timeline");

        assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes())
                .isEqualTo(DecodedTimeline.of(trace, ALL).bytes);
    }

    @Test
    void shortEvents_areDrawnWithAFinerUnit() throws IOException {
        TraceBuilder builder = PageTraces.window(1000);
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 20; i++) {
            main.add(builder.nameId("a"), BEGIN + i * 50L, 43);
        }

        assertThat(DecodedTimeline.of(builder.build(), ALL).unit()).isEqualTo(10);
    }

    @Test
    void windowOfWeeks_hasAUnitThatFitsIntoThirtyTwoBits() throws IOException {
        long weeks = 30L * 24 * 3600 * 1_000_000_000;
        TraceBuilder builder = PageTraces.window(weeks);
        builder.thread(1, "main").add(builder.nameId("a"), BEGIN, weeks);

        DecodedTimeline decoded = DecodedTimeline.of(builder.build(), ALL);

        assertThat(weeks / decoded.unit()).isLessThan(1L << 32);
        assertThat((double) decoded.rows.get(0).spans().get(0).end())
                .isCloseTo((double) weeks, within((double) decoded.unit()));
    }

    @Test
    void tooManyEvents_keepWholeStepsAndTheLongestOfTheOthers() throws IOException {
        Trace trace = PageTraces.training(40, 5, new Random(2));
        int most = (int) trace.eventCount() / 4;

        DecodedTimeline decoded = DecodedTimeline.of(trace, most);

        List<Long> whole = new ArrayList<>();
        decoded.header.get("missing").get("wholeSteps").forEach(step -> whole.add(step.asLong()));
        StepMark slowest = Collections.max(
                trace.steps(), (one, other) -> Long.compare(one.durationNanos(), other.durationNanos()));
        assertThat(whole).contains(slowest.number(), 0L).hasSize(4);
        assertThat(written(decoded)).hasSizeLessThanOrEqualTo(most).hasSizeGreaterThan(most / 2);
        assertThat(written(decoded).size() + decoded.missing("short")).isEqualTo(trace.eventCount());
        for (StepMark step : trace.steps()) {
            long shown = decoded.rows.stream()
                    .filter(row -> !DERIVED.contains(row.kind()))
                    .flatMap(row -> row.spans().stream())
                    .filter(span -> span.start() >= step.startNanos() - BEGIN
                            && span.start() < step.startNanos() - BEGIN + step.durationNanos())
                    .count();
            assertThat(shown == trace.eventCount() / 40)
                    .as("everything of step %d", step.number())
                    .isEqualTo(whole.contains(step.number()));
        }
    }

    @Test
    void tooManyEvents_keepMarkers() throws IOException {
        TraceBuilder builder = PageTraces.window(1_000_000);
        TrackBuilder main = builder.thread(1, "main");
        int marker = builder.markerId("here", "marks", MarkerScope.PROCESS);
        for (int i = 0; i < 1000; i++) {
            main.add(builder.nameId("a"), BEGIN + i * 100L, 50 + i % 7 * 10L);
            if (i % 100 == 0) {
                main.async(main.add(marker, BEGIN + i * 100L + 60, 0));
            }
        }

        DecodedTimeline decoded = DecodedTimeline.of(builder.build(), 400);

        assertThat(written(decoded).stream().filter(each -> each.startsWith("here")))
                .hasSize(10);
        assertThat(decoded.missing("shorterThan")).isPositive();
    }

    @Test
    void moreRowsThanThereMayBe_countWhatIsLeftOut() throws IOException {
        TraceBuilder builder = PageTraces.window(1_000_000);
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 100; i++) {
            main.add(builder.nameId("a"), BEGIN + i, 1000 - 2 * i);
        }

        DecodedTimeline decoded = DecodedTimeline.of(builder.build(), ALL);

        assertThat(decoded.missing("crowded")).isEqualTo(100 - TimelineTrack.MAX_ROWS);
        assertThat(written(decoded)).hasSize(TimelineTrack.MAX_ROWS);
    }

    @Test
    void labels_haveKindMeaningInputsAndStack() throws IOException {
        TraceBuilder builder = PageTraces.window(1_000_000);
        TrackBuilder main = builder.thread(1, "main");
        int wait = main.add(builder.nameId("Monitor enter (Queue)", EventKind.WAIT, ""), BEGIN, 5000);
        main.stack(wait, builder.stackId(List.of(new StackTraceElement("Loader", "take", "Loader.java", 12))));
        int op = main.add(builder.nameId("aten::mm"), BEGIN + 6000, 5000);
        main.signature(op, builder.signatureId(OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)))));

        DecodedTimeline decoded = DecodedTimeline.of(builder.build(), ALL);

        List<String> texts = new ArrayList<>();
        decoded.label(0).forEach(number -> texts.add(decoded.text(number)));
        assertThat(texts.get(1)).isEqualTo("WAIT");
        assertThat(texts.get(2)).isEqualTo("LOCK");
        assertThat(texts.get(5)).isEqualTo("Loader.take(Loader.java:12)");
        assertThat(decoded.text(decoded.label(1).get(4))).isEqualTo("[[2, 3]]");
    }

    private static List<String> spans(DecodedTimeline decoded, String kind) {
        return decoded.rows.stream()
                .filter(row -> row.kind().equals(kind))
                .flatMap(row -> row.spans().stream().map(span -> line(decoded.name(span), span.start(), span.end())))
                .toList();
    }

    @Test
    void stateOfAThread_isItsWaitsPausesAndTheTimeInWhichItMayRun() throws IOException {
        TraceBuilder builder = PageTraces.window(1_000_000);
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("Park (Queue)", EventKind.WAIT, ""), BEGIN + 20_000, 10_000);
        main.add(builder.nameId("forward"), BEGIN + 40_000, 10_000);
        builder.lane("GC").add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), BEGIN + 25_000, 15_000);
        builder.step(new StepMark(0, BEGIN, 100_000, 1, false, 48_000));
        builder.step(new StepMark(1, BEGIN + 200_000, 50_000, 1, false, 49_000));

        assertThat(spans(DecodedTimeline.of(builder.build(), ALL), "STATE"))
                .containsExactly(
                        line("ready to run, running for 60.0 %", 0, 20_000),
                        line("waiting for other threads", 20_000, 25_000),
                        line("paused by the virtual machine", 25_000, 40_000),
                        line("ready to run, running for 60.0 %", 40_000, 100_000),
                        line("running", 200_000, 250_000));
    }

    @Test
    void stateOfAThread_ofWhichNothingIsKnown_isNotShown() throws IOException {
        TraceBuilder builder = PageTraces.window(1_000_000);
        builder.thread(1, "main").add(builder.nameId("forward"), BEGIN, 10_000);
        builder.step(new StepMark(0, BEGIN, 100_000, 1, false));

        assertThat(spans(DecodedTimeline.of(builder.build(), ALL), "STATE")).isEmpty();
    }

    @Test
    void samplesOfAThreadWithoutScopes_areCallsUntilTheNextSampleOrTheEndOfTheirStep() throws IOException {
        TraceBuilder builder = PageTraces.window(1_000_000);
        builder.step(new StepMark(0, BEGIN, 45_000, 1, false));
        builder.step(new StepMark(1, BEGIN + 45_000, 55_000, 1, false));
        String[] methods = {"forward", "forward", "backward", "backward"};
        for (int i = 0; i < methods.length; i++) {
            int stack = builder.stackId(List.of(
                    new StackTraceElement("demo.Matrix", i % 2 == 0 ? "add" : "multiply", "Matrix.java", 7),
                    new StackTraceElement("demo.Mlp", methods[i], "Mlp.java", 3),
                    new StackTraceElement("demo.Train", "main", "Train.java", 5)));
            builder.stackSample(new StackSample(BEGIN + 10_000 + 20_000L * i, 1, SampleKind.JAVA, stack, 20_000));
        }

        assertThat(spans(DecodedTimeline.of(builder.build(), ALL), "SAMPLES"))
                .containsExactly(
                        line("Mlp.forward", 10_000, 30_000),
                        line("Mlp.forward", 30_000, 45_000),
                        line("Mlp.backward", 50_000, 70_000),
                        line("Mlp.backward", 70_000, 100_000),
                        line("Matrix.add", 10_000, 30_000),
                        line("Matrix.multiply", 30_000, 45_000),
                        line("Matrix.add", 50_000, 70_000),
                        line("Matrix.multiply", 70_000, 100_000));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 200})
    void virtualThreads_thatAreMany_shareATrack(int count) throws IOException {
        TraceBuilder builder = new TraceBuilder();
        for (int i = 0; i < count; i++) {
            builder.thread(i, "virtual-" + i).add(builder.nameId("request"), BEGIN + 1_000_000L * i, 1_000_000);
        }
        builder.thread(count, "worker-1").add(builder.nameId("request"), BEGIN, 5);
        List<Row> rows = DecodedTimeline.of(builder.build(), ALL).rows;
        assertThat(rows).hasSize(count <= 8 ? count + 1 : 2);
        assertThat(rows.stream().mapToInt(row -> row.spans().size()).sum()).isEqualTo(count + 1);
        assertThat(rows)
                .extracting(Row::track)
                .contains("worker-1", count <= 8 ? "virtual-0" : "virtual threads (" + count + ")");
    }

    @Test
    void tracks_areInTheOrderInWhichTheyAreRead() throws IOException {
        TraceBuilder builder = PageTraces.window(1_000_000);
        builder.lane("GC").add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), BEGIN, 1000);
        builder.thread(2, "loader").add(builder.nameId("load"), BEGIN, 1000);
        builder.thread(1, "main").add(builder.nameId("train"), BEGIN, 1000);
        builder.thread(3, "idle");
        builder.step(new StepMark(0, BEGIN, 1000, 1, false));

        assertThat(DecodedTimeline.of(builder.build(), ALL).rows.stream().map(Row::track))
                .containsExactly("Steps", "main: state", "main", "loader", "GC");
    }

    @Test
    void counters_areReadBackWithGaps() throws IOException {
        TraceBuilder builder = PageTraces.window(1_000_000);
        builder.thread(1, "main").add(builder.nameId("a"), BEGIN, 1000);
        double[] values = {3.25, Double.NaN, -7.5, Double.POSITIVE_INFINITY, 1000};
        for (int i = 0; i < values.length; i++) {
            builder.counter("heap", BEGIN + i * 10_000L, values[i]);
        }

        List<DecodedTimeline.Sample> samples =
                DecodedTimeline.of(builder.build(), ALL).counters.get(0);

        assertThat(samples)
                .extracting(DecodedTimeline.Sample::nanos)
                .containsExactly(0L, 10_000L, 20_000L, 30_000L, 40_000L);
        assertThat(samples.get(0).value()).isCloseTo(3.25, within(1008 / 65536.0));
        assertThat(samples.get(1).value()).isNaN();
        assertThat(samples.get(2).value()).isEqualTo(-7.5);
        assertThat(samples.get(3).value()).isNaN();
        assertThat(samples.get(4).value()).isCloseTo(1000, within(1008 / 65536.0));
    }

    @Test
    void manySamples_areThinnedToTheirExtremes() {
        int count = 10 * TimelineCounter.MOST;
        long[] nanos = new long[count];
        double[] values = new double[count];
        Random random = new Random(3);
        for (int i = 0; i < count; i++) {
            nanos[i] = i * 100L + random.nextInt(100);
            values[i] = random.nextGaussian();
        }
        values[77_777] = 1000;
        values[55_555] = -1000;

        TimelineCounter thinned = new TimelineCounter("loss", nanos, values).thinned();

        assertThat(thinned.nanos())
                .hasSizeLessThanOrEqualTo(TimelineCounter.MOST)
                .isSorted();
        assertThat(thinned.nanos()).contains(nanos[0], nanos[count - 1], nanos[77_777], nanos[55_555]);
        assertThat(thinned.values()).contains(1000, -1000);
    }

    @Test
    void traceWithoutAnything_hasNoBlock() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new TimelineBlock(ALL).write(new WindowAnalysis(new TraceBuilder().build()), out);

        assertThat(out.size()).isZero();
    }

    @Test
    void knownTrace_isTheBlockThatTheScriptReads() throws IOException {
        TraceBuilder builder = PageTraces.window(10_000_000);
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("forward"), BEGIN + 1_000_000, 5_000_000);
        main.add(builder.nameId("linear <b>"), BEGIN + 1_500_000, 1_000_000);
        int wait = main.add(builder.nameId("Sleep", EventKind.WAIT, ""), BEGIN + 3_000_000, 2_000_000);
        main.stack(wait, builder.stackId(List.of(new StackTraceElement("Loop", "run", "Loop.java", 7))));
        main.async(main.add(builder.nameId("step end", EventKind.MARKER, ""), BEGIN + 7_000_000, 0));
        builder.lane("GC").add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), BEGIN + 4_000_000, 400_000);
        builder.counter("heap MiB", BEGIN + 2_000_000, 12);
        builder.counter("heap MiB", BEGIN + 8_000_000, 9);
        builder.step(new StepMark(3, BEGIN + 1_000_000, 6_000_000, 1, false));

        byte[] block = DecodedTimeline.of(builder.build(), ALL).bytes;

        assertThat(Base64.getMimeEncoder(100, new byte[] {'\n'}).encodeToString(block) + "\n")
                .isEqualTo(Files.readString(KNOWN));
    }
}
