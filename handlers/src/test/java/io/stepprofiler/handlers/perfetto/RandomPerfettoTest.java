package io.stepprofiler.handlers.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import io.stepprofiler.wire.RowNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decoding a file gives exactly what the trace holds, whatever that is. */
@Tag("long")
class RandomPerfettoTest {
    /** A slice as far as it can be told from any event. */
    private record Seen(
            long thread,
            String name,
            String category,
            long start,
            long duration,
            boolean unfinished,
            boolean async,
            Object correlation,
            Object sequence,
            Object stack) {}

    static Stream<Trace> traces() {
        return Stream.concat(
                LongStream.range(0, 12).mapToObj(RandomTrace::of),
                LongStream.range(0, 12).mapToObj(RandomTrace::operations));
    }

    @ParameterizedTest
    @MethodSource("traces")
    void file_ofAnyTrace_isWithoutError(Trace trace) {
        assertThat(Imported.of(trace).errors).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("traces")
    void slices_ofAnyTrace_areItsEventsAndSteps(Trace trace) {
        Imported imported = Imported.of(trace);
        List<Seen> seen = imported.slices.stream()
                // What is on a stream because of its work is no event.
                .filter(slice -> !slice.category().equals("annotation"))
                .map(slice -> new Seen(
                        tid(imported, slice),
                        slice.name(),
                        slice.category(),
                        slice.start(),
                        slice.duration(),
                        slice.arguments().containsKey("unfinished"),
                        slice.arguments().containsKey("async"),
                        slice.arguments().get("correlation"),
                        slice.arguments().get("Sequence number"),
                        slice.arguments().get("Call stack")))
                .toList();

        assertThat(seen).containsExactlyInAnyOrderElementsOf(expected(trace));
    }

    private record Instant(String track, String name, String category, long time, Object domain) {}

    @ParameterizedTest
    @MethodSource("traces")
    void instants_ofAnyTrace_areItsMarkersOnTheTrackOfTheirScope(Trace trace) {
        Imported imported = Imported.of(trace);
        List<Instant> expected = new ArrayList<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                if (track.isInstant(i)) {
                    int nameId = track.nameId(i);
                    String domain = SafeText.of(trace.domain(nameId));
                    String on = switch (trace.markerScope(nameId)) {
                        case GLOBAL -> "Global markers";
                        case PROCESS -> process(trace);
                        case THREAD ->
                            SafeText.of(TrackRows.name(track, track.device().isPresent()));
                    };
                    expected.add(new Instant(
                            on,
                            SafeText.of(trace.name(nameId)),
                            "marker",
                            track.startNanos(i) + offset(trace),
                            domain.isEmpty() ? null : domain));
                }
            }
        }

        assertThat(imported.instants.stream()
                        .filter(instant -> !instant.name().equals(SummaryInstant.NAME))
                        .map(instant -> new Instant(
                                instant.track().name(),
                                instant.name(),
                                instant.category(),
                                instant.start(),
                                instant.arguments().get("Domain"))))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void tasks_ofAnyTrace_areOneAtATimeOnTracksOfTheirName(Trace trace) {
        Imported imported = Imported.of(trace);
        Map<Imported.Track, List<Imported.Slice>> tasks = imported.slices.stream()
                .filter(slice ->
                        slice.category().equals("task") || slice.category().equals("frame"))
                .sorted(Comparator.comparingLong(Imported.Slice::start).thenComparingLong(Imported.Slice::end))
                .collect(Collectors.groupingBy(Imported.Slice::track));

        tasks.forEach((track, slices) -> {
            String parent = imported.tracks.get(track.parent()).name();
            long free = Long.MIN_VALUE;
            for (Imported.Slice slice : slices) {
                assertThat(slice.name().isEmpty() ? "(unnamed)" : slice.name()).isEqualTo(track.name());
                assertThat(slice.depth()).isZero();
                assertThat(slice.arguments().getOrDefault("Domain", process(trace)))
                        .isEqualTo(parent);
                assertThat(slice.start()).isGreaterThanOrEqualTo(free);
                free = slice.end();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("traces")
    void samples_ofAnyTrace_areItsCountersAndMemory(Trace trace) {
        long offset = offset(trace);
        List<String> expected = new ArrayList<>();
        for (CounterTrack counter : trace.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                if (Double.isFinite(counter.value(i))) {
                    String domain = counter.domain().isEmpty() ? process(trace) : SafeText.of(counter.domain());
                    expected.add(domain + " " + SafeText.of(counter.name()) + " " + (counter.nanos(i) + offset) + " "
                            + counter.value(i));
                }
            }
        }
        for (int i = 0; i < trace.memory().size(); i++) {
            if (trace.memory().action(i) != MemoryAction.CATEGORIZE) {
                Device device = trace.memory().device(i);
                String parent = device.equals(Device.CPU) ? process(trace) : device.toString();
                expected.add(parent + " Memory allocated " + device + " "
                        + (trace.memory().nanos(i) + offset) + " "
                        + (double) trace.memory().totalAllocated(i));
            }
        }

        Imported imported = Imported.of(trace);
        assertThat(imported.samples.stream()
                        .map(sample ->
                                imported.tracks.get(sample.track().parent()).name() + " "
                                        + sample.track().name() + " " + sample.time() + " " + sample.value())
                        .filter(text -> !text.contains(" Memory reserved ")))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Arrows, as the sets of the starts and names of the slices that they connect. */
    @ParameterizedTest
    @MethodSource("traces")
    void flows_ofAnyTrace_connectWorkAndItsLaunch(Trace trace) {
        Imported imported = Imported.of(trace);
        Map<Long, List<Imported.Slice>> byFlow = imported.slices.stream()
                .flatMap(slice -> slice.flows().stream().map(flow -> Map.entry(flow, slice)))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        Set<Object> launched = new HashSet<>();
        byFlow.values().forEach(slices -> {
            assertThat(slices).hasSizeGreaterThan(1);
            Set<Object> correlations = slices.stream()
                    .map(slice -> slice.arguments().getOrDefault("correlation", -1L))
                    .collect(Collectors.toSet());
            Set<Object> sequences = slices.stream()
                    .map(slice -> slice.arguments().getOrDefault("Sequence number", -1L))
                    .collect(Collectors.toSet());
            assertThat(correlations.size() == 1 || sequences.size() == 1).isTrue();
            if (slices.stream().anyMatch(slice -> imported.tid(slice.track()) == 0) && correlations.size() == 1) {
                launched.addAll(correlations);
            }
        });
        launched.remove(-1L);

        assertThat(launched).containsAll(launchedOnDevices(trace));
    }

    private static String process(Trace trace) {
        return SafeText.of(trace.process().name());
    }

    private static Set<Object> launchedOnDevices(Trace trace) {
        Set<Object> onDevices = new HashSet<>();
        Set<Object> onThreads = new HashSet<>();
        trace.tracks().forEach(track -> {
            for (int i = 0; i < track.size(); i++) {
                boolean mayHaveArrow = !trace.kind(track.nameId(i)).isAsync();
                if (track.correlation(i) >= 0 && mayHaveArrow) {
                    (track.device().isPresent() ? onDevices : onThreads).add(track.correlation(i));
                }
            }
        });
        onDevices.retainAll(onThreads);
        return onDevices;
    }

    /** Thread 0 has another number in files. */
    private static long tid(Imported imported, Imported.Slice slice) {
        long tid = imported.tid(slice.track());
        return tid < RowNumbers.FIRST_OTHER ? tid : 0;
    }

    private static List<Seen> expected(Trace trace) {
        long offset = offset(trace);
        Set<Long> threads = trace.tracks().stream()
                .filter(track -> track.isThread())
                .map(track -> track.id())
                .collect(Collectors.toSet());
        List<Seen> expected = new ArrayList<>();
        for (TraceEvent event : trace.events()) {
            if (event.isInstant()) {
                continue;
            }
            boolean isOnThread =
                    threads.contains(event.trackId()) && !event.kind().isAsync();
            expected.add(new Seen(
                    isOnThread ? event.trackId() : 0,
                    SafeText.of(event.name()),
                    event.kind() == EventKind.SCOPE ? "" : event.kind().name().toLowerCase(Locale.ROOT),
                    event.startNanos() + offset,
                    event.durationNanos(),
                    event.unfinished(),
                    event.async() && !event.kind().isAsync(),
                    event.correlation() < 0 ? null : event.correlation(),
                    event.sequenceNumber() < 0 ? null : event.sequenceNumber(),
                    event.stack().isEmpty()
                            ? null
                            : SafeText.of(
                                    event.stack().stream().map(String::valueOf).collect(Collectors.joining("\n")))));
        }
        for (StepMark step : trace.steps()) {
            expected.add(new Seen(
                    step.trackId(),
                    step.name(),
                    "step",
                    step.startNanos() + offset,
                    step.durationNanos(),
                    step.unfinished(),
                    false,
                    null,
                    null,
                    null));
        }
        return expected;
    }

    private static long offset(Trace trace) {
        LongStream.Builder times = LongStream.builder();
        times.add(trace.start().monotonicNanos());
        trace.events().forEach(event -> times.add(event.startNanos()));
        trace.steps().forEach(step -> times.add(step.startNanos()));
        trace.counters().forEach(counter -> {
            for (int i = 0; i < counter.size(); i++) {
                times.add(counter.nanos(i));
            }
        });
        for (int i = 0; i < trace.memory().size(); i++) {
            times.add(trace.memory().nanos(i));
        }
        for (int i = 0; i < trace.samples().size(); i++) {
            times.add(trace.samples().nanos(i));
        }
        return Math.max(0, -times.build().min().getAsLong());
    }
}
