package io.stepprofiler.pytorch;

import io.stepprofiler.nativeaccess.torch.TorchLogCounts;

/** Counts of losses of a window, by cause. */
final class TorchCounts {
    /** Receives each count with its description. */
    interface Reader {
        void count(long count, String what);
    }

    private long budget;
    private long memory;
    private long nesting;
    private long inFlight;
    private long threads;
    private long devices;
    private long unfinished;
    private long cut;
    private long foreign;

    /** Number of events that began and have been neither read nor dropped. */
    private long unread;

    private boolean hasEnded;

    private long told;

    /** Adds the counts of a log since they were last taken, and the number of records read since then. */
    void add(TorchLogCounts log, long read) {
        budget += log.droppedBudget();
        memory += log.droppedMemory();
        nesting += log.droppedNesting();
        cut += log.cut();
        foreign += log.foreign();
        unread += log.begun() - read - log.droppedBudget() - log.droppedMemory() - log.droppedNesting();
    }

    /** From now on, events that are not read are lost. */
    void windowEnds() {
        hasEnded = true;
    }

    /** Sets the number of events lost since the window began because there was no log for their thread. */
    void lostWithThreads(long count) {
        threads = count;
    }

    void unknownDevice() {
        devices++;
    }

    void unfinished() {
        unfinished++;
    }

    /** Number of events that began and are not in the trace, since the last call. */
    long takeLost() {
        long before = told;
        inFlight = hasEnded ? Math.max(unread, 0) : 0;
        told = budget + memory + nesting + inFlight + threads + devices;
        return told - before;
    }

    void describe(Reader reader) {
        reader.count(budget, "events lost: the budget was used up");
        reader.count(memory, "events lost: no memory");
        reader.count(nesting, "operations lost: nested too deeply");
        reader.count(inFlight, "events lost: being written when the window was read");
        reader.count(threads, "events lost: of a thread that was ending, or had no memory for a log");
        reader.count(devices, "memory events lost: of an unknown device");
        reader.count(
                unfinished, "operations had not ended when the window or their thread did, and are shown up to then");
        reader.count(cut, "operations have more inputs than are kept");
        reader.count(foreign, "outermost operations without memory events: another profiler recorded on the thread");
    }
}
