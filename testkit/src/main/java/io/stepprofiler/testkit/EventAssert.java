package io.stepprofiler.testkit;

import static io.stepprofiler.testkit.TraceText.millis;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Assertions on all events of one name. Messages mark failing events with {@code >}. */
public final class EventAssert {
    private final TraceAssert trace;
    private final String name;
    private final List<EventNode> nodes;

    EventAssert(TraceAssert trace, String name, List<EventNode> nodes) {
        this.trace = trace;
        this.name = name;
        this.nodes = nodes;
    }

    /** {@return assertions on the whole trace} */
    public TraceAssert and() {
        return trace;
    }

    /**
     * {@return assertions on all events of another name}
     *
     * @param other name of the events
     * @throws AssertionError if there is none
     */
    public EventAssert event(String other) {
        return trace.event(other);
    }

    /**
     * Checks the number of events.
     *
     * @param count expected number
     * @return this
     */
    public EventAssert times(int count) {
        trace.check(
                nodes.size() == count,
                Set.copyOf(nodes),
                count + " events \"" + name + "\", but there are " + nodes.size());
        return this;
    }

    /**
     * Checks the duration of each event.
     *
     * @param time expected time from begin to end
     * @return this
     */
    public EventAssert eachLasts(Duration time) {
        return each(
                node -> node.event.durationNanos() == time.toNanos(),
                "to last " + millis(time.toNanos()),
                node -> "lasts " + millis(node.event.durationNanos()));
    }

    /**
     * Checks the self time of each event.
     *
     * @param time expected duration without the events directly inside
     * @return this
     */
    public EventAssert eachHasSelfTime(Duration time) {
        return each(
                node -> node.selfNanos() == time.toNanos(),
                "to have a self time of " + millis(time.toNanos()),
                node -> "has " + millis(node.selfNanos()));
    }

    /**
     * Checks the total duration of the events.
     *
     * @param time expected sum of their times from begin to end
     * @return this
     */
    public EventAssert lastInAll(Duration time) {
        long nanos =
                nodes.stream().mapToLong(node -> node.event.durationNanos()).sum();
        trace.check(
                nanos == time.toNanos(),
                Set.copyOf(nodes),
                "\"" + name + "\" to last " + millis(time.toNanos()) + " in all, but it is " + millis(nanos));
        return this;
    }

    /**
     * Checks that each event is directly inside an event of another name.
     *
     * @param parent name of the innermost enclosing event
     * @return this
     */
    public EventAssert hasParent(String parent) {
        return each(
                node -> node.parent != null && node.parent.name().equals(parent),
                "directly inside \"" + parent + "\"",
                node -> "is inside " + (node.parent == null ? "nothing" : '"' + node.parent.name() + '"'));
    }

    /**
     * Checks that each event is inside an event of another name, at any depth.
     *
     * @param ancestor name of an enclosing event
     * @return this
     */
    public EventAssert isInside(String ancestor) {
        return each(node -> node.isWithin(ancestor), "inside \"" + ancestor + "\"", node -> "is not");
    }

    /**
     * Checks that each event begins in a step.
     *
     * @param number the step, counted from 0 since the profile was built
     * @return this
     */
    public EventAssert isInStep(long number) {
        StepMark step = trace.step(number);
        return each(
                node -> node.event.startNanos() >= step.startNanos()
                        && node.event.startNanos() < step.startNanos() + step.durationNanos(),
                "in step " + number,
                node -> "is not");
    }

    /**
     * Checks the thread of each event.
     *
     * @param thread name of the thread
     * @return this
     */
    public EventAssert isOn(String thread) {
        return each(
                node -> node.track.name().equals(thread),
                "on \"" + thread + "\"",
                node -> "is on \"" + node.track.name() + '"');
    }

    /**
     * Checks the kind of each event, such as {@link EventKind#TASK}.
     *
     * @param kind the kind
     * @return this
     */
    public EventAssert isOfKind(EventKind kind) {
        return each(node -> node.event.kind() == kind, "of kind " + kind, node -> "is " + node.event.kind());
    }

    /**
     * Checks the domain of each event.
     *
     * @param domain name of the domain; empty for none
     * @return this
     */
    public EventAssert isInDomain(String domain) {
        return each(
                node -> node.event.domain().equals(domain),
                "in domain \"" + domain + '"',
                node -> "is in \"" + node.event.domain() + '"');
    }

    /**
     * Checks an argument of each event.
     *
     * @param key key of the argument
     * @param value its value: Long, Double, Boolean or String
     * @return this
     */
    public EventAssert hasArgument(String key, Object value) {
        return each(
                node -> Objects.equals(node.event.arguments().get(key), value),
                "with " + key + " = " + value,
                node -> "has " + node.event.arguments());
    }

    private EventAssert each(Predicate<EventNode> holds, String expected, Function<EventNode, String> found) {
        List<EventNode> failed = nodes.stream().filter(holds.negate()).toList();
        if (!failed.isEmpty()) {
            trace.check(
                    false,
                    Set.copyOf(failed),
                    "each of " + nodes.size() + " events \"" + name + "\" " + expected + ", but one "
                            + found.apply(failed.get(0)));
        }
        return this;
    }
}
