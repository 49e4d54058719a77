package io.stepprofiler.schedule;

/**
 * Planned window of an adaptive schedule. Immutable, so that other threads look ahead safely.
 *
 * @param warmup first step of the warm-up
 * @param first first recorded step
 * @param last last recorded step
 * @param warmth state of the program in the window
 */
record PlannedWindow(long warmup, long first, long last, Warmth warmth) {
    ProfilerAction action(long step) {
        if (step < warmup || step > last) {
            return ProfilerAction.NONE;
        }
        if (step < first) {
            return ProfilerAction.WARMUP;
        }
        return step < last ? ProfilerAction.RECORD : ProfilerAction.RECORD_AND_SAVE;
    }

    PlannedWindow endingWith(long step) {
        return new PlannedWindow(warmup, first, step, warmth);
    }
}
