package io.stepprofiler.agent.options;

import io.stepprofiler.handlers.functions.FunctionProfileOptions;
import io.stepprofiler.text.NearestWord;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The options of one source, as text: each name is known and occurs once. */
record OptionList(String source, Map<Option<?>, String> texts) {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    static OptionList none(String source) {
        return new OptionList(source, Map.of());
    }

    /** Parses {@code name=value,name=value}; a name alone switches an option on. */
    static OptionList ofArgument(String source, String argument) throws BadOptionException {
        Map<Option<?>, String> texts = new LinkedHashMap<>();
        @Nullable Option<?> last = null;
        for (String part : argument.split(",", -1)) {
            if (!part.isBlank()) {
                int equals = part.indexOf('=');
                String name = (equals < 0 ? part : part.substring(0, equals)).strip();
                if (equals < 0
                        && last != null
                        && last.isList()
                        && Option.named(name).isEmpty()) {
                    throw new BadOptionException("unknown option '" + name + "' (" + source
                            + "); if it is one more value of "
                            + last.name() + ", write " + last.name() + "="
                            + texts.get(last) + OptionValues.SEPARATOR + name);
                }
                Option<?> option = option(source, name);
                if (equals < 0 && !option.isSwitch()) {
                    throw new BadOptionException(
                            name + " (" + source + ") has no value: must be " + name + "= " + option.allowed());
                }
                String value = equals < 0 ? "true" : part.substring(equals + 1).strip();
                if (texts.putIfAbsent(option, value) != null) {
                    throw new BadOptionException(name + " = '" + value + "' (" + source + ") is not allowed: " + name
                            + " was given before, as '" + texts.get(option) + "'");
                }
                last = option;
            }
        }
        return new OptionList(source, texts);
    }

    /** Reads a properties file in UTF-8, which may begin with a byte order mark. */
    static OptionList ofFile(Path file) throws BadOptionException {
        Properties properties = new Properties();
        try {
            String text = Files.readString(file);
            properties.load(new StringReader(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text));
        } catch (CharacterCodingException e) {
            throw new BadOptionException("config = '" + file + "' is not allowed: must be text in UTF-8");
        } catch (IOException | IllegalArgumentException e) {
            throw new BadOptionException(
                    "config = '" + file + "' is not allowed: cannot be read as a properties file: " + e);
        }
        Map<Option<?>, String> texts = new LinkedHashMap<>();
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            Option<?> option = option(file.toString(), name);
            if (option == Option.CONFIG) {
                throw new BadOptionException("config (" + file + ") is not allowed in a file of options");
            }
            texts.put(option, properties.getProperty(name).strip());
        }
        return new OptionList(file.toString(), texts);
    }

    private static Option<?> option(String source, String name) throws BadOptionException {
        return Option.named(name)
                .orElseThrow(() -> new BadOptionException("unknown option '" + name + "' (" + source + "); "
                        + FunctionProfileOptions.elsewhere(name).orElseGet(() -> help(name))));
    }

    private static String help(String name) {
        List<String> known = Option.all().stream().map(Option::name).toList();
        return NearestWord.near(name, known)
                        .map(near -> "did you mean " + near + "? ")
                        .orElse("") + "help lists them all";
    }
}
