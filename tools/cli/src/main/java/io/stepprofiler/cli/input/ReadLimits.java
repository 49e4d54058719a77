package io.stepprofiler.cli.input;

import io.stepprofiler.imports.ImportOptions;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of reading: limits of the size of files, and the names of steps. */
public final class ReadLimits {
    /** Converter for sizes such as {@code 500}, {@code 200m} and {@code 4g}. */
    public static final class Size implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9})([kmgt]?)");
        private static final String UNITS = "kmgt";

        @Override
        public Long convert(String text) {
            Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is not a number followed by k, m, g or t");
            }
            int power = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
            return Long.parseLong(matcher.group(1)) << (10 * power);
        }
    }

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            converter = Size.class,
            description = "refuse a file with more bytes when it is decompressed; k, m, g, t are units; default 64g")
    private @Nullable Long bytes;

    @Option(names = "--max-events", paramLabel = "N", description = "refuse a file with more events")
    private @Nullable Long events;

    @Option(
            names = "--max-memory",
            paramLabel = "SIZE",
            converter = Size.class,
            description = "refuse a file whose trace takes more memory; default seven eighths of the heap")
    private @Nullable Long memory;

    @Option(
            names = "--step",
            paramLabel = "REGEX",
            description = "the events on threads with such names are the steps, instead of the marks of the file")
    private @Nullable String steps;

    boolean nameSteps() {
        return steps != null;
    }

    /** The given limits, else the defaults; refuses a limit below 1. */
    public ImportOptions options(Subcommand command) {
        return options(ImportOptions.DEFAULT, command);
    }

    /** The given limits, else the others. */
    public ImportOptions options(ImportOptions others, Subcommand command) {
        try {
            return (steps == null ? others : others.withSteps(steps))
                    .withMaxBytes(bytes == null ? others.maxBytes() : bytes)
                    .withMaxEvents(events == null ? others.maxEvents() : events)
                    .withMaxMemoryBytes(memory == null ? others.maxMemoryBytes() : memory);
        } catch (IllegalArgumentException e) {
            throw command.refusal(e);
        }
    }
}
