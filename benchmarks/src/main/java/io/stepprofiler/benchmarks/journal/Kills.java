package io.stepprofiler.benchmarks.journal;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.benchmarks.DirectoryTree;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Kills processes that record into a journal, after a random number of events, and checks the assembled trace: it is
 * partial, has the first events of each thread, including all that began before its end, and its loss account adds up.
 * The step ledger has the first steps, without a gap.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.journal.Kills 200 1</pre>
 */
public final class Kills {
    /** Some seconds: the ledger is written once a second. */
    private static final int MAX_EVENTS = 4_000_000;

    private static final int FLUSH_MILLIS = 20;

    /**
     * Finding about one killed process.
     *
     * @param recorded events that the process had begun
     * @param found events in the trace; none if the process was killed before its first flush
     * @param open events without an end
     * @param whole true if no event was dropped for lack of room in the buffers, so that each event is checked
     * @param lostNanos time from the end of the trace to the last progress
     * @param lostOfLedger time from the end of the last step in the ledger to the last progress
     */
    record Found(long recorded, long found, long open, boolean whole, long lostNanos, long lostOfLedger) {}

    private Kills() {}

    /**
     * Kills some processes and prints a summary of their traces.
     *
     * @param arguments number of processes, and seed of the points at which they are killed
     */
    public static void main(String[] arguments) throws Exception {
        int kills = Integer.parseInt(arguments[0]);
        Random random = new Random(Long.parseLong(arguments[1]));
        List<Found> all = new ArrayList<>();
        for (int i = 0; i < kills; i++) {
            int after = pointOf(random);
            try {
                all.add(kill(after));
            } catch (AssertionError | Exception e) {
                System.out.printf("kill %d, after %d events: %s%n", i, after, e);
                throw e;
            }
        }
        print(all);
    }

    /** Returns a random point; every tenth process is killed right at its start. */
    static int pointOf(Random random) {
        return random.nextInt(10) == 0 ? random.nextInt(10) : random.nextInt(MAX_EVENTS);
    }

    private static void print(List<Found> all) {
        System.out.printf("%d processes killed, all journals assembled and checked%n", all.size());
        System.out.printf(
                "  without a journal yet  %d%n",
                all.stream().filter(found -> found.found == 0).count());
        System.out.printf(
                "  with open events       %d%n",
                all.stream().filter(found -> found.open > 0).count());
        System.out.printf(
                "  with dropped events    %d%n",
                all.stream().filter(found -> !found.whole).count());
        System.out.printf(
                "  events recorded        %d%n",
                all.stream().mapToLong(Found::recorded).sum());
        System.out.printf(
                "  events found           %d%n",
                all.stream().mapToLong(Found::found).sum());
        print(
                "time lost, flushed every " + FLUSH_MILLIS + " ms",
                all.stream().filter(found -> found.found > 0).mapToLong(Found::lostNanos));
        print("time lost of the ledger", all.stream().mapToLong(Found::lostOfLedger));
    }

    private static void print(String name, LongStream all) {
        long[] sorted = all.sorted().toArray();
        if (sorted.length > 0) {
            System.out.printf(
                    "  %s: median %s, longest %s%n",
                    name, Amount.time(Quantiles.of(sorted, 0.5)), Amount.time(sorted[sorted.length - 1]));
        }
    }

    /** Kills a process after it has begun a number of events, and checks its trace. */
    static Found kill(int after) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("kills");
        try {
            Path progressFile = directory.resolve("progress");
            Path journals = directory.resolve("journals");
            Progress progress = new Progress(progressFile);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-XX:TieredStopAtLevel=1",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            KilledLoop.class.getName(),
                            journals.toString(),
                            Integer.toString(FLUSH_MILLIS),
                            progressFile.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
            try {
                while (process.isAlive() && progress.begunInAll() <= after) {
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
                }
            } finally {
                process.destroyForcibly();
            }
            check(process.waitFor() != 0 && progress.begunInAll() > after, () -> "it ended by itself, see its output");
            return check(journals, progress);
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private static Found check(Path journals, Progress progress) throws IOException {
        long lostOfLedger = checkLedger(journals, progress);
        List<Path> left = Files.isDirectory(journals) ? Journals.in(journals) : List.of();
        check(left.size() <= 1, () -> left.size() + " journals");
        if (left.isEmpty() || isEmpty(left.get(0))) {
            return new Found(progress.begunInAll(), 0, 0, true, 0, lostOfLedger);
        }
        Trace trace = Journals.assemble(left.get(0));
        LossAccount account = trace.account();
        check(trace.isPartial(), () -> "the trace is not partial");
        boolean whole = account.droppedTotal() == 0 && account.anomalies().isEmpty();
        long found = trace.eventCount();
        check(
                account.begun() == found + account.droppedTotal(),
                () -> "the account does not match the events: " + account);
        int open = 0;
        for (int thread = 0; thread < Progress.THREADS; thread++) {
            open += checkThread(trace, thread, progress, whole);
        }
        int unfinished = open;
        Map<UnfinishedCause, Long> expected =
                unfinished == 0 ? Map.of() : Map.of(UnfinishedCause.JOURNAL_ENDED, (long) unfinished);
        check(account.unfinished().equals(expected), () -> account + " for " + unfinished + " open events");
        if (whole) {
            checkSteps(trace);
        }
        long lost = Math.max(progress.lastNanos() - trace.end().monotonicNanos(), 0);
        return new Found(progress.begunInAll(), found, open, whole, lost, lostOfLedger);
    }

    /** Checks the step ledger; returns the time from its end to the last progress. */
    private static long checkLedger(Path directory, Progress progress) throws IOException {
        long end = progress.firstNanos();
        long steps = 0;
        for (Path file : Files.isDirectory(directory) ? ledgers(directory) : List.<Path>of()) {
            StepLedger ledger = StepLedger.read(file);
            steps += ledger.stepCount();
            LedgerLosses losses = ledger.losses();
            // The last block may be cut.
            check(
                    losses.missingBlocks() + losses.overwrittenSteps() + losses.failedWrites() == 0,
                    () -> "the ledger lacks steps: " + losses);
            // The first step of a profile without a schedule is not counted: its start is unknown.
            for (int row = 0; row < ledger.size(); row++) {
                int number = row;
                check(
                        ledger.number(row) == row + 1,
                        () -> "row " + number + " of " + ledger.size() + " in the ledger is step "
                                + ledger.number(number) + " " + losses);
                end = ledger.startNanos(row) + ledger.durationNanos(row);
            }
        }
        long most = progress.begun(0) / KilledLoop.EVENTS_A_STEP;
        long found = steps;
        check(found <= most, () -> found + " steps of " + most + " in the ledger");
        return Math.max(progress.lastNanos() - end, 0);
    }

    private static List<Path> ledgers(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(StepLedger.SUFFIX))
                    .toList();
        }
    }

    /** True if a journal is empty: the process was killed before it had written the first block. */
    private static boolean isEmpty(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            for (Path file : files.toList()) {
                if (Files.size(file) > 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Checks the events of a thread, and counts the open ones. */
    private static int checkThread(Trace trace, int thread, Progress progress, boolean whole) {
        String name = "thread " + thread;
        Track track = trace.tracks().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElse(Track.empty(-1, name));
        long begun = progress.begun(thread);
        check(track.size() <= begun, () -> track.size() + " events of " + begun + " on " + name);
        long done = progress.doneAt(thread, trace.end().monotonicNanos());
        check(
                !whole || track.size() >= done,
                () -> track.size() + " events on " + name + ", which had begun " + done + " by the end of the trace");
        int open = 0;
        long around = 0;
        long before = Long.MIN_VALUE;
        for (int i = 0; i < track.size(); i++) {
            int event = i;
            open += track.isUnfinished(i) ? 1 : 0;
            long start = track.startNanos(i);
            long end = start + track.durationNanos(i);
            boolean isRound = track.eventName(i).equals(KilledLoop.name(0));
            if (isRound) {
                around = end;
            }
            boolean inside =
                    end <= around && start >= before && end <= trace.end().monotonicNanos();
            before = start;
            check(inside, () -> "event " + event + " on " + name + " is not nested in its parent");
            if (whole) {
                check(
                        track.eventName(i).equals(KilledLoop.name(i)),
                        () -> "event " + event + " on " + name + " is another one");
                check(
                        i >= done || !track.isUnfinished(i),
                        () -> "event " + event + " of " + done + " that had ended is open");
                boolean told =
                        !isRound || track.isUnfinished(i) || track.arguments(i).equals(Map.of("first", (long) i));
                check(told, () -> "event " + event + " on " + name + " has lost its argument");
            }
        }
        return open;
    }

    private static void checkSteps(Trace trace) {
        List<StepMark> steps = trace.steps();
        for (int i = 0; i < steps.size(); i++) {
            int number = i;
            check(steps.get(i).number() == i, () -> "step " + number + " is missing");
            // The last step may have ended just before the end of the trace.
            boolean open = steps.get(i).unfinished();
            check(!open || i == steps.size() - 1, () -> "step " + number + " of " + steps.size() + " is open");
        }
    }

    private static void check(boolean right, Supplier<String> message) {
        if (!right) {
            throw new AssertionError(message.get());
        }
    }
}
