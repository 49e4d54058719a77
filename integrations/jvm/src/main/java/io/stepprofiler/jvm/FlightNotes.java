package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivitySink;
import java.util.ArrayList;
import java.util.List;

/** Notes about the flight recorder in the metadata of a trace. */
final class FlightNotes {
    /** Whether it recorded, and why not if it did not. */
    static final String STATUS = "jvm_flight_recorder";

    /** The types of events that were asked for and that this virtual machine does not have. */
    static final String MISSING = "jvm_flight_recorder_missing";

    /** Why types of events were left out that interrupt threads by signals. */
    static final String REFUSED = "jvm_flight_recorder_refused";

    /** Losses, and their reasons. */
    static final String LOST = "jvm_flight_recorder_lost";

    /** How far times may be off, by the readings of both clocks. */
    static final String CLOCK_ERROR = "jvm_flight_recorder_clock_error_ns";

    private FlightNotes() {}

    static void recorded(ActivitySink sink, EventSelection selection, long clockErrorNanos) {
        sink.note(STATUS, "recorded " + selection.rules().size() + " types of events");
        sink.note(CLOCK_ERROR, String.valueOf(clockErrorNanos));
        if (!selection.missing().isEmpty()) {
            sink.note(MISSING, String.join(", ", selection.missing()));
        }
        selection
                .refused()
                .ifPresent(reason -> sink.note(REFUSED, "samples of Java code and of processor time: " + reason));
    }

    static void absent(ActivitySink sink, String reason) {
        sink.note(STATUS, "not available: " + reason);
    }

    static void lost(ActivitySink sink, String what) {
        sink.note(LOST, what);
    }

    static void losses(ActivitySink sink, long tooMany, long unreadable, WindowReport report, boolean memoryWasFull) {
        List<String> losses = new ArrayList<>();
        add(losses, tooMany, "events more than a window may have");
        add(losses, unreadable, "events that could not be read");
        add(losses, report.lostSamples(), "samples of processor time that the recorder did not take");
        add(losses, report.lostBytes(), "bytes that the recorder had no room for");
        if (memoryWasFull) {
            losses.add("the recorder's memory was full, so that the beginning of the window may be missing");
        }
        if (!losses.isEmpty()) {
            lost(sink, String.join(", ", losses));
        }
    }

    private static void add(List<String> losses, long count, String what) {
        if (count > 0) {
            losses.add(count + " " + what);
        }
    }
}
