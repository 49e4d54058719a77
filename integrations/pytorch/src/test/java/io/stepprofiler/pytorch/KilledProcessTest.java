package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.trace.ForwardBackward;
import io.stepprofiler.trace.Trace;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal of a training process has that was killed. */
class KilledProcessTest {
    private static final int STEPS = 200;

    /** Trains until it is killed, and says when it has trained for a while. */
    static final class Training {
        private Training() {}

        public static void main(String[] arguments) throws InterruptedException {
            TinyMlp mlp = new TinyMlp();
            mlp.step();
            Profile profile = Profile.builder()
                    .source(TorchSource.create())
                    .journal(JournalOptions.in(Path.of(arguments[0]))
                            .memoryBytes(0)
                            .flushEvery(Duration.ofMillis(20)))
                    .start();
            for (int i = 0; ; i++) {
                mlp.step();
                profile.step();
                if (i == STEPS) {
                    // Longer than a piece waits to be written.
                    Thread.sleep(1000);
                    System.out.println("trained");
                }
            }
        }
    }

    private static void trainAndKill(Path directory) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Training.class.getName(),
                directory.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.lines().anyMatch("trained"::equals)).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void journal_ofAKilledTraining_hasItsOperations(@TempDir Path directory) throws Exception {
        Recorded.assumeNativeLibrary();
        trainAndKill(directory);
        Trace trace = Journals.assemble(Journals.in(directory).get(0));
        assertThat(trace.isPartial()).isTrue();
        List<String> names = Recorded.names(trace);
        assertThat(names.stream().filter("aten::addmm"::equals)).hasSizeGreaterThanOrEqualTo(2 * STEPS);
        assertThat(ForwardBackward.links(trace)).hasSizeGreaterThanOrEqualTo(4 * STEPS);
        assertThat(trace.account().dropped()).isEmpty();
    }
}
