package io.stepprofiler.schedule;

import java.util.OptionalLong;

/** Schedule of {@link Schedule#auto()}, which records nothing outside of a run. */
enum Auto implements Schedule {
    SCHEDULE;

    @Override
    public Schedule forRun(StepMeasurements run) {
        return new AutoSchedule(run);
    }

    @Override
    public ProfilerAction action(long step) {
        return ProfilerAction.NONE;
    }

    @Override
    public OptionalLong stepsOfFirstWindow() {
        return OptionalLong.of(AutoSchedule.COLD_START + 1);
    }

    @Override
    public String toString() {
        return "auto: windows when the step time is steady";
    }
}
