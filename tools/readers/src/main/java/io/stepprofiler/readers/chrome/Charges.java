package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import java.nio.file.Path;

/** What has been read of one file, held against what may be read. */
final class Charges {
    /** Of the columns of an event, which grow by half. */
    private static final int EVENT_BYTES = 32;
    /** Of a name, a text or a frame beside its characters. */
    private static final int TEXT_BYTES = 120;

    private final Path file;
    private final ImportOptions options;
    private long events;
    private long memory;

    Charges(Path file, ImportOptions options) {
        this.file = file;
        this.options = options;
    }

    Path file() {
        return file;
    }

    /** One more event, which takes memory. */
    void event() throws ImportException {
        if (++events > options.maxEvents()) {
            options.checkEvents(file, events);
        }
        memory(EVENT_BYTES);
    }

    /** One more text that is kept. */
    void text(String text) throws ImportException {
        memory(TEXT_BYTES + 2L * text.length());
    }

    void memory(long bytes) throws ImportException {
        memory += bytes;
        if (memory > options.maxMemoryBytes()) {
            options.checkMemory(file, memory);
        }
    }

    /** How many bytes have been read. */
    void bytes(long count) throws ImportException {
        if (count > options.maxBytes()) {
            options.checkBytes(file, count);
        }
    }
}
