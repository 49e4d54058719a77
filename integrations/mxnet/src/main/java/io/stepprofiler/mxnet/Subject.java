package io.stepprofiler.mxnet;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.Names;
import java.util.Locale;

/**
 * Name of events, with what decides where they are shown.
 *
 * @param name name of the events
 * @param kind what sort of thing the name stands for
 * @param isOfSource whether an activity source reports them
 * @param domain the domain of a task, frame or marker; empty if there is none
 * @param reach what a marker concerns
 */
record Subject(String name, EventKind kind, boolean isOfSource, String domain, MarkerScope reach) {
    /** The category of what the program marks on a thread, as MXNet calls it. */
    static final String EVENT = "event";

    /** The category of single operations, as MXNet calls it. */
    static final String OPERATOR = "operator";

    /** The category of steps. */
    static final String STEP = "step";

    /** One of the names of a table. */
    static Subject of(Names names, int nameId, boolean isOfSource) {
        return new Subject(
                names.name(nameId), names.kind(nameId), isOfSource, names.domain(nameId), names.markerScope(nameId));
    }

    /** A step. */
    static Subject ofStep(String name) {
        return new Subject(name, EventKind.SCOPE, false, "", MarkerScope.PROCESS);
    }

    /** The category in statistics. */
    String category() {
        if (!domain.isEmpty()) {
            return domain;
        }
        return switch (kind) {
            case SCOPE -> isOfSource ? OPERATOR : EVENT;
            default -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** The category in files, which in MXNet says what frames and markers are. */
    String fileCategory() {
        return switch (kind) {
            case FRAME -> category() + ",frame";
            case MARKER -> category() + ",instant_marker";
            default -> category();
        };
    }
}
