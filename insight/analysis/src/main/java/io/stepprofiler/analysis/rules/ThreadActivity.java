package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.window.Span;

/** Activity of a thread that a step waits for, with the remedy. If two take the same time, the first one counts. */
enum ThreadActivity {
    /** Reads single bytes of files. */
    READS_BYTES(
            "reads files byte by byte",
            "read whole blocks",
            StepCategory.INPUT_OUTPUT,
            "File read",
            "new BufferedInputStream(in, 1 << 16) around the stream, or in.readNBytes(bytes, 0, length) once for each"
                    + " sample"),
    /** Reads files. */
    READS_FILES(
            "reads files",
            "read on several threads, ahead of the steps",
            StepCategory.INPUT_OUTPUT,
            "File read",
            "several threads that read, and a bounded queue of 2 to 4 batches for each; larger reads if they take less"
                    + " than 1 MiB; files that are read again in memory: FileChannel.map"),
    /** Writes files. */
    WRITES_FILES(
            "writes files",
            "write less often, or on a thread that no step waits for",
            StepCategory.INPUT_OUTPUT,
            "File ",
            "hand checkpoints, metrics and logs to a separate thread, every n steps"),
    /** Reads or writes sockets. */
    USES_SOCKETS(
            "waits for the network",
            "send several requests at the same time, ahead of the steps",
            StepCategory.INPUT_OUTPUT,
            "Socket ",
            "several requests under way, and a bounded queue of 2 to 4 batches for each; a local copy of the data"),
    /** Sleeps. */
    SLEEPS(
            "sleeps",
            "remove the sleep, or run several such tasks at the same time, ahead of the steps",
            StepCategory.SLEEP,
            "",
            "tasks that sleep or wait for data in an executor of their own: Executors.newFixedThreadPool(8)"),
    /** Waits for a lock. */
    WAITS_FOR_LOCK(
            "waits for a lock",
            "hold the lock for a shorter time",
            StepCategory.LOCK,
            "",
            "copy what is needed under the lock, and work on the copy outside it"),
    /** Is in a scope or an operation. */
    IN_SCOPE("is", "make it faster, or start it earlier", StepCategory.UNACCOUNTED, "", ThreadActivity.EQUAL_PARTS),
    /** Runs code without a scope. */
    RUNS("runs", "make it faster, or start it earlier", StepCategory.UNACCOUNTED, "", ThreadActivity.EQUAL_PARTS),
    /** Is in no recorded wait, and in no sample of running code. */
    WORKS(
            "is in no recorded wait",
            "give its work a name",
            StepCategory.UNACCOUNTED,
            "",
            "a scope around each part of its work shows what takes its time"),
    /** Is parked: waits for yet another thread, or for work. */
    PARKS("waits", "look at what it waits for", StepCategory.PARK, "", ThreadActivity.EQUAL_PARTS);

    private static final String EQUAL_PARTS =
            "split the work into equal parts, one per core, and join once at the end of the step";
    private static final String CHEAPER =
            "do less for each step, or divide the work among several threads: a longer queue, or an earlier start, does"
                    + " not help a thread that works all the time";

    private final String verb;
    private final String nextStep;
    private final StepCategory category;
    private final String prefix;
    private final String advice;

    ThreadActivity(String verb, String nextStep, StepCategory category, String prefix, String advice) {
        this.verb = verb;
        this.nextStep = nextStep;
        this.category = category;
        this.prefix = prefix;
        this.advice = advice;
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
        return wait.category() == category && wait.name().startsWith(prefix);
    }

    /** Returns whether the thread waits itself, instead of running code of its own. */
    boolean isWait() {
        return this != IN_SCOPE && this != RUNS && this != WORKS;
    }

    /** Returns what to do. */
    Advice advice() {
        return advice(false);
    }

    /**
     * Returns what to do.
     *
     * @param isBusy whether the thread works all the time
     */
    Advice advice(boolean isBusy) {
        return Advice.of(isBusy && !isWait() ? CHEAPER : advice);
    }
}
