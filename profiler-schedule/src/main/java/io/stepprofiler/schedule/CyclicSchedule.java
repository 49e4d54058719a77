package io.stepprofiler.schedule;

import java.util.OptionalLong;

/**
 * Schedule of {@link Schedule.Builder}, whose setters have checked the values.
 *
 * @param idle number of {@code wait} steps; no record component may have that name
 */
record CyclicSchedule(long idle, long warmup, long active, long repeat, long skipFirst, boolean skipFirstWait)
        implements Schedule {
    @Override
    public OptionalLong stepsOfFirstWindow() {
        return OptionalLong.of(skipFirst + (skipFirstWait ? 0 : idle) + warmup + active);
    }

    @Override
    public ProfilerAction action(long step) {
        if (step < 0) {
            throw new IllegalArgumentException("step = " + step + " is not allowed: must be 0 or more");
        }
        if (step < skipFirst) {
            return ProfilerAction.NONE;
        }
        // The sum may pass Long.MAX_VALUE, never 2^64: hence the unsigned arithmetic below.
        long shifted = step - skipFirst + (skipFirstWait ? idle : 0);
        long cycle = idle + warmup + active;
        if (repeat > 0 && Long.divideUnsigned(shifted, cycle) >= repeat) {
            return ProfilerAction.NONE;
        }
        long position = Long.remainderUnsigned(shifted, cycle);
        if (position < idle) {
            return ProfilerAction.NONE;
        }
        if (position < idle + warmup) {
            return ProfilerAction.WARMUP;
        }
        return position < cycle - 1 ? ProfilerAction.RECORD : ProfilerAction.RECORD_AND_SAVE;
    }

    /** Lists the values by the names of the builder, except for defaults. */
    @Override
    public String toString() {
        return text("skipFirst", skipFirst) + text("wait", idle) + text("warmup", warmup) + "active=" + active
                + (repeat > 0 ? " repeat=" + repeat : "") + (skipFirstWait ? " skipFirstWait" : "");
    }

    private static String text(String name, long steps) {
        return steps == 0 ? "" : name + "=" + steps + " ";
    }
}
