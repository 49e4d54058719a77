package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.handlers.rows.Earliest;
import io.stepprofiler.handlers.xplane.Opened.Event;
import io.stepprofiler.readers.xspace.proto.XLine;
import io.stepprofiler.readers.xspace.proto.XPlane;
import io.stepprofiler.trace.Trace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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

    static Stream<Trace> traces() {
        return Stream.concat(
                LongStream.range(0, 12).mapToObj(RandomTrace::of),
                LongStream.range(0, 12).mapToObj(RandomTrace::operations));
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
}
