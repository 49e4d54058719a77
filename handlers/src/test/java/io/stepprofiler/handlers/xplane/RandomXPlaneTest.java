package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.handlers.random.RandomOperations;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.handlers.rows.Earliest;
import io.stepprofiler.handlers.xplane.Opened.Event;
import io.stepprofiler.readers.xspace.proto.XLine;
import io.stepprofiler.readers.xspace.proto.XPlane;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file holds exactly what the trace does, in the form that readers want, whatever the trace is. */
@Tag("long")
class RandomXPlaneTest {
    private static final Set<String> OF_MEMORY = Set.of("MemoryAllocation", "MemoryDeallocation", "Out of memory");

    private record Seen(
            String plane,
            String name,
            long startPicos,
            long durationPicos,
            boolean unfinished,
            Object sequence,
            Object stack) {}

    static Stream<Trace> traces() {
        return Stream.concat(
                LongStream.range(0, 12).mapToObj(RandomTrace::of),
                LongStream.range(0, 12).mapToObj(RandomOperations::of));
    }

    @ParameterizedTest
    @MethodSource("traces")
    void events_ofAnyTrace_areItsEventsAndSteps(Trace trace) {
        List<Seen> seen = Opened.of(trace).events.stream()
                .filter(event -> !OF_MEMORY.contains(event.name())
                        && !event.line().endsWith("_counters_")
                        && !event.line().endsWith(" (samples)"))
                .map(event -> new Seen(
                        event.plane(),
                        event.shown(),
                        event.startPicos(),
                        event.durationPicos(),
                        Objects.equals(event.stat("unfinished"), 1L),
                        event.stat("Sequence number"),
                        event.stat("Call stack")))
                .toList();

        assertThat(seen).containsExactlyInAnyOrderElementsOf(expected(trace));
    }

    /** An event that is not in this form makes tools lose which step the others belong to. */
    @ParameterizedTest
    @MethodSource("traces")
    void lines_ofAnyTrace_areSortedAndNest(Trace trace) {
        Opened opened = Opened.of(trace);
        for (XPlane plane : opened.space.getPlanesList()) {
            for (XLine line : plane.getLinesList()) {
                assertThat(line.getTimestampNs()).isZero();
                assertNests(opened.events.stream()
                        .filter(event -> event.plane().equals(plane.getName()) && event.lineId() == line.getId())
                        .toList());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("traces")
    void numbers_ofAnyTrace_areThoseOfTheMaps(Trace trace) {
        for (XPlane plane : Opened.of(trace).space.getPlanesList()) {
            plane.getEventMetadataMap()
                    .forEach((key, value) ->
                            assertThat(value.getId()).isEqualTo(key).isPositive());
            plane.getStatMetadataMap()
                    .forEach((key, value) ->
                            assertThat(value.getId()).isEqualTo(key).isPositive());
            // With such a stat anywhere, tools look for no steps.
            assertThat(plane.getStatMetadataMap().values())
                    .noneMatch(stat -> stat.getName().equals("group_id"));
            assertThat(plane.getLinesList().stream().map(XLine::getId).distinct())
                    .hasSize(plane.getLinesCount());
        }
    }

    @ParameterizedTest
    @MethodSource("traces")
    void samplesAndMemory_ofAnyTrace_areAllThere(Trace trace) {
        Opened opened = Opened.of(trace);
        List<Integer> memory = new ArrayList<>();
        for (int i = 0; i < trace.memory().size(); i++) {
            if (trace.memory().action(i) != MemoryAction.CATEGORIZE) {
                memory.add(i);
            }
        }
        long values = memory.size();
        for (CounterTrack counter : trace.counters()) {
            for (int i = 0; i < counter.size(); i++) {
                values += Double.isFinite(counter.value(i)) ? 1 : 0;
            }
        }

        assertThat(opened.events.stream()
                        .filter(event -> OF_MEMORY.contains(event.name()))
                        .map(event ->
                                event.startPicos() + " " + event.stat("addr") + " " + event.stat("bytes_allocated")))
                .containsExactlyInAnyOrderElementsOf(memory.stream()
                        .map(i -> (trace.memory().nanos(i) - Earliest.nanos(trace)) * 1000 + " "
                                + trace.memory().address(i) + " "
                                + trace.memory().totalAllocated(i))
                        .toList());
        assertThat(opened.line("_counters_")).hasSize((int) values);
        assertThat(opened.events.stream().filter(event -> event.line().endsWith(" (samples)")))
                .hasSize(trace.samples().size());
    }

    /** What is on the same line as a step, and begins in it, is inside it. */
    @ParameterizedTest
    @MethodSource("traces")
    void memory_inAStepOfItsThread_isOnTheLineOfTheStep(Trace trace) {
        Opened opened = Opened.of(trace);
        long base = Earliest.nanos(trace);
        for (int i = 0; i < trace.memory().size(); i++) {
            long thread = trace.memory().trackId(i);
            long time = trace.memory().nanos(i);
            long picos = (time - base) * 1000;
            boolean inStep = trace.steps().stream()
                    .anyMatch(step -> step.trackId() == thread
                            && step.startNanos() <= time
                            && time < step.startNanos() + step.durationNanos());
            if (inStep && trace.memory().action(i) != MemoryAction.CATEGORIZE) {
                long address = trace.memory().address(i);
                Set<Long> lines = opened.events.stream()
                        .filter(event -> OF_MEMORY.contains(event.name())
                                && event.startPicos() == picos
                                && event.stat("addr").equals(address))
                        .map(Event::lineId)
                        .collect(Collectors.toSet());
                assertThat(opened.events)
                        .anyMatch(event -> event.name().equals("ProfilerStep")
                                && lines.contains(event.lineId())
                                && event.startPicos() <= picos
                                && picos < event.endPicos());
            }
        }
    }

    private static void assertNests(List<Event> line) {
        Deque<Event> open = new ArrayDeque<>();
        Event before = null;
        for (Event event : line) {
            if (before != null) {
                assertThat(event.startPicos()).isGreaterThanOrEqualTo(before.startPicos());
                if (event.startPicos() == before.startPicos()) {
                    assertThat(event.durationPicos()).isLessThanOrEqualTo(before.durationPicos());
                }
            }
            while (!open.isEmpty() && open.peek().endPicos() <= event.startPicos()) {
                open.pop();
            }
            if (!open.isEmpty()) {
                assertThat(event.endPicos()).isLessThanOrEqualTo(open.peek().endPicos());
            }
            open.push(event);
            before = event;
        }
    }

    private static List<Seen> expected(Trace trace) {
        long base = Earliest.nanos(trace);
        Map<Long, String> planes = trace.tracks().stream()
                .collect(Collectors.toMap(
                        Track::id,
                        track -> track.device()
                                .map(device -> "/device:GPU:" + device.index())
                                .orElse("/host:CPU")));
        List<Seen> expected = new ArrayList<>();
        for (TraceEvent event : trace.events()) {
            expected.add(new Seen(
                    planes.get(event.trackId()),
                    shown(event.name()),
                    (event.startNanos() - base) * 1000,
                    event.durationNanos() * 1000,
                    event.unfinished(),
                    event.sequenceNumber() < 0 ? null : event.sequenceNumber(),
                    event.stack().isEmpty()
                            ? null
                            : SafeText.of(
                                    event.stack().stream().map(String::valueOf).collect(Collectors.joining("\n")))));
        }
        for (StepMark step : trace.steps()) {
            expected.add(new Seen(
                    "/host:CPU",
                    "ProfilerStep",
                    (step.startNanos() - base) * 1000,
                    step.durationNanos() * 1000,
                    step.unfinished(),
                    null,
                    null));
        }
        return expected;
    }

    private static String shown(String name) {
        return name.isEmpty() ? "(unnamed)" : SafeText.of(name);
    }
}
