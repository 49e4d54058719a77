package io.stepprofiler.mxnet;

import io.stepprofiler.event.EventKind;
import java.util.Locale;

/**
 * Name of events, with what decides where they are shown.
 *
 * @param name name of the events
 * @param kind what sort of thing the name stands for
 * @param isOfSource whether an activity source reports them
 */
record Subject(String name, EventKind kind, boolean isOfSource) {
    /** The category of what the program marks on a thread, as MXNet calls it. */
    static final String EVENT = "event";

    /** The category of single operations, as MXNet calls it. */
    static final String OPERATOR = "operator";

    /** The category of steps. */
    static final String STEP = "step";

    /** The category in statistics and in the file. */
    String category() {
        return switch (kind) {
            case SCOPE -> isOfSource ? OPERATOR : EVENT;
            default -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }
}
