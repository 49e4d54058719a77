package io.stepprofiler.jvm;

import io.stepprofiler.Profile;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;

/** A program that records one window and prints what the flight recorder says of it. */
final class OneWindow {
    private OneWindow() {}

    public static void main(String[] args) throws InterruptedException {
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(1).build())
                .source(FlightRecorderSource.create())
                .start();
        try (profile) {
            for (int step = 0; step < 3; step++) {
                Thread.sleep(2);
                profile.step();
            }
        }
        Trace trace = profile.lastTrace().orElseThrow();
        System.out.println("failures: " + profile.failures());
        System.out.println("status: " + trace.metadata().get(FlightNotes.STATUS));
        System.out.println("lost: " + trace.metadata().get(FlightNotes.LOST));
        System.out.println("account: " + trace.account().summary());
        System.out.println("events: " + trace.eventCount());
    }
}
