package io.stepprofiler;

import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import java.util.OptionalLong;

/** Search for consecutive idle steps of a schedule, for a capture. */
final class IdleSteps {
    private IdleSteps() {}

    // Q10: a schedule is a pure function, so idle steps are known in advance.
    /**
     * Returns the first step from {@code from} on that begins a run of {@code steps} idle steps; empty if there is none
     * within {@link Defaults#CAPTURE_LOOK_AHEAD} steps.
     *
     * @param before number of steps before it that must be idle, too, so that a window that ends there is submitted
     *     first
     */
    static OptionalLong first(Schedule schedule, long from, int before, long steps) {
        long run = 0;
        for (long step = from - before; step - from < Defaults.CAPTURE_LOOK_AHEAD + steps; step++) {
            run = schedule.action(step) == ProfilerAction.NONE ? run + 1 : 0;
            if (run >= before + steps) {
                return OptionalLong.of(step - steps + 1);
            }
        }
        return OptionalLong.empty();
    }
}
