package io.stepprofiler.journal.blocks;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Sums up a journal in a process of its own, whose heap is small; fails unless it has so many threads with an event
 * each.
 */
final class ManyThreads {
    private ManyThreads() {}

    public static void main(String[] args) throws IOException {
        Trace trace = Journals.assemble(Path.of(args[0]));
        int threads = Integer.parseInt(args[1]);
        long calls = KeyAverages.of(trace).rows().get(0).count();
        if (trace.tracks().size() != threads || calls != threads) {
            throw new IOException(trace.tracks().size() + " threads and " + calls + " calls");
        }
    }
}
