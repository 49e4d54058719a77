package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.Profile;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal of a process has that was killed while devices worked for it. */
@Tag("long")
class KilledProcessTest {
    private static final List<String> WORK = List.of("k0", "k1", "k2", "cudaLaunchKernel");

    /** Launches kernels, and waits until it is killed. */
    static final class Training {
        private Training() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            Fakes fakes = Fakes.load();
            try (Profile profile = Profile.builder()
                    .source(CudaSource.create())
                    .journal(JournalOptions.in(Path.of(arguments[0]))
                            .withMemoryBytes(0)
                            .withFlushEvery(Duration.ofMillis(20)))
                    .start()) {
                for (int step = 0; step < 5; step++) {
                    fakes.launch("k" + step, 10);
                    fakes.ready();
                    while (fakes.isWaiting()) {
                        Thread.sleep(1);
                    }
                    profile.step();
                }
                while (System.in.read() >= 0) {
                    // Until it is killed.
                }
            }
        }
    }

    @Test
    void journal_ofAKilledProcess_hasTheWorkOfItsDevices(@TempDir Path directory) throws Exception {
        assumeThat(NativeStatus.current().available()).isTrue();
        OwnProcess.kill(
                OwnProcess.builder(
                        List.of("--enable-native-access=ALL-UNNAMED", "-Dcuda.fakes=" + Fakes.BUILT.toAbsolutePath()),
                        Training.class,
                        directory.toString()),
                () -> names(journal(directory)).containsAll(WORK));

        Trace trace = journal(directory);

        assertThat(trace.isPartial()).isTrue();
        assertThat(names(trace)).containsAll(WORK);
    }

    private static Trace journal(Path directory) throws IOException {
        return Journals.assemble(Journals.in(directory).get(0));
    }

    private static List<String> names(Trace trace) {
        return trace.events().stream().map(TraceEvent::name).toList();
    }
}
