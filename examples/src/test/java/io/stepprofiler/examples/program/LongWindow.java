package io.stepprofiler.examples.program;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.jvm.FlightRecorderSource;
import java.nio.file.Path;
import java.time.Duration;

/** A program whose only window never ends, with a journal and the flight recorder. */
public final class LongWindow {
    private LongWindow() {}

    /**
     * Records steps that collect garbage and wait, until it is killed.
     *
     * @param arguments the directory for the journal
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        Profile profile = Profile.builder()
                .source(FlightRecorderSource.create().flushInterval(Duration.ofSeconds(1)))
                .journal(JournalOptions.in(Path.of(arguments[0])).withFlushEvery(Duration.ofMillis(100)))
                .start();
        while (true) {
            Scope scope = Scope.open("work");
            byte[] garbage = new byte[1 << 20];
            System.gc();
            Thread.sleep(garbage.length >> 19);
            scope.close();
            profile.step();
        }
    }
}
