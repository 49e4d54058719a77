package io.stepprofiler.jvm;

import io.stepprofiler.Profile;
import io.stepprofiler.trace.Trace;

/** A program whose window is open when it ends, and that closes it in a hook, as agents do. */
final class OpenAtExit {
    private OpenAtExit() {}

    private static final int SLEEPS = 3;

    public static void main(String[] args) throws InterruptedException {
        FlightRecorderSource source = FlightRecorderSource.create();
        source.prepare();
        Profile profile = Profile.builder().source(source).start();
        if (!Boolean.getBoolean("unclosed")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> report(profile)));
        }
        System.gc();
        for (int i = 0; i < SLEEPS; i++) {
            Thread.sleep(20);
        }
    }

    private static void report(Profile profile) {
        profile.close();
        Trace trace = profile.lastTrace().orElseThrow();
        System.out.println("status: " + trace.metadata().get(FlightNotes.STATUS));
        System.out.println("lost: " + trace.metadata().get(FlightNotes.LOST));
        System.out.println("collections: "
                + trace.events().stream()
                        // Not the call, which newer virtual machines record besides.
                        .filter(event -> event.name().contains("System.gc()")
                                && !event.name().equals("System.gc()"))
                        .count());
        System.out.println("sleeps of main: "
                + trace.events().stream()
                        .filter(event -> event.name().startsWith("Sleep") && event.trackId() == 1)
                        .count());
    }
}
