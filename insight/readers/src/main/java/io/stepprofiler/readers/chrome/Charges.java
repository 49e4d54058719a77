package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import java.nio.file.Path;

/** Counts of the data that has been read of one file, checked against the limits of the options. */
final class Charges {
    /** Bytes of the columns of an event; columns grow by half. */
    private static final int EVENT_BYTES = 32;
    /** Bytes of a name, a text or a frame in addition to its characters. */
    private static final int TEXT_BYTES = 120;
    /** Bytes between two reports of the progress. */
    private static final long BYTES_A_REPORT = 1L << 24;

    private final Path file;
    private final ImportOptions options;
    private long events;
    private long memory;
    private long nextReport = BYTES_A_REPORT;

    Charges(Path file, ImportOptions options) {
        this.file = file;
        this.options = options;
    }

    Path file() {
        return file;
    }

    /** Counts one more event and its memory. */
    void event() throws ImportException {
        if (++events > options.maxEvents()) {
            options.checkEvents(file, events);
        }
        memory(EVENT_BYTES);
    }

    /** Counts the memory of one more text. */
    void text(String text) throws ImportException {
        memory(TEXT_BYTES + 2L * text.length());
    }

    void memory(long bytes) throws ImportException {
        memory += bytes;
        if (memory > options.maxMemoryBytes()) {
            options.checkMemory(file, memory);
        }
    }

    /** Checks the number of bytes that have been read. */
    void bytes(long count) throws ImportException {
        if (count > options.maxBytes()) {
            options.checkBytes(file, count);
        }
        if (count >= nextReport) {
            nextReport = count + BYTES_A_REPORT;
            options.progress(count);
        }
    }
}
