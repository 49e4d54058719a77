package io.stepprofiler.handlers.functions;

import io.stepprofiler.analysis.functions.FunctionSelector;
import io.stepprofiler.handlers.functions.FunctionProfileOptions.Printing;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Option of function profiles that can be given as text, under Aesara's name. */
enum Flag {
    FUNCTIONS("functions", (options, text) -> options.withFunctions(FunctionSelector.parse(text))),
    SHARED(
            "shared",
            (options, text) -> options.withFunctions(options.functions().shared(text))),
    IGNORE_FIRST_CALL("ignore_first_call", (options, text) -> options.withIgnoreFirstCall(truth(text))),
    N_APPLY("n_apply", (options, text) -> options.withNApply((int) number(text, 1, Integer.MAX_VALUE))),
    N_OPS("n_ops", (options, text) -> options.withNOps((int) number(text, 1, Integer.MAX_VALUE))),
    OUTPUT_LINE_WIDTH(
            "output_line_width",
            (options, text) -> options.withOutputLineWidth(
                    (int) number(text, FunctionProfileOptions.MIN_WIDTH, Integer.MAX_VALUE))),
    MIN_MEMORY_SIZE("min_memory_size", (options, text) -> options.withMinMemorySize(number(text, 0, Long.MAX_VALUE))),
    MIN_PEAK_MEMORY("min_peak_memory", (options, text) -> options.withMinPeakMemory(truth(text))),
    DEBUGPRINT("debugprint", (options, text) -> options.withDebugPrint(truth(text))),
    PRINT_GLOBAL_STATS("print_global_stats", (options, text) -> options.withPrintGlobalStats(truth(text))),
    DESTINATION("destination", (options, text) -> options.withDestination(Destination.parse(text))),
    PRINT("print", (options, text) -> options.withPrinting(printing(text))),
    PROFILE(
            "profile",
            true,
            "format=functions of the agent, FunctionProfileHandler and 'stepprof functions' print profiles, and nothing else"
                    + " does"),
    PROFILE_MEMORY(
            "profile_memory",
            true,
            "the memory profile is there if memory and shapes are recorded: memory=true of the agent, profileMemory(true) and"
                    + " recordShapes(true)"),
    PROFILE_OPTIMIZER(
            "profile_optimizer",
            false,
            "no framework of the JVM has a rewriter to profile; compile times are there if the flight recorder runs: jvm=flight"
                    + " of the agent, FlightRecorderSource"),
    TIME_THUNKS(
            "time_thunks",
            true,
            "operations are there if something reports them, such as ops=auto of the agent, or TorchSource");

    /** A flag with the text of its value. */
    record Given(Flag flag, String value) {}

    /** Prefixes of names in Aesara and Theano, and prefixes that users confuse with these. */
    private static final String PREFIX = "profil(?:e|ing)(?:__|_|\\.)";

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final BiFunction<FunctionProfileOptions, String, FunctionProfileOptions> setter;

    private final String instead;

    /**
     * A flag without effect: it accepts only the value that always holds, and the refusal of another value names what
     * to use instead.
     */
    Flag(String text, boolean only, String instead) {
        this(
                text,
                (options, value) -> {
                    if (truth(value) != only) {
                        throw new BadValue(only + ", or left out: " + instead);
                    }
                    return options;
                },
                instead);
    }

    Flag(String text, BiFunction<FunctionProfileOptions, String, FunctionProfileOptions> setter) {
        this(text, setter, "");
    }

    Flag(String text, BiFunction<FunctionProfileOptions, String, FunctionProfileOptions> setter, String instead) {
        this.text = text;
        this.setter = setter;
        this.instead = instead;
    }

    /** Parses {@code name=value}. */
    static Given parse(String part) {
        int equals = part.indexOf('=');
        String name = (equals < 0 ? part : part.substring(0, equals)).strip();
        Flag flag = named(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Option '" + name + "' of function profiles is not known; known are " + names()));
        if (equals < 0) {
            throw new IllegalArgumentException(name + " has no value: must be " + name + "=VALUE");
        }
        return new Given(flag, part.substring(equals + 1).strip());
    }

    /** The flag of a name, with or without a prefix; empty if there is none. */
    static Optional<Flag> named(String name) {
        return Arrays.stream(values())
                .filter(each -> bare(each.text).equals(bare(name)))
                .findFirst();
    }

    private static String bare(String name) {
        return name.replaceFirst("^" + PREFIX, "");
    }

    /** Advice for places that do not accept options of function profiles. */
    String elsewhere() {
        return instead.isEmpty()
                ? "function profiles take it from the environment: " + FunctionProfileOptions.VARIABLE + "=" + text
                        + "=VALUE"
                : "it is not needed: " + instead;
    }

    FunctionProfileOptions apply(FunctionProfileOptions options, String value) {
        try {
            return setter.apply(options, value);
        } catch (BadValue e) {
            throw new IllegalArgumentException(
                    text + " = '" + value + "' is not allowed: must be " + e.getMessage(), e);
        }
    }

    private static String names() {
        return Arrays.stream(values()).map(flag -> flag.text).collect(Collectors.joining(", "));
    }

    /** A value of the wrong form; its message says what is allowed. */
    private static final class BadValue extends RuntimeException {
        private static final long serialVersionUID = 1;

        BadValue(String allowed) {
            super(allowed, null, false, false);
        }
    }

    private static boolean truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new BadValue("true or false");
        };
    }

    private static long number(String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw new BadValue("a whole number from " + least + " to " + most);
    }

    private static Printing printing(String text) {
        return Arrays.stream(Printing.values())
                .filter(when -> when.name().toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new BadValue("at_exit, each_window or on_request"));
    }
}
