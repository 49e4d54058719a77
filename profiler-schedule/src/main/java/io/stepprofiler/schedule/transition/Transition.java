package io.stepprofiler.schedule.transition;

import io.stepprofiler.schedule.ProfilerAction;
import java.util.List;
import java.util.Optional;

/**
 * Transition between two consecutive actions.
 *
 * @param operations the operations to run, in this order; may be empty
 * @param warning why the pair of actions is invalid, if it is
 */
public record Transition(List<Operation> operations, Optional<String> warning) {
    /** Copies the list, so that a transition never changes. */
    public Transition {
        operations = List.copyOf(operations);
    }

    static Transition run(Operation... operations) {
        return new Transition(List.of(operations), Optional.empty());
    }

    /** Returns this transition with a warning that {@code to} must not follow {@code from}. */
    Transition warning(ProfilerAction from, ProfilerAction to) {
        return new Transition(operations, Optional.of("Incorrect schedule: " + from + " followed by " + to));
    }
}
