package io.stepprofiler.benchmarks.journal;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Training loop on several threads, recorded into a journal, that runs until it is killed. */
final class KilledLoop {
    /** Events of a round: one encloses the others. */
    static final int ROUND = 64;

    private static final int ROUNDS_A_STEP = 16;

    static final int EVENTS_A_STEP = ROUND * ROUNDS_A_STEP;

    /** Leaves time for writing on a machine with two processors: dropped events cannot be checked. */
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** Room for events that are recorded while the compression library is loaded, on a busy machine. */
    private static final long BUFFER_BYTES = 48 << 20;

    private static final Label[] LABELS = new Label[ROUND];

    static {
        for (int i = 0; i < ROUND; i++) {
            LABELS[i] = Label.of(name(i));
        }
    }

    private KilledLoop() {}

    /** Returns the name of the event with a number, on each thread. */
    static String name(long event) {
        return event % ROUND == 0 ? "round" : "event " + event % ROUND;
    }

    /**
     * Records until it is killed.
     *
     * @param arguments directory of journals and the ledger, flush interval in milliseconds, file for the progress
     */
    public static void main(String[] arguments) throws Exception {
        Progress progress = new Progress(Path.of(arguments[2]));
        Profile profile = Profile.builder()
                .schedule(Schedule.always())
                .limits(limits -> limits.withMaxBufferBytes(BUFFER_BYTES))
                .ledger(LedgerOptions.DEFAULT.withDirectory(Path.of(arguments[0])))
                .journal(JournalOptions.in(Path.of(arguments[0]))
                        .withMemoryBytes(0)
                        .withFlushEvery(Duration.ofMillis(Long.parseLong(arguments[1]))))
                .start();
        for (int i = 1; i < Progress.THREADS; i++) {
            int number = i;
            Thread thread = new Thread(
                    () -> {
                        while (true) {
                            round(progress, number);
                        }
                    },
                    "thread " + number);
            thread.setDaemon(true);
            thread.start();
        }
        Thread.currentThread().setName("thread 0");
        for (long round = 1; ; round++) {
            round(progress, 0);
            if (round % ROUNDS_A_STEP == 0) {
                profile.step();
            }
        }
    }

    private static void round(Progress progress, int thread) {
        long first = progress.begun(thread);
        progress.begin(thread);
        try (Scope round = Scope.open(LABELS[0])) {
            round.arg("first", first);
            for (int i = 1; i < ROUND; i++) {
                progress.begin(thread);
                Scope.end(Scope.begin(LABELS[i]));
                if (i == ROUND / 2) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
        progress.stamp(thread);
    }
}
