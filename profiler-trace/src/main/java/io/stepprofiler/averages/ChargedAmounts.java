package io.stepprofiler.averages;

import io.stepprofiler.nesting.OpenEvents;

/** Amounts charged to open events: to the group of the innermost (self), and once to each group around it (total). */
final class ChargedAmounts {
    private final long[] self;
    private final long[] total;

    /** The number of the charge that last went to the total of a group. */
    private final long[] lastCharge;

    private long charge;

    ChargedAmounts(int groups) {
        self = new long[groups];
        total = new long[groups];
        lastCharge = new long[groups];
    }

    long self(int group) {
        return self[group];
    }

    long total(int group) {
        return total[group];
    }

    /** Charges one group alone. */
    void charge(int group, long amount) {
        self[group] += amount;
        total[group] += amount;
    }

    /** Charges the innermost event, and those around it that end at {@code until} or later. */
    void charge(OpenEvents open, long until, long amount) {
        int innermost = open.innermost();
        charge++;
        charge(innermost, amount);
        lastCharge[innermost] = charge;
        for (int place = open.size() - 1; place >= 0; place--) {
            int group = open.event(place);
            if (open.end(place) >= until && lastCharge[group] != charge) {
                total[group] += amount;
                lastCharge[group] = charge;
            }
        }
    }
}
