package io.stepprofiler;

import io.stepprofiler.event.StartupPhase;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program with phases before its first step; for a process of its own. */
final class StartupLoop {
    static final long INITIALIZING_MILLIS = 100;

    private StartupLoop() {}

    /** A class that takes long to initialize. */
    private static final class Slow {
        static final long READY = prepare();

        private static long prepare() {
            try {
                Thread.sleep(INITIALIZING_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return System.nanoTime();
        }
    }

    /** Argument: the file for the phases that its trace has. */
    public static void main(String[] arguments) throws Exception {
        Startup.ended("load the model");
        Profile profile = Profile.builder()
                .schedule(
                        Schedule.builder().wait(1).warmup(1).active(1).repeat(1).build())
                .start();
        for (int step = 0; step < 5; step++) {
            Scope.open(step == 1 && Slow.READY == 0 ? "never" : "work").close();
            profile.step();
        }
        profile.close();
        Trace trace = profile.lastTrace().orElseThrow();
        Files.writeString(
                Path.of(arguments[0]),
                trace.metadata().get(StartupPhase.METADATA_KEY).text());
    }
}
