package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal of a training process has that was killed. */
@Tag("long")
class KilledProcessTest {
    private static final int STEPS = 30;

    /** Trains for a while, and waits until it is killed. */
    static final class Training {
        private Training() {}

        public static void main(String[] arguments) throws IOException {
            TinyMlp mlp = new TinyMlp();
            mlp.step();
            Profile profile = Profile.builder()
                    .source(TorchSource.create())
                    .journal(JournalOptions.in(Path.of(arguments[0]))
                            .withMemoryBytes(0)
                            .withFlushEvery(Duration.ofMillis(20)))
                    .start();
            for (int i = 0; i <= STEPS; i++) {
                mlp.step();
                profile.step();
            }
            while (System.in.read() >= 0) {
                // Until it is killed.
            }
            profile.close();
        }
    }

    private static Trace journal(Path directory) throws IOException {
        return Journals.assemble(Journals.in(directory).get(0));
    }

    /** How often the linear layers, of which there are two, have gone forward. */
    private static long additions(Trace trace) {
        return Recorded.names(trace).stream().filter("aten::addmm"::equals).count();
    }

    @Test
    void journal_ofAKilledTraining_hasItsOperations(@TempDir Path directory) throws Exception {
        Recorded.assumeNativeLibrary();
        OwnProcess.kill(
                OwnProcess.builder(List.of("--enable-native-access=ALL-UNNAMED"), Training.class, directory.toString()),
                () -> additions(journal(directory)) >= 2 * STEPS);
        Trace trace = journal(directory);
        assertThat(trace.isPartial()).isTrue();
        assertThat(additions(trace)).isGreaterThanOrEqualTo(2 * STEPS);
        assertThat(ForwardBackward.links(trace)).hasSizeGreaterThanOrEqualTo(4 * STEPS);
        assertThat(trace.account().dropped()).isEmpty();
    }
}
