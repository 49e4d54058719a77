package io.stepprofiler.journal.blocks;

/**
 * Limit of the heap that reading a journal may take: charged before anything is allocated for what a journal claims to
 * hold. For one thread at a time.
 */
final class MemoryLimit {
    private final long most;
    private long taken;

    MemoryLimit(long most) {
        this.most = most;
    }

    /** Most of the heap; the rest is for what reads the events. */
    static MemoryLimit ofHeap() {
        return new MemoryLimit(Runtime.getRuntime().maxMemory() / 8 * 7);
    }

    /** Takes so many bytes for as long as the journal is read. */
    void take(long bytes) throws UnsupportedJournalException {
        taken += bytes;
        if (taken > most) {
            throw UnsupportedJournalException.tooLarge(
                    "What is to be kept of the journal takes more than " + (most >> 20) + " MB");
        }
    }

    /** Asks for so many bytes for a moment. */
    static void check(long bytes) throws UnsupportedJournalException {
        long heap = Runtime.getRuntime().maxMemory();
        if (bytes > heap / 2) {
            throw UnsupportedJournalException.tooLarge(
                    "A part of the journal takes " + (bytes >> 20) + " MB of the heap's " + (heap >> 20) + " MB");
        }
    }
}
