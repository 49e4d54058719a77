package io.stepprofiler.schedule;

/** Schedule of {@link Schedule#never()}. */
enum Never implements Schedule {
    SCHEDULE;

    @Override
    public ProfilerAction action(long step) {
        return ProfilerAction.NONE;
    }

    @Override
    public String toString() {
        return "records nothing by itself";
    }
}
