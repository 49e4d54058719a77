package io.stepprofiler.schedule;

import java.util.List;
import java.util.Optional;

/**
 * Transition between two consecutive actions.
 *
 * @param operations the operations to run, in this order; may be empty
 * @param warning why the pair of actions makes no sense, when it does not
 */
public record Transition(List<Operation> operations, Optional<String> warning) {
    /**
     * Copies the list, so that a transition never changes.
     *
     * @param operations what to run, in this order; may be empty
     * @param warning why the pair of actions makes no sense, or empty
     */
    public Transition {
        operations = List.copyOf(operations);
    }

    static Transition run(Operation... operations) {
        return new Transition(List.of(operations), Optional.empty());
    }

    /** This transition, told to warn that {@code to} must not follow {@code from}. */
    Transition warning(ProfilerAction from, ProfilerAction to) {
        return new Transition(operations, Optional.of("Incorrect schedule: " + from + " followed by " + to));
    }
}
