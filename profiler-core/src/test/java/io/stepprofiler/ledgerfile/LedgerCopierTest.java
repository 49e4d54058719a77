package io.stepprofiler.ledgerfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.environment.EnvironmentProbe;
import io.stepprofiler.environment.LaunchProbe;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBlocks;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.recording.FailureLog;
import io.stepprofiler.recording.StepRings;
import io.stepprofiler.recording.ThreadTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerCopierTest {
    /** A disk that lacks memory as often as it is told to. */
    private final class Disk implements LedgerDisk {
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();

        @Override
        public void append(TraceFile.Content content) throws IOException {
            use(content);
        }

        @Override
        public void replace(TraceFile.Content content) throws IOException {
            file.reset();
            use(content);
        }

        private void use(TraceFile.Content content) throws IOException {
            if (lacks.getAndUpdate(left -> Math.max(left - 1, 0)) > 0) {
                throw new OutOfMemoryError("Java heap space");
            }
            content.writeTo(file);
        }
    }

    /** Writes messages down, unless memory is lacking for them, too. */
    private final class Failures implements FailureLog {
        @Override
        public void add(Part part, String message, @Nullable Throwable cause) {
            if (lacksForMessages) {
                throw new OutOfMemoryError("Java heap space");
            }
            messages.add(part + " " + message + ": " + cause);
        }
    }

    private static final String LACK =
            "LEDGER Steps could not be copied into the step ledger: it lacks them until a later"
                    + " copy succeeds: java.lang.OutOfMemoryError: Java heap space";

    private final AtomicInteger lacks = new AtomicInteger();
    private volatile boolean lacksForMessages;
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final StepRings rings = new StepRings();
    private final Disk disk = new Disk();
    private final LedgerWriter writer = new LedgerWriter(
            disk,
            new LedgerBlocks(
                    LedgerRun.ofThisProcess(
                            "test",
                            EnvironmentProbe.environment(),
                            LaunchProbe.launch(),
                            Optional.empty(),
                            JobPlace.UNKNOWN),
                    1 << 20),
            rings);
    private final LedgerCopier copier = new LedgerCopier(writer, new Failures());
    private long number;

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            rings.steps().add(new long[] {
                number++, 1000 * number, 1000, 0, 500, 0, ThreadTime.UNKNOWN, ThreadTime.UNKNOWN, 0, 0
            });
        }
    }

    private StepLedger written() throws IOException {
        return StepLedger.read(disk.file.toByteArray(), "the disk");
    }

    @AfterEach
    void stop() {
        copier.stop();
    }

    @Test
    void thread_thatLacksMemory_goesOn_andReportsIt() throws IOException {
        Thread thread = copier.start();
        steps(10);
        lacks.set(1);
        copier.flush();
        await().until(() -> !messages.isEmpty());
        steps(10);

        copier.flush();

        assertThat(thread.isAlive()).isTrue();
        assertThat(written().stepCount()).isEqualTo(20);
        assertThat(messages).containsExactly(LACK);
    }

    @Test
    void failure_forWhichThereIsNoMemory_isReportedLater() {
        copier.start();
        steps(10);
        lacks.set(1);
        lacksForMessages = true;
        copier.flush();
        await().until(() -> lacks.get() == 0);
        lacksForMessages = false;

        copier.flush();

        await().untilAsserted(() -> assertThat(messages).containsExactly(LACK));
    }

    @Test
    void lastSteps_areTriedAgain() {
        Thread thread = copier.start();
        steps(10);
        lacks.set(3);

        copier.stop();

        await().untilAsserted(() -> assertThat(thread.isAlive()).isFalse());
        assertThat(writer.ledger().isEnded()).isTrue();
        assertThat(messages).containsExactly(LACK, LACK, LACK);
    }

    @Test
    void flush_afterTheThreadHasGivenUp_copiesInItsPlace() throws IOException {
        Thread thread = copier.start();
        steps(10);
        lacks.set(Integer.MAX_VALUE);
        copier.stop();
        await().untilAsserted(() -> assertThat(thread.isAlive()).isFalse());
        lacks.set(0);

        copier.flush();

        assertThat(written().stepCount()).isEqualTo(10);
        assertThat(written().isEnded()).isTrue();
    }

    @Test
    void steps_thatAreOverwritten_areReportedOnce() {
        steps(StepRings.STEPS + 100);
        copier.start();
        copier.flush();
        steps(1);
        copier.flush();

        assertThat(messages)
                .containsExactly(
                        "LEDGER Steps or collectives are missing in the step ledger, which counts them: newer ones"
                                + " have overwritten them before they were copied: null");
    }
}
