package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.Profile;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.trace.Trace;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal of a process has that was killed while devices worked for it. */
class KilledProcessTest {
    /** Launches kernels until it is killed, and says when some of them have been delivered. */
    static final class Training {
        private Training() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            Fakes fakes = Fakes.load();
            try (Profile profile = Profile.builder()
                    .source(CudaSource.create())
                    .journal(JournalOptions.in(Path.of(arguments[0]))
                            .memoryBytes(0)
                            .flushEvery(Duration.ofMillis(20)))
                    .start()) {
                for (int step = 0; ; step++) {
                    fakes.launch("k" + step % 5, 10);
                    fakes.ready();
                    while (fakes.isWaiting()) {
                        Thread.sleep(1);
                    }
                    profile.step();
                    if (step == 3) {
                        // Longer than a piece waits to be written.
                        Thread.sleep(500);
                        System.out.println("trained");
                    }
                }
            }
        }
    }

    @Test
    void journal_ofAKilledProcess_hasTheWorkOfItsDevices(@TempDir Path directory) throws Exception {
        assumeThat(NativeStatus.current().available()).isTrue();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dcuda.fakes=" + Fakes.BUILT.toAbsolutePath(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Training.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.lines().anyMatch("trained"::equals)).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }

        Trace trace = Journals.assemble(Journals.in(directory).get(0));

        assertThat(trace.isPartial()).isTrue();
        assertThat(trace.events())
                .extracting(event -> event.name())
                .contains("k0", "k1", "k2")
                .containsAnyElementsOf(List.of("cudaLaunchKernel"));
    }
}
