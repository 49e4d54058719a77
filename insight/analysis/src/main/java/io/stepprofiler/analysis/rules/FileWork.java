package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.FileCall;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Kind of work with files and sockets, as sentences show it, with the remedy. */
enum FileWork {
    /** Moves data. */
    TRANSFERS(
            "reads or writes files or sockets",
            "on another thread",
            "hand checkpoints, metrics and logs to a separate thread, every n steps",
            FileCall.READ,
            FileCall.WRITE,
            FileCall.SOCKET),
    /** Maps files. */
    MAPS(
            "maps files into memory",
            "map each file once, and keep the mapping",
            "map the whole file before the first step, and take each part by slice(position, length); a file beyond 2 GiB"
                    + " in several mappings",
            FileCall.MAP),
    /** Forces files to their disks. */
    FORCES(
            "waits until files are on the disk",
            "force the file less often, or on another thread",
            "force(false) once for all records of a step, or every n steps, on a thread of its own",
            FileCall.FORCE),
    /** Opens files, or asks for their attributes or lists. */
    LOOKS_UP(
            "opens files or asks for their attributes",
            "ask once, and keep the answer or the open file",
            "lastModified, exists, length, list and open each enter the kernel: before the first step, or every n steps",
            FileCall.LOOK_UP);

    private final String does;
    private final String nextStep;
    private final String advice;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final Set<FileCall> calls;

    FileWork(String does, String nextStep, String advice, FileCall first, FileCall... others) {
        this.does = does;
        this.nextStep = nextStep;
        this.advice = advice;
        calls = EnumSet.of(first, others);
    }

    /** Returns the work in words. */
    String does() {
        return does;
    }

    /** Returns the end of a sentence about calls that are in no event. */
    String how() {
        return this == TRANSFERS || this == FORCES ? ", mostly in short calls, by samples" : ", by samples";
    }

    boolean has(FileCall call) {
        return calls.contains(call);
    }

    /**
     * Returns the remedy in a few words.
     *
     * @param most the call with the most time
     * @param isShort true if most of the time is in short calls
     */
    String nextStep(FileCall most, boolean isShort) {
        if (this != TRANSFERS) {
            return nextStep;
        }
        String verb = switch (most) {
            case READ -> "read";
            case WRITE -> "write";
            default -> "send and receive";
        };
        return isShort ? "fewer and longer calls, by a buffer, or " + nextStep : verb + " " + nextStep;
    }

    /** Returns what to do, for the call with the most time. */
    List<Advice> advice(FileCall most, boolean isShort) {
        if (this != TRANSFERS) {
            return List.of(Advice.of(advice));
        }
        return switch (most) {
            case READ ->
                List.of(Advice.of(
                        isShort
                                ? "new BufferedInputStream(in, 1 << 16), or one read for each sample"
                                : "read ahead on another thread, into a bounded queue of 2 to 4 batches; keep in memory"
                                        + " what is read again"));
            case WRITE ->
                isShort
                        ? List.of(
                                Advice.of("new BufferedOutputStream(out, 1 << 16), and no flush or println with"
                                        + " automatic flushing for each line"),
                                Advice.of(advice))
                        : List.of(Advice.of(advice));
            default ->
                List.of(Advice.of(
                        "one message for many values, every n steps, from a separate thread that no step waits"
                                + " for"));
        };
    }
}
