package io.stepprofiler.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/** Names by their ids, which native code assigns for the life of the process. */
final class NativeNames {
    private static final String UNKNOWN = "unknown";

    /** Suffix that CUPTI adds to names of runtime functions: kind of default stream, and version. */
    private static final Pattern VARIANT = Pattern.compile("(_ptsz|_ptds)?(_v\\d{4,5})$");

    private final IntFunction<List<String>> more;
    private final List<String> known = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();

    /** Creates names from a function that returns all names from an id on. */
    NativeNames(IntFunction<List<String>> more) {
        this.more = more;
    }

    /** Returns the name with an id; never empty. */
    String name(int number) {
        return in(known, number);
    }

    /** Returns the name of a function without its suffix; never empty. */
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
