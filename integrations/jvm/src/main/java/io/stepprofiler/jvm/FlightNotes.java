package io.stepprofiler.jvm;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.source.ActivitySink;
import java.util.stream.Collectors;

/** Metadata entries of a trace about the flight recorder. */
final class FlightNotes {
    /** Status of the recorder, with the reason if it did not record. */
    static final String STATUS = "jvm_flight_recorder";

    /** Recorded groups of events, so that the absence of events of a group is meaningful. */
    static final String GROUPS = "jvm_flight_recorder_groups";

    /** Requested types of events that this virtual machine does not have. */
    static final String MISSING = "jvm_flight_recorder_missing";

    /** Reason for leaving out types of events that interrupt threads by signals. */
    static final String REFUSED = "jvm_flight_recorder_refused";

    /** Methods that are mostly interpreted when samples find them, such as {@code app.Net.step 25 of 26, ...}. */
    static final String INTERPRETED = "jvm_flight_recorder_interpreted";

    /** Losses, and their reasons. */
    static final String LOST = "jvm_flight_recorder_lost";

    /** Number of parts, if there are several, and the time between them. */
    static final String PIECES = "jvm_flight_recorder_pieces";

    /** Error bound of times, from the readings of both clocks. */
    static final String CLOCK_ERROR = "jvm_flight_recorder_clock_error_ns";

    private FlightNotes() {}

    static void recorded(ActivitySink sink, EventSelection selection, long clockErrorNanos) {
        sink.note(STATUS, "recorded " + selection.rules().size() + " types of events");
        sink.note(CLOCK_ERROR, String.valueOf(clockErrorNanos));
        sink.note(
                GROUPS,
                selection.rules().values().stream()
                        .filter(rule -> !rule.equals(FlightEventTypes.DATA_LOSS))
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
                pieces + " pieces, between which nothing was recorded for " + Amount.time(pausedNanos) + " in all");
    }
}
