package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.window.Span;
import java.util.List;
import java.util.function.Predicate;

/** Activity of a thread that a step waits for, with the remedy. Of equal times, the first one counts. */
enum ThreadActivity {
    /** Reads single bytes of files. */
    READS_BYTES(
            "reads files byte by byte",
            "read whole blocks",
            isNamed("File read"),
            "new BufferedInputStream(in, 1 << 16) around the stream, or in.readNBytes(bytes, 0, length) once for each"
                    + " sample"),
    /** Reads files. */
    READS_FILES(
            "reads files",
            "read on several threads, ahead of the steps, or in larger blocks",
            isNamed("File read"),
            "several threads that read, and a bounded queue of 2 to 4 batches for each",
            "reads of 1 MiB or more; data that is read again stays in memory: FileChannel.map"),
    /** Writes files. */
    WRITES_FILES(
            "writes files",
            "write less often, or on a thread that no step waits for",
            isNamed("File "),
            "hand checkpoints, metrics and logs to a separate thread, every n steps"),
    /** Reads or writes sockets. */
    USES_SOCKETS(
            "waits for the network",
            "send several requests at the same time, ahead of the steps",
            isNamed("Socket "),
            "several requests under way, and a bounded queue of 2 to 4 batches for each; a local copy of the data"),
    /** Sleeps. */
    SLEEPS(
            "sleeps",
            "remove the sleep, or run several such tasks at the same time, ahead of the steps",
            of(StepCategory.SLEEP),
            "tasks that sleep or wait for data in an executor of their own: Executors.newFixedThreadPool(8)"),
    /** Waits for a lock. */
    WAITS_FOR_LOCK(
            "waits for a lock",
            "hold the lock for a shorter time",
            of(StepCategory.LOCK),
            "copy what is needed under the lock, and work on the copy outside it"),
    /** Is in a scope or an operation. */
    IN_SCOPE("is", "make it faster, or start it earlier", span -> false, ThreadActivity.EQUAL_PARTS),
    /** Runs code without a scope. */
    RUNS("runs", "make it faster, or start it earlier", span -> false, ThreadActivity.EQUAL_PARTS),
    /** Is parked: waits for yet another thread, or for work. */
    PARKS("waits", "look at what it waits for", of(StepCategory.PARK), ThreadActivity.EQUAL_PARTS);

    private static final String EQUAL_PARTS =
            "split the work into equal parts, one per core, and join once at the end of the step";

    private final String verb;
    private final String nextStep;
    private final Predicate<Span> waits;
    private final List<Advice> advice;

    ThreadActivity(String verb, String nextStep, Predicate<Span> waits, String... advice) {
        this.verb = verb;
        this.nextStep = nextStep;
        this.waits = waits;
        this.advice = List.of(advice).stream().map(Advice::of).toList();
    }

    private static Predicate<Span> isNamed(String prefix) {
        return span -> span.name().startsWith(prefix);
    }

    private static Predicate<Span> of(StepCategory category) {
        return span -> span.category() == category;
    }

    /** Returns the activity in words, such as {@code reads files}. */
    String verb() {
        return verb;
    }

    /** Returns the remedy in a few words. */
    String nextStep() {
        return nextStep;
    }

    /** Returns whether a wait of the thread is this activity. */
    boolean isIn(Span wait) {
        return waits.test(wait);
    }

    /** Returns whether the thread waits itself, instead of running code of its own. */
    boolean isWait() {
        return this != IN_SCOPE && this != RUNS;
    }

    List<Advice> advice() {
        return advice;
    }
}
