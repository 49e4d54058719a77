package io.stepprofiler.handlers.tensorboard;

import io.stepprofiler.handlers.directory.SafeName;
import io.stepprofiler.trace.Trace;

/** The names by which TensorBoard tells the workers of a run apart: the first part of a file's name. */
final class WorkerName {
    private static final int MAX_LENGTH = 128;

    private WorkerName() {}

    /** A name that is safe as part of a file's name on every system and cannot lead out of a directory. */
    static String of(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("workerName = \"\" is not allowed: must have 1 to " + MAX_LENGTH
                    + " characters of A-Z a-z 0-9 . _ -");
        }
        return SafeName.cut(SafeName.of(name), MAX_LENGTH);
    }

    /**
     * Host and process, and the rank if there is one. The plugin's distributed view takes what comes before {@code _}
     * and the last digits for the node.
     */
    static String of(Trace trace) {
        String process = "_" + trace.process().pid();
        String rank = trace.distributedInfo().map(info -> "_" + info.rank()).orElse("");
        String host = trace.process().host();
        // The host gives way: the numbers are what tells workers apart.
        return SafeName.cut(
                        SafeName.of(host.isEmpty() ? "localhost" : host), MAX_LENGTH - process.length() - rank.length())
                + process
                + rank;
    }
}
