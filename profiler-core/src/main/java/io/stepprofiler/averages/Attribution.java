package io.stepprofiler.averages;

/** Amounts charged to open events: to the group of the innermost (self), and once to each group around it (total). */
final class Attribution {
    private final long[] self;
    private final long[] total;

    /** The number of the charge that last went to the total of a group. */
    private final long[] lastCharge;

    private long charge;

    Attribution(int groups) {
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
        int top = open.depth() - 1;
        charge++;
        charge(open.group(top), amount);
        lastCharge[open.group(top)] = charge;
        for (int level = top - 1; level >= 0; level--) {
            int group = open.group(level);
            if (open.end(level) >= until && lastCharge[group] != charge) {
                total[group] += amount;
                lastCharge[group] = charge;
            }
        }
    }
}
