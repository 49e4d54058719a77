package io.stepprofiler.micrometer;

import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.time.Duration;

/** A part of the time of steps that the step ledger has, recorded or not. */
enum StepPart {
    INPUT_WAIT("input_wait", StepValue.INPUT_WAIT_NANOS),
    COLLECTIONS("collections", StepValue.PAUSE_NANOS),
    COMMUNICATION("communication", StepValue.COMMUNICATION_NANOS),
    PROCESSOR("processor", StepValue.CPU_NANOS);

    private static final long RECENT_NANOS = Duration.ofMinutes(1).toNanos();

    /** The part as a tag has it. */
    final String tag;

    private final StepValue value;

    StepPart(String tag, StepValue value) {
        this.tag = tag;
        this.value = value;
    }

    /** Share of the part in the steps of the last minute; not a number if it is known of no step. */
    double recentShare(StepLedger ledger) {
        long nanos = 0;
        long known = 0;
        for (int row = firstRecent(ledger); row < ledger.size(); row++) {
            long part = ledger.value(value, row);
            if (part != StepLedger.UNKNOWN) {
                nanos += part;
                known += ledger.durationNanos(row);
            }
        }
        return known == 0 ? Double.NaN : (double) nanos / known;
    }

    /** Longest step of the last minute in nanoseconds; not a number if there is no step. */
    static double longest(StepLedger ledger) {
        long longest = -1;
        for (int row = firstRecent(ledger); row < ledger.size(); row++) {
            longest = Math.max(longest, ledger.greatestNanos(row));
        }
        return longest < 0 ? Double.NaN : longest;
    }

    /** The first row of the minute that ends with the last step; the last row if it is longer. */
    private static int firstRecent(StepLedger ledger) {
        int row = Math.max(ledger.size() - 1, 0);
        while (row > 0 && ledger.startNanos(row - 1) > ledger.startNanos(ledger.size() - 1) - RECENT_NANOS) {
            row--;
        }
        return row;
    }
}
