package io.stepprofiler.journal.blocks;

import io.stepprofiler.amount.Amount;

/**
 * Limit of the heap that reading a journal may take; charged before memory is allocated for sizes that the journal
 * claims. For one thread at a time.
 */
final class MemoryLimit {
    private final long most;
    private long taken;

    MemoryLimit(long most) {
        this.most = most;
    }

    /** Limit of seven eighths of the heap; the rest is for reading the events. */
    static MemoryLimit ofHeap() {
        return new MemoryLimit(Runtime.getRuntime().maxMemory() / 8 * 7);
    }

    /** Charges bytes that are kept while the journal is read. */
    void take(long bytes) throws UnsupportedJournalException {
        taken += bytes;
        if (taken > most) {
            throw UnsupportedJournalException.tooLarge(
                    "The part of the journal that stays in memory takes more than " + Amount.bytes(most));
        }
    }

    /** Fails if a short-lived allocation would take more than half of the heap. */
    static void check(long bytes) throws UnsupportedJournalException {
        long heap = Runtime.getRuntime().maxMemory();
        if (bytes > heap / 2) {
            throw UnsupportedJournalException.tooLarge(
                    "A part of the journal takes " + Amount.bytes(bytes) + " of the heap's " + Amount.bytes(heap));
        }
    }
}
