package io.stepprofiler.cli.input;

import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converter for constants in lower case, such as {@code self-device-time}, which also lists them for completion and
 * help.
 *
 * @param <E> the type of the constants
 */
public abstract class EnumWords<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
    private final List<E> all;

    /** The type that the subclass names. */
    @SuppressWarnings("unchecked")
    public EnumWords() {
        ParameterizedType named = (ParameterizedType) getClass().getGenericSuperclass();
        all = List.of(((Class<E>) named.getActualTypeArguments()[0]).getEnumConstants());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public E convert(String text) {
        return all.stream()
                .filter(each -> word(each).equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not " + alternatives()));
    }

    private String alternatives() {
        List<String> words = new ArrayList<>();
        forEach(words::add);
        String last = words.remove(words.size() - 1);
        return String.join(", ", words) + " or " + last;
    }

    @Override
    public Iterator<String> iterator() {
        return all.stream().map(EnumWords::word).iterator();
    }
}
