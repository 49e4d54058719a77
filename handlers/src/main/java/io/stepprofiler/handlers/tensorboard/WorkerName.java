package io.stepprofiler.handlers.tensorboard;

import io.stepprofiler.text.SafeName;
import io.stepprofiler.trace.Trace;

/** Names by which TensorBoard distinguishes the workers of a run: the first part of a file's name. */
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
     * Host and process, and the rank if there is one. The plugin's distributed view takes the text before {@code _} and
     * the last digits as the node.
     */
    static String of(Trace trace) {
        String process = "_" + trace.process().pid();
        String rank = trace.distributedInfo().map(info -> "_" + info.rank()).orElse("");
        String host = trace.process().host();
        // The host is shortened, because the numbers distinguish workers.
        return SafeName.cut(
                        SafeName.of(host.isEmpty() ? "localhost" : host), MAX_LENGTH - process.length() - rank.length())
                + process
                + rank;
    }
}
