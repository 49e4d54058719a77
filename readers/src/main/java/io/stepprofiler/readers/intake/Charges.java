package io.stepprofiler.readers.intake;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import java.nio.file.Path;

/** What has been read of one file, held against what may be read. */
public final class Charges {
    /** Of the columns of an event, which grow by half. */
    private static final int EVENT_BYTES = 32;
    /** Of a name, a text or a frame beside its characters. */
    private static final int TEXT_BYTES = 120;

    private final Path file;
    private final ImportOptions options;
    private long events;
    private long memory;

    /**
     * Nothing of a file so far.
     *
     * @param file the file
     * @param options what may be read of it at most
     */
    public Charges(Path file, ImportOptions options) {
        this.file = file;
        this.options = options;
    }

    /** {@return the file} */
    public Path file() {
        return file;
    }

    /**
     * One more event, which takes memory.
     *
     * @throws ImportException if that is too many, or too much
     */
    public void event() throws ImportException {
        if (++events > options.maxEvents()) {
            options.checkEvents(file, events);
        }
        memory(EVENT_BYTES);
    }

    /**
     * One more text that is kept.
     *
     * @param text the text
     * @throws ImportException if that is too much
     */
    public void text(String text) throws ImportException {
        memory(TEXT_BYTES + 2L * text.length());
    }

    /**
     * More memory.
     *
     * @param bytes how much
     * @throws ImportException if that is too much
     */
    public void memory(long bytes) throws ImportException {
        memory += bytes;
        if (memory > options.maxMemoryBytes()) {
            options.checkMemory(file, memory);
        }
    }

    /**
     * How many bytes have been read.
     *
     * @param count all of them so far
     * @throws ImportException if those are too many
     */
    public void bytes(long count) throws ImportException {
        if (count > options.maxBytes()) {
            options.checkBytes(file, count);
        }
    }
}
