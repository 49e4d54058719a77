package io.stepprofiler.imports;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Limits of an import, since a file may be larger than expected, even on purpose; and the names of its steps. Immutable:
 * each method that changes something returns other options.
 *
 * <p>Importers call {@link #checkBytes}, {@link #checkEvents} and {@link #checkMemory} while they read.
 */
public final class ImportOptions {
    /** The defaults. */
    public static final ImportOptions DEFAULT = new ImportOptions(
            1L << 36, 1L << 34, Runtime.getRuntime().maxMemory() / 8 * 7, Optional.empty(), bytes -> {});

    private static final int MOST_CHARACTERS = 200;

    private final long maxBytes;
    private final long maxEvents;
    private final long maxMemoryBytes;
    private final Optional<Pattern> steps;
    private final LongConsumer progress;

    private ImportOptions(
            long maxBytes, long maxEvents, long maxMemoryBytes, Optional<Pattern> steps, LongConsumer progress) {
        this.maxBytes = atLeastOne("maxBytes", maxBytes);
        this.maxEvents = atLeastOne("maxEvents", maxEvents);
        this.maxMemoryBytes = atLeastOne("maxMemoryBytes", maxMemoryBytes);
        this.steps = steps;
        this.progress = progress;
    }

    /** {@return the most bytes of the decompressed file; default 64 GiB} */
    public long maxBytes() {
        return maxBytes;
    }

    /** {@return the most events; default 17 billion} */
    public long maxEvents() {
        return maxEvents;
    }

    /**
     * {@return the most memory for reading and the trace, as estimated by the importer, in bytes; default seven eighths
     * of the largest heap}
     */
    public long maxMemoryBytes() {
        return maxMemoryBytes;
    }

    /** {@return the names of the events that are steps; empty for the marks of the file} */
    public Optional<Pattern> steps() {
        return steps;
    }

    /**
     * {@return these options with names of steps}
     *
     * @param regex pattern of whole names, or of parts if it matches no whole name; 1 to 200 characters
     */
    public ImportOptions withSteps(String regex) {
        String wrong = "steps = " + regex + " is not allowed: ";
        if (regex.isEmpty() || regex.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(wrong + "must have 1 to " + MOST_CHARACTERS + " characters");
        }
        try {
            return new ImportOptions(
                    maxBytes, maxEvents, maxMemoryBytes, Optional.of(Pattern.compile(regex)), progress);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(wrong + e.getDescription() + " at character " + (e.getIndex() + 1), e);
        }
    }

    /**
     * {@return these options with a receiver of the progress}
     *
     * @param receiver receives the number of decompressed bytes that an importer of text has read, now and then, on the
     *     reading thread
     */
    public ImportOptions withProgress(LongConsumer receiver) {
        return new ImportOptions(maxBytes, maxEvents, maxMemoryBytes, steps, receiver);
    }

    /**
     * Reports the progress of an import.
     *
     * @param bytes number of bytes of the decompressed file that have been read
     */
    public void progress(long bytes) {
        progress.accept(bytes);
    }

    /**
     * {@return these options with another limit of bytes}
     *
     * @param bytes most bytes of a file, 1 or more
     */
    public ImportOptions withMaxBytes(long bytes) {
        return new ImportOptions(bytes, maxEvents, maxMemoryBytes, steps, progress);
    }

    /**
     * {@return these options with another limit of events}
     *
     * @param events most events, 1 or more
     */
    public ImportOptions withMaxEvents(long events) {
        return new ImportOptions(maxBytes, events, maxMemoryBytes, steps, progress);
    }

    /**
     * {@return these options with another limit of memory}
     *
     * @param bytes most memory, 1 or more
     */
    public ImportOptions withMaxMemoryBytes(long bytes) {
        return new ImportOptions(maxBytes, maxEvents, bytes, steps, progress);
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

    private static long atLeastOne(String parameter, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(parameter + " = " + value + " is not allowed: must be 1 or more");
        }
        return value;
    }
}
