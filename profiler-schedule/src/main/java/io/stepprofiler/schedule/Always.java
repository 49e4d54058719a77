package io.stepprofiler.schedule;

/** Schedule of {@link Schedule#always()}: one endless window, which an exit does not make partial. */
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
