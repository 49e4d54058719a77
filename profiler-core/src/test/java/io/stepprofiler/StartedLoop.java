package io.stepprofiler;

import io.stepprofiler.schedule.Schedule;

/** A program that starts a profile and says so by using a class of its own; for a process of its own. */
final class StartedLoop {
    /** Is initialized once the profile has been started. */
    static final class Started {
        static final long AT = System.nanoTime();

        private Started() {}
    }

    private StartedLoop() {}

    public static void main(String[] arguments) {
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().wait(1).warmup(1).active(1).build())
                .onTraceReady(trace -> {})
                .start();
        if (Started.AT != 0) {
            profile.close();
        }
    }
}
