package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.handlers.random.RandomOperations;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.wire.RowNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a trace is in its file is in the trace that is read from the file. */
@Tag("long")
class PerfettoRoundTripTest {
    private record Event(
            String track,
            String name,
            EventKind kind,
            String domain,
            MarkerScope scope,
            long start,
            long duration,
            boolean unfinished,
            boolean async,
            long correlation,
            long sequence,
            long forwardThread,
            String shapes,
            boolean hasStack,
            Map<String, Object> arguments) {}

    @TempDir
    private Path directory;

    static Stream<Trace> traces() {
        return Stream.concat(
                LongStream.range(0, 60).mapToObj(RandomTrace::of),
                LongStream.range(0, 60).mapToObj(RandomOperations::of));
    }

    private ImportedTrace roundTrip(Trace trace) throws IOException {
        Path file = directory.resolve("trace.pftrace");
        trace.export(file);
        return Traces.open(file, ImportOptions.DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void trace_writtenAndRead_isTheSame(Trace trace) throws IOException {
        Trace read = roundTrip(trace).trace();

        assertThat(read.id()).isEqualTo(SafeText.of(trace.id()));
        assertThat(read.isPartial()).isEqualTo(trace.isPartial());
        assertThat(read.start()).isEqualTo(trace.start());
        assertThat(read.end()).isEqualTo(trace.end());
        assertThat(read.process().pid()).isEqualTo(trace.process().pid());
        assertThat(read.process().host()).isEqualTo(SafeText.of(trace.process().host()));
        assertThat(read.process().name()).isEqualTo(SafeText.of(trace.process().name()));
        assertThat(read.distributedInfo().map(info -> info.rank() + " of " + info.worldSize()))
                .isEqualTo(trace.distributedInfo().map(info -> info.rank() + " of " + info.worldSize()));
        assertThat(read.metadata().keySet())
                .containsExactlyInAnyOrderElementsOf(trace.metadata().keySet().stream()
                        .map(SafeText::of)
                        .distinct()
                        .toList());
        assertThat(steps(read)).containsExactlyInAnyOrderElementsOf(steps(trace));
        assertThat(events(read)).containsExactlyInAnyOrderElementsOf(events(trace));
    }

    @ParameterizedTest
    @MethodSource("traces")
    void counters_writtenAndRead_areTheSameAndTheSumsOfMemory(Trace trace) throws IOException {
        Trace read = roundTrip(trace).trace();

        List<String> expected = counters(trace);
        for (int i = 0; i < trace.memory().size(); i++) {
            if (trace.memory().action(i) != MemoryAction.CATEGORIZE) {
                expected.add(" Memory allocated " + trace.memory().device(i) + " "
                        + trace.memory().nanos(i) + " "
                        + (double) trace.memory().totalAllocated(i));
            }
        }
        assertThat(counters(read)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void account_anyTrace_addsUpToWhatWasBegun(Trace trace) throws IOException {
        ImportedTrace read = roundTrip(trace);

        LossAccount account = read.trace().account();
        long notInFile = trace.samples().size() + notDrawable(trace) + categories(trace);
        assertThat(account.begun()).isEqualTo(trace.account().begun());
        assertThat(account.unfinished()).isEqualTo(trace.account().unfinished());
        assertThat(account.dropped().getOrDefault(DropCause.NOT_IN_FILE, 0L)).isEqualTo(notInFile);
        assertThat(read.missing()).hasSize(notInFile > 0 ? 1 : 0);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void secondFile_ofAnyTrace_givesTheSameTraceAgain(Trace trace) throws IOException {
        Trace once = roundTrip(trace).trace();
        Trace twice = roundTrip(once).trace();

        assertThat(events(twice)).containsExactlyInAnyOrderElementsOf(events(once));
        assertThat(averages(twice)).isEqualTo(averages(once));
        assertThat(twice.account()).isEqualTo(once.account());
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.pftrace", "t.pftrace.gz", "t.perfetto-trace", "t.unknown"})
    void file_howeverCompressedAndCalled_isRead(String name) throws IOException {
        Path written = directory.resolve(name.endsWith("unknown") ? "t.pftrace" : name);
        Trace trace = RandomOperations.of(3);
        trace.export(written);
        Path file = directory.resolve(name);
        if (!file.equals(written)) {
            Files.move(written, file);
        }

        assertThat(Traces.read(file).eventCount()).isEqualTo(trace.eventCount());
    }

    @Test
    void part_ofASplitTrace_saysThatTheRestIsElsewhere() throws IOException {
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 1_000), new ClockAnchor(100, 1_100));
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.nameId("epoch"), 0, 100);
        for (int step = 0; step < 4; step++) {
            builder.step(new StepMark(step, 25L * step, 25, 1, false));
            main.add(builder.nameId("work"), 25L * step + 1, 20);
        }
        Trace part =
                builder.build().parts(ExportOptions.DEFAULT.splitBySteps(2)).get(1);

        ImportedTrace read = roundTrip(part);

        assertThat(read.missing()).singleElement().asString().contains("part 2 of 2");
        assertThat(read.trace().steps()).isEqualTo(part.steps());
        assertThat(events(read.trace())).isEqualTo(events(part));
    }

    @Test
    void event_thatIsTooDeepForItsRow_keepsItsDuration() throws IOException {
        TraceBuilder builder = new TraceBuilder().window(new ClockAnchor(0, 0), new ClockAnchor(10_000, 10_000));
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 1500; i++) {
            main.async(main.add(builder.nameId("overlapping"), i, 5_000));
        }

        Trace read = roundTrip(builder.build()).trace();

        assertThat(read.events())
                .allSatisfy(event -> assertThat(event.durationNanos()).isEqualTo(5_000));
    }

    /** Thread 0 is none to Perfetto. */
    private static List<StepMark> steps(Trace trace) {
        return trace.steps().stream()
                .map(step -> new StepMark(
                        step.number(),
                        step.startNanos(),
                        step.durationNanos(),
                        number(step.trackId()),
                        step.unfinished(),
                        step.cpuNanos()))
                .toList();
    }

    /** Thread 0 has another number in files, and lanes have any. */
    private static long number(long trackId) {
        return trackId < RowNumbers.FIRST_OTHER ? trackId : 0;
    }

    private static List<String> averages(Trace trace) {
        return KeyAverages.of(trace).rows().stream().map(KeyAverage::toString).toList();
    }

    private static long notDrawable(Trace trace) {
        long count = 0;
        for (CounterTrack counter : trace.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                count += Double.isFinite(counter.value(i)) ? 0 : 1;
            }
        }
        return count;
    }

    private static long categories(Trace trace) {
        long count = 0;
        for (int i = 0; i < trace.memory().size(); i++) {
            count += trace.memory().action(i) == MemoryAction.CATEGORIZE ? 1 : 0;
        }
        return count;
    }

    private static List<Event> events(Trace trace) {
        List<Event> events = new ArrayList<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                int nameId = track.nameId(i);
                events.add(new Event(
                        SafeText.of(track.name()),
                        SafeText.of(trace.name(nameId)),
                        trace.kind(nameId),
                        SafeText.of(trace.domain(nameId)),
                        trace.markerScope(nameId),
                        track.startNanos(i),
                        track.durationNanos(i),
                        track.isUnfinished(i),
                        track.isAsync(i),
                        track.correlation(i),
                        track.sequenceNumber(i),
                        number(track.forwardThread(i)),
                        track.signatureId(i) < 0
                                ? "[]"
                                : trace.signature(track.signatureId(i)).inputDimsText(),
                        track.stackId(i) >= 0 && !trace.stack(track.stackId(i)).isEmpty(),
                        arguments(track, i)));
            }
        }
        return events;
    }

    private static Map<String, Object> arguments(Track track, int event) {
        Map<String, Object> safe = new TreeMap<>();
        track.arguments(event)
                .forEach((key, value) ->
                        safe.put(SafeText.of(key), value instanceof String text ? SafeText.of(text) : value));
        return safe;
    }

    private static List<String> counters(Trace trace) {
        List<String> samples = new ArrayList<>();
        for (CounterTrack counter : trace.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                if (Double.isFinite(counter.value(i)) && !counter.name().startsWith("Memory reserved")) {
                    samples.add(SafeText.of(counter.domain()) + " " + SafeText.of(counter.name()) + " "
                            + counter.nanos(i) + " " + counter.value(i));
                }
            }
        }
        return samples;
    }
}
