package io.stepprofiler.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/** Names by their numbers, which native code gives out for the life of the process. */
final class Names {
    private static final String UNKNOWN = "unknown";

    /** What CUPTI has behind the name of a function of the runtime: which stream is the default, since which version. */
    private static final Pattern VARIANT = Pattern.compile("(_ptsz|_ptds)?(_v\\d{4,5})$");

    private final IntFunction<List<String>> more;
    private final List<String> known = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();

    /** Those that a function answers from a number on. */
    Names(IntFunction<List<String>> more) {
        this.more = more;
    }

    /** Never empty. */
    String name(int number) {
        return in(known, number);
    }

    /** The name of a function as programs call it; never empty. */
    String function(int number) {
        return in(functions, number);
    }

    private String in(List<String> names, int number) {
        if (number >= known.size()) {
            for (String name : more.apply(known.size())) {
                known.add(name);
                functions.add(VARIANT.matcher(name).replaceFirst(""));
            }
        }
        String name = number >= 0 && number < names.size() ? names.get(number) : "";
        return name.isEmpty() ? UNKNOWN : name;
    }
}
