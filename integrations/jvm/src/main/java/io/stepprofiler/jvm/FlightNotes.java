package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivitySink;
import java.util.stream.Collectors;

/** Notes about the flight recorder in the metadata of a trace. */
final class FlightNotes {
    /** Whether it recorded, and why not if it did not. */
    static final String STATUS = "jvm_flight_recorder";

    /** The groups of events that were recorded, so that it means something that there is none of a group. */
    static final String GROUPS = "jvm_flight_recorder_groups";

    /** The types of events that were asked for and that this virtual machine does not have. */
    static final String MISSING = "jvm_flight_recorder_missing";

    /** Why types of events were left out that interrupt threads by signals. */
    static final String REFUSED = "jvm_flight_recorder_refused";

    /** Losses, and their reasons. */
    static final String LOST = "jvm_flight_recorder_lost";

    /** How many pieces were recorded, if they were several, and what lies between them. */
    static final String PIECES = "jvm_flight_recorder_pieces";

    /** How far times may be off, by the readings of both clocks. */
    static final String CLOCK_ERROR = "jvm_flight_recorder_clock_error_ns";

    private static final long NANOS_A_MICRO = 1000;

    private FlightNotes() {}

    static void recorded(ActivitySink sink, EventSelection selection, long clockErrorNanos) {
        sink.note(STATUS, "recorded " + selection.rules().size() + " types of events");
        sink.note(CLOCK_ERROR, String.valueOf(clockErrorNanos));
        sink.note(
                GROUPS,
                selection.rules().values().stream()
                        .filter(rule -> !rule.equals(EventTable.DATA_LOSS))
                        .map(rule -> rule.group().name())
                        .distinct()
                        .collect(Collectors.joining(", ")));
        if (!selection.missing().isEmpty()) {
            sink.note(MISSING, String.join(", ", selection.missing()));
        }
        selection.refused().ifPresent(reason -> sink.note(REFUSED, "samples of Java code: " + reason));
    }

    static void absent(ActivitySink sink, String reason) {
        sink.note(STATUS, "not available: " + reason);
    }

    static void lost(ActivitySink sink, String what) {
        sink.note(LOST, what);
    }

    static void pieces(ActivitySink sink, int pieces, long pausedNanos) {
        sink.note(
                PIECES,
                pieces + " pieces, between which nothing was recorded for "
                        + (pausedNanos + NANOS_A_MICRO / 2) / NANOS_A_MICRO + " µs in all");
    }
}
