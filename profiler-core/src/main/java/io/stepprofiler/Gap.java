package io.stepprofiler;

import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import java.util.OptionalLong;

/** Steps in a row at which a schedule does nothing, so that a capture finds room. */
final class Gap {
    private Gap() {}

    /**
     * The first step from {@code from} on with which so many begin; empty if there is none for long.
     *
     * @param before how many steps before it must be free, too: a window that ends with such a step is delivered then
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
