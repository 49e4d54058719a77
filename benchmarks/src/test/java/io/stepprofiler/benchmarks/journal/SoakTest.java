package io.stepprofiler.benchmarks.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Millions of events in a heap that has no room for them; the program does it with as many as it is told. */
@Tag("long")
class SoakTest {
    private static final int EVENTS = 3_000_000;

    @TempDir
    private Path directory;

    @Test
    void events_manyMoreThanTheHeapHolds_areRecordedAssembledAndExported() throws Exception {
        for (Soak.Part part : Soak.Part.values()) {
            Path log = Path.of("target", "Soak-" + part + ".log");
            Process process = Soak.start(part, directory, Integer.toString(EVENTS), "64m", "1")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("see " + log).isTrue();
            assertThat(process.exitValue()).as("see " + log).isZero();
            // How many, depends on how busy the machine is: what is dropped is counted, and the account adds up or
            // there is no trace.
            assertThat(log).content().contains(" events");
        }
    }
}
