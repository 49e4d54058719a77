package io.stepprofiler.agent.options;

import io.stepprofiler.agent.weaving.MethodPattern;
import io.stepprofiler.cuda.CudaOptions;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerOptions;
import io.stepprofiler.ledger.Parallelism;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Allowed values of an option.
 *
 * @param allowed description of the values for messages and documents
 * @param parser parses the text of a value; throws {@link IllegalArgumentException} if it is not allowed
 * @param <T> type of the value
 */
record OptionValues<T>(String allowed, Function<String, T> parser) {
    private static final String WRITABLE = "a writable directory";
    private static final int MAX_PORT = 0xFFFF;

    /** Separator between the values of a list. */
    static final String SEPARATOR = ";";

    /** Step that the agent finds. */
    static final String AUTO = "auto";

    private static final String SEPARATED = ", separated by " + SEPARATOR;

    /** Separators that users may write by mistake. */
    private static final Pattern OTHER_SEPARATORS = Pattern.compile("[,:|+&/\\s]+");

    private static final Pattern HOST = Pattern.compile("[\\w.:%-]{0,255}");

    /** Refusal of a value for a specific reason, which is the message. */
    static final class RefusedException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private final String reason;

        RefusedException(String reason) {
            super(reason);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    /** {@return whether several values may be given} */
    boolean isList() {
        return allowed.endsWith(SEPARATED);
    }

    /** Returns the list that was probably meant if the text uses another separator. */
    Optional<String> asList(String text) {
        String separated = OTHER_SEPARATORS.matcher(text).replaceAll(SEPARATOR);
        if (!isList() || separated.equals(text)) {
            return Optional.empty();
        }
        try {
            return parser.apply(separated) == null ? Optional.empty() : Optional.of(separated);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static OptionValues<Boolean> booleans() {
        return new OptionValues<>("true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        });
    }

    static OptionValues<Integer> wholeNumbers(int least, int most) {
        return new OptionValues<>("a whole number, " + least + " to " + most, text -> {
            int value = Integer.parseInt(text);
            if (value < least || value > most) {
                throw new IllegalArgumentException(text);
            }
            return value;
        });
    }

    /** A multiple of the usual value; 0 for never. */
    static OptionValues<Double> multiples() {
        return new OptionValues<>("0, or a number above 1", text -> {
            double value = Double.parseDouble(text);
            if (value != 0 && !(value > 1 && value < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(text);
            }
            return value;
        });
    }

    static <E extends Enum<E>> OptionValues<E> oneOf(Class<E> type) {
        return new OptionValues<>("one of " + names(type), text -> constant(type, text));
    }

    static <E extends Enum<E>> OptionValues<Optional<E>> oneOrNone(Class<E> type) {
        return new OptionValues<>(
                "one of " + names(type), text -> text.isEmpty() ? Optional.empty() : Optional.of(constant(type, text)));
    }

    static <E extends Enum<E>> OptionValues<List<E>> someOf(Class<E> type, int least) {
        return new OptionValues<>("some of " + names(type) + SEPARATED, text -> {
            List<E> constants =
                    split(text).map(part -> constant(type, part)).distinct().toList();
            if (constants.size() < least) {
                throw new IllegalArgumentException(text);
            }
            return constants;
        });
    }

    /** A directory that exists or can be created. */
    static OptionValues<Path> directories() {
        return new OptionValues<>(WRITABLE, OptionValues::writable);
    }

    /** A directory, or none if the text is empty. */
    static OptionValues<List<Path>> directoryOrNone() {
        return new OptionValues<>(WRITABLE, text -> text.isEmpty() ? List.of() : List.of(writable(text)));
    }

    private static Path writable(String text) {
        Path dir = path(text);
        Path existing = dir.toAbsolutePath();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
            throw new IllegalArgumentException(text);
        }
        return dir;
    }

    static OptionValues<List<MethodPattern>> methodPatterns(int most) {
        return new OptionValues<>(MethodPattern.FORM + "; several" + SEPARATED, text -> {
            List<MethodPattern> patterns = split(text).map(MethodPattern::of).toList();
            if (patterns.size() > most) {
                throw new IllegalArgumentException(text);
            }
            return patterns;
        });
    }

    /** Name of a job; may be empty. */
    static OptionValues<String> jobs() {
        return new OptionValues<>(
                "a name of at most " + JobPlace.MAX_TEXT + " characters",
                text -> JobPlace.UNKNOWN.job(text).job());
    }

    /** Labels with their values, besides the labels that the launcher gives. */
    static OptionValues<Map<String, String>> labels() {
        String allowed = "label:value, " + JobPlace.MAX_LABELS + " at most" + SEPARATED;
        return new OptionValues<>(allowed, text -> place(text, JobPlace::label).labels());
    }

    /** Positions by the kind of the groups. */
    static OptionValues<Map<Parallelism, Integer>> positions() {
        String allowed = "kind:position, the kind one of " + names(Parallelism.class) + "; several" + SEPARATED;
        return new OptionValues<>(
                allowed,
                text -> place(
                                text,
                                (place, kind, position) ->
                                        place.position(constant(Parallelism.class, kind), Integer.parseInt(position)))
                        .positions());
    }

    private interface Setter {
        JobPlace set(JobPlace place, String name, String value);
    }

    private static JobPlace place(String text, Setter setter) {
        JobPlace place = LedgerOptions.DEFAULT.place();
        for (String pair : split(text).toList()) {
            int colon = pair.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException(pair);
            }
            place = setter.set(place, pair.substring(0, colon), pair.substring(colon + 1));
        }
        return place;
    }

    /** Names of device metrics, without duplicates. */
    static OptionValues<List<String>> metrics() {
        String allowed = "names such as dram__bytes_read.sum, " + CudaOptions.MAX_METRICS + " at most" + SEPARATED;
        return new OptionValues<>(allowed, text -> {
            List<String> names = split(text).distinct().toList();
            return names.isEmpty()
                    ? names
                    : CudaOptions.DEFAULT
                            .withMetrics(names.toArray(String[]::new))
                            .metrics();
        });
    }

    /** A pattern of methods that are steps; none if the text is empty, {@value #AUTO} or an annotation. */
    static OptionValues<List<MethodPattern>> stepMethod() {
        return new OptionValues<>(MethodPattern.FORM + "; or @annotation; or " + AUTO, text -> {
            List<MethodPattern> patterns = split(text.matches(AUTO + "|@[\\w.$]+") ? "" : text)
                    .map(MethodPattern::of)
                    .toList();
            if (patterns.size() > 1) {
                throw new IllegalArgumentException(text);
            }
            if (patterns.stream().anyMatch(pattern -> pattern.method().equals(MethodPattern.CONSTRUCTOR))) {
                throw new RefusedException("a constructor is no step; name a method that is called once a step");
            }
            return patterns;
        });
    }

    /** A time in seconds; 0 for none. */
    static OptionValues<Duration> seconds(double least, double most) {
        return new OptionValues<>("0, or a number of seconds, " + least + " to " + Math.round(most), text -> {
            double value = Double.parseDouble(text);
            if (value != 0 && !(value >= least && value <= most)) {
                throw new IllegalArgumentException(text);
            }
            return Duration.ofMillis(Math.round(value * 1000));
        });
    }

    /** A properties file, or none if the text is empty. */
    static OptionValues<List<Path>> files() {
        return new OptionValues<>("a properties file that can be read", text -> {
            if (text.isEmpty()) {
                return List.of();
            }
            return List.of(readable(text));
        });
    }

    /** A port, 0 for any free port, or none if the text is empty. */
    static OptionValues<OptionalInt> ports() {
        return new OptionValues<>("a port, 0 to " + MAX_PORT, text -> {
            int port = text.isEmpty() ? 0 : Integer.parseInt(text);
            if (port < 0 || port > MAX_PORT) {
                throw new IllegalArgumentException(text);
            }
            return text.isEmpty() ? OptionalInt.empty() : OptionalInt.of(port);
        });
    }

    /** A host name or address; may be empty. */
    static OptionValues<String> hosts() {
        return new OptionValues<>("an address such as 0.0.0.0", text -> {
            if (!HOST.matcher(text).matches()) {
                throw new IllegalArgumentException(text);
            }
            return text;
        });
    }

    /** A file with a secret, a secret to generate, or none if the text is empty. */
    static OptionValues<ServerToken> tokens() {
        return new OptionValues<>(
                "a file that only its owner can read, or " + ServerToken.NEW,
                text -> text.isEmpty()
                        ? ServerToken.NONE
                        : text.equals(ServerToken.NEW)
                                ? ServerToken.MADE
                                : new ServerToken(false, List.of(readable(text))));
    }

    /** A file in PEM, or none if the text is empty. */
    static OptionValues<List<Path>> pemFiles() {
        return new OptionValues<>(
                "a file in PEM that can be read", text -> text.isEmpty() ? List.of() : List.of(readable(text)));
    }

    private static Path readable(String text) {
        Path file = path(text);
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IllegalArgumentException(text);
        }
        return file;
    }

    private static Path path(String text) {
        try {
            if (!text.isEmpty()) {
                return Path.of(text);
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(text, e);
        }
        throw new IllegalArgumentException("empty");
    }

    private static Stream<String> split(String text) {
        return Arrays.stream(text.split(SEPARATOR, -1)).map(String::strip).filter(part -> !part.isEmpty());
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> nameOf(constant).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text));
    }

    private static <E extends Enum<E>> String names(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(OptionValues::nameOf).collect(Collectors.joining(", "));
    }

    static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
