package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.List;

/** Losses: content of a file that is not in the trace. */
final class Losses {
    long addedUp;
    long impossible;
    long negative;
    long bytes;
    long notNumbers;
    long negativeSteps;

    private final List<String> told = new ArrayList<>();

    void report(String sentence) {
        told.add(sentence);
    }

    void countIn(TraceBuilder trace) {
        trace.dropped(DropCause.INVALID, addedUp + impossible + notNumbers);
        trace.anomaly(Anomaly.NEGATIVE_DURATION, negative);
        trace.anomaly(Anomaly.ARGUMENT_DROPPED, bytes);
    }

    List<String> sentences() {
        List<String> all = new ArrayList<>();
        add(all, addedUp, "events that stand for several ones have no time and are counted as dropped");
        add(all, impossible, "events with times out of range are counted as dropped");
        add(all, notNumbers, "values of counters that are no numbers are counted as dropped");
        add(all, bytes, "values of events that are long bytes are left out");
        add(all, negativeSteps, "steps with negative numbers are events only");
        all.addAll(told);
        return all;
    }

    private static void add(List<String> all, long count, String what) {
        if (count > 0) {
            all.add(what + ": " + count);
        }
    }
}
