package io.stepprofiler.agent.options;

import io.stepprofiler.agent.weaving.MethodPattern;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What values an option takes.
 *
 * @param allowed which those are, as messages and documents say it
 * @param parser makes the value of its text, or throws {@link IllegalArgumentException} if it is none
 * @param <T> type of the value
 */
record Values<T>(String allowed, Function<String, T> parser) {
    static Values<Boolean> booleans() {
        return new Values<>("true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        });
    }

    static Values<Integer> wholeNumbers(int least, int most) {
        return new Values<>("a whole number, " + least + " to " + most, text -> {
            int value = Integer.parseInt(text);
            if (value < least || value > most) {
                throw new IllegalArgumentException(text);
            }
            return value;
        });
    }

    /** How many times as much as usual something has to be; 0 for never. */
    static Values<Double> multiples() {
        return new Values<>("0, or a number above 1", text -> {
            double value = Double.parseDouble(text);
            if (value != 0 && !(value > 1 && value < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(text);
            }
            return value;
        });
    }

    static <E extends Enum<E>> Values<E> oneOf(Class<E> type) {
        return new Values<>("one of " + names(type), text -> constant(type, text));
    }

    static <E extends Enum<E>> Values<List<E>> someOf(Class<E> type, int least) {
        return new Values<>("some of " + names(type) + ", with ; between them", text -> {
            List<E> constants =
                    split(text).map(part -> constant(type, part)).distinct().toList();
            if (constants.size() < least) {
                throw new IllegalArgumentException(text);
            }
            return constants;
        });
    }

    /** A directory that is there or can be made. */
    static Values<Path> directories() {
        return new Values<>("a directory that can be written in", text -> {
            Path dir = path(text);
            Path existing = dir.toAbsolutePath();
            while (existing != null && !Files.exists(existing)) {
                existing = existing.getParent();
            }
            if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
                throw new IllegalArgumentException(text);
            }
            return dir;
        });
    }

    static Values<List<MethodPattern>> methodPatterns(int most) {
        String form = most == 1 ? MethodPattern.FORM : MethodPattern.FORM + "; several with ; between them";
        return new Values<>(form, text -> {
            List<MethodPattern> patterns = split(text).map(MethodPattern::of).toList();
            if (patterns.size() > most) {
                throw new IllegalArgumentException(text);
            }
            return patterns;
        });
    }

    /** One file, or none where nothing is said. */
    static Values<List<Path>> files() {
        return new Values<>("a properties file that can be read", text -> {
            if (text.isEmpty()) {
                return List.of();
            }
            Path file = path(text);
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new IllegalArgumentException(text);
            }
            return List.of(file);
        });
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
        return Arrays.stream(text.split(";", -1)).map(String::strip).filter(part -> !part.isEmpty());
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> nameOf(constant).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text));
    }

    private static <E extends Enum<E>> String names(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Values::nameOf).collect(Collectors.joining(", "));
    }

    static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
