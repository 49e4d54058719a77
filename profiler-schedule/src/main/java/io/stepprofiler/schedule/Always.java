package io.stepprofiler.schedule;

/** The schedule of {@link Schedule#always()}: one window without an end of its own, which no exit can cut short. */
enum Always implements Schedule {
    SCHEDULE;

    @Override
    public ProfilerAction action(long step) {
        return ProfilerAction.RECORD;
    }

    @Override
    public String toString() {
        return "records every step";
    }
}
