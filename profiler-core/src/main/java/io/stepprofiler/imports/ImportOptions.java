package io.stepprofiler.imports;

import io.stepprofiler.Defaults;
import java.nio.file.Path;

/**
 * Limits of an import: a file may be larger than expected, even on purpose. Immutable: each method that changes
 * something returns other options.
 *
 * <p>Importers call {@link #checkBytes}, {@link #checkEvents} and {@link #checkMemory} while they read.
 *
 * @param maxBytes most bytes of the decompressed file; default {@link Defaults#MAX_IMPORT_BYTES}
 * @param maxEvents most events; default {@link Defaults#MAX_IMPORT_EVENTS}
 * @param maxMemoryBytes most memory for reading and the trace, as estimated by the importer, in bytes; default {@link
 *     Defaults#importMemoryBytes()}
 */
public record ImportOptions(long maxBytes, long maxEvents, long maxMemoryBytes) {
    /** The defaults. */
    public static final ImportOptions DEFAULT =
            new ImportOptions(Defaults.MAX_IMPORT_BYTES, Defaults.MAX_IMPORT_EVENTS, Defaults.importMemoryBytes());

    /**
     * Checks the limits.
     *
     * @param maxBytes most bytes, 1 or more
     * @param maxEvents most events, 1 or more
     * @param maxMemoryBytes most bytes of memory, 1 or more
     * @throws IllegalArgumentException if one is below 1, naming it
     */
    public ImportOptions {
        atLeastOne("maxBytes", maxBytes);
        atLeastOne("maxEvents", maxEvents);
        atLeastOne("maxMemoryBytes", maxMemoryBytes);
    }

    /**
     * {@return these options with another limit of bytes}
     *
     * @param bytes most bytes of a file, 1 or more
     */
    public ImportOptions withMaxBytes(long bytes) {
        return new ImportOptions(bytes, maxEvents, maxMemoryBytes);
    }

    /**
     * {@return these options with another limit of events}
     *
     * @param events most events, 1 or more
     */
    public ImportOptions withMaxEvents(long events) {
        return new ImportOptions(maxBytes, events, maxMemoryBytes);
    }

    /**
     * {@return these options with another limit of memory}
     *
     * @param bytes most memory, 1 or more
     */
    public ImportOptions withMaxMemoryBytes(long bytes) {
        return new ImportOptions(maxBytes, maxEvents, bytes);
    }

    /**
     * Refuses a file that is too long.
     *
     * @param file the file, for the message
     * @param bytes how many bytes it has, or has had so far
     * @throws ImportException if that is more than {@link #maxBytes}
     */
    public void checkBytes(Path file, long bytes) throws ImportException {
        check(file, "bytes", bytes, "maxBytes", maxBytes);
    }

    /**
     * Refuses a file with too many events.
     *
     * @param file the file, for the message
     * @param events how many it has, or has had so far
     * @throws ImportException if that is more than {@link #maxEvents}
     */
    public void checkEvents(Path file, long events) throws ImportException {
        check(file, "events", events, "maxEvents", maxEvents);
    }

    /**
     * Refuses a file that would take too much memory.
     *
     * @param file the file, for the message
     * @param bytes how much memory it takes so far, or claims to need
     * @throws ImportException if that is more than {@link #maxMemoryBytes}
     */
    public void checkMemory(Path file, long bytes) throws ImportException {
        check(file, "bytes of memory", bytes, "maxMemoryBytes", maxMemoryBytes);
    }

    private static void check(Path file, String unit, long value, String limit, long most) throws ImportException {
        if (value > most) {
            throw new ImportException(file, "it has " + value + " " + unit + " or more, and " + limit + " is " + most);
        }
    }

    private static void atLeastOne(String parameter, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(parameter + " = " + value + " is not allowed: must be 1 or more");
        }
    }
}
