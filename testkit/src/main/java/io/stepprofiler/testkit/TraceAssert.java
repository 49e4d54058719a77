package io.stepprofiler.testkit;

import static io.stepprofiler.testkit.TraceText.millis;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Assertions on a trace, for any test framework: a failure throws an {@link AssertionError} that shows the threads,
 * steps, events and counters of the trace as indented lines.
 *
 * <pre>{@code
 * assertThat(trace).hasSteps(6, 7, 8).event("conv").times(3).isInside("forward").eachLasts(Duration.ofMillis(5));
 * }</pre>
 */
public final class TraceAssert {
    private final Trace trace;
    private final List<EventNode> nodes;

    private TraceAssert(Trace trace) {
        this.trace = trace;
        nodes = EventNode.of(trace);
    }

    /**
     * {@return assertions on a trace}
     *
     * @param trace the trace to check
     */
    public static TraceAssert assertThat(Trace trace) {
        return new TraceAssert(trace);
    }

    /**
     * {@return assertions on all events of a name}
     *
     * @param name name of the events
     * @throws AssertionError if there is none
     */
    public EventAssert event(String name) {
        List<EventNode> found =
                nodes.stream().filter(node -> node.name().equals(name)).toList();
        check(!found.isEmpty(), Set.of(), "an event \"" + name + "\", but there is none");
        return new EventAssert(this, name, found);
    }

    /**
     * Checks that no event has a name.
     *
     * @param name the name
     * @return this
     */
    public TraceAssert hasNoEvent(String name) {
        List<EventNode> found =
                nodes.stream().filter(node -> node.name().equals(name)).toList();
        check(found.isEmpty(), Set.copyOf(found), "no event \"" + name + "\", but there are " + found.size());
        return this;
    }

    /**
     * Checks the numbers of the trace's steps.
     *
     * @param numbers expected steps, counted from 0 since the profile was built
     * @return this
     */
    public TraceAssert hasSteps(long... numbers) {
        long[] found = trace.steps().stream().mapToLong(StepMark::number).toArray();
        check(
                Arrays.equals(found, numbers),
                Set.of(),
                "steps " + Arrays.toString(numbers) + ", but there are " + Arrays.toString(found));
        return this;
    }

    /**
     * Checks the duration of a step.
     *
     * @param number the step
     * @param time expected duration
     * @return this
     */
    public TraceAssert stepLasts(long number, Duration time) {
        long nanos = step(number).durationNanos();
        check(
                nanos == time.toNanos(),
                Set.of(),
                "step " + number + " to last " + millis(time.toNanos()) + ", but it lasts " + millis(nanos));
        return this;
    }

    /**
     * Checks the values of a counter, in order.
     *
     * @param name name of the counter
     * @param values expected values
     * @return this
     */
    public TraceAssert hasCounter(String name, double... values) {
        double[] found = trace.counters().stream()
                .filter(counter -> counter.name().equals(name))
                .flatMapToDouble(TraceAssert::values)
                .toArray();
        check(
                Arrays.equals(found, values),
                Set.of(),
                "counter \"" + name + "\" with the values " + Arrays.toString(values) + ", but it has "
                        + Arrays.toString(found));
        return this;
    }

    /**
     * Checks the number of allocated bytes.
     *
     * @param bytes sum of all allocations, on all devices
     * @return this
     */
    public TraceAssert allocates(long bytes) {
        MemorySums sums = MemorySums.of(trace.memory());
        check(sums.allocated() == bytes, Set.of(), bytes + " bytes to be allocated, but it is " + sums);
        return this;
    }

    /**
     * Checks the number of allocated bytes that were not freed.
     *
     * @param bytes sum of all allocations minus all frees, on all devices
     * @return this
     */
    public TraceAssert retains(long bytes) {
        MemorySums sums = MemorySums.of(trace.memory());
        check(sums.kept() == bytes, Set.of(), bytes + " bytes to be retained, but it is " + sums);
        return this;
    }

    /**
     * Checks that every event that began is in the trace, with its end.
     *
     * @return this
     */
    public TraceAssert isWhole() {
        check(
                trace.account().written() == trace.account().begun(),
                Set.of(),
                "all events to be there with their ends, but: "
                        + trace.account().summary());
        return this;
    }

    StepMark step(long number) {
        return trace.steps().stream()
                .filter(step -> step.number() == number)
                .findFirst()
                .orElseThrow(() -> failure(Set.of(), "step " + number + ", but there is none"));
    }

    void check(boolean holds, Set<EventNode> marked, String expected) {
        if (!holds) {
            throw failure(marked, expected);
        }
    }

    private AssertionError failure(Set<EventNode> marked, String expected) {
        return new AssertionError("expected " + expected + "\n" + TraceText.of(trace, nodes, marked));
    }

    private static DoubleStream values(CounterTrack counter) {
        return IntStream.range(0, counter.size()).mapToDouble(counter::value);
    }
}
