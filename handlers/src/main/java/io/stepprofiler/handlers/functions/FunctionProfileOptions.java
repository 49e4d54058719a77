package io.stepprofiler.handlers.functions;

import io.stepprofiler.analysis.functions.FunctionSelector;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options of function profiles and their printing. Immutable; each {@code with} method returns changed options.
 *
 * @param functions the selection of functions; default {@link FunctionSelector#AUTOMATIC}
 * @param ignoreFirstCall whether the first call of each function is left out; default false
 * @param nApply most rows of the table of nodes, 1 or more; default 20
 * @param nOps most rows of the tables of operations and of classes, 1 or more; default 20
 * @param outputLineWidth most characters of a line, 80 or more; names are truncated; default 512
 * @param minMemorySize smallest results that the memory profile lists, in bytes, 0 or more; default 1024
 * @param minPeakMemory whether the memory profile looks for the order of operations with the lowest peak, for some
 *     seconds at most; default false
 * @param debugPrint whether the nodes are printed as a tree, in the order of their execution; default false
 * @param printGlobalStats whether the times of the whole process are printed, too; default false
 * @param destination where to print; default standard error
 * @param printing when to print; default {@link Printing#AT_EXIT}
 */
public record FunctionProfileOptions(
        FunctionSelector functions,
        boolean ignoreFirstCall,
        int nApply,
        int nOps,
        int outputLineWidth,
        long minMemorySize,
        boolean minPeakMemory,
        boolean debugPrint,
        boolean printGlobalStats,
        Destination destination,
        Printing printing) {
    /** The defaults. */
    public static final FunctionProfileOptions DEFAULT = new FunctionProfileOptions(
            FunctionSelector.AUTOMATIC,
            false,
            20,
            20,
            512,
            1024,
            false,
            false,
            false,
            Destination.STANDARD_ERROR,
            Printing.AT_EXIT);

    /** The environment variable with a list of options for {@link #parse}: {@value}. */
    public static final String VARIABLE = "STEP_PROFILER_FUNCTIONS";

    /** The narrowest lines. */
    static final int MIN_WIDTH = 80;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public FunctionProfileOptions {
        Objects.requireNonNull(functions, "functions");
        Objects.requireNonNull(destination, "destination");
        Objects.requireNonNull(printing, "printing");
        check("n_apply", nApply, 1);
        check("n_ops", nOps, 1);
        check("output_line_width", outputLineWidth, MIN_WIDTH);
        check("min_memory_size", minMemorySize, 0);
    }

    private static void check(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + " = " + value + " is not allowed: must be " + min + " or more");
        }
    }

    /**
     * {@return the options in a list such as {@code n_apply=5,destination=profile.txt}, and the defaults for the rest}
     *
     * <p>The names are Aesara's flags, with or without the prefix {@code profiling__} or {@code profiling.}, and {@code
     * functions}, {@code shared} and {@code print}. If a name occurs twice, the last value counts. Truth values are
     * {@code true}, {@code false}, {@code 1} or {@code 0}, in upper or lower case. Flags of Aesara without effect here,
     * such as {@code profile}, are accepted with the value that always holds; another value is refused, and the
     * exception names what to use.
     *
     * @param list names and values, {@code name=value}, with commas between them; may be empty
     * @throws IllegalArgumentException if a name is not known, or a value is not allowed
     */
    public static FunctionProfileOptions parse(String list) {
        FunctionProfileOptions options = DEFAULT;
        Optional<String> shared = Optional.empty();
        for (String part : list.split(",", -1)) {
            if (!part.isBlank()) {
                Flag.Given given = Flag.parse(part);
                if (given.flag() == Flag.SHARED) {
                    shared = Optional.of(given.value());
                } else {
                    options = given.flag().apply(options, given.value());
                }
            }
        }
        FunctionProfileOptions parsed = options;
        return shared.map(name -> parsed.withFunctions(parsed.functions.shared(name)))
                .orElse(parsed);
    }

    /**
     * {@return advice on an option of {@link #parse} that was given elsewhere, such as to the agent; empty if it is no
     * such option}
     *
     * @param name its name, as {@link #parse} takes it
     */
    public static Optional<String> elsewhere(String name) {
        return Flag.named(name).map(Flag::elsewhere);
    }

    /**
     * {@return the options that {@value #VARIABLE} gives; empty if it is not set}
     *
     * @param environment usually {@link System#getenv()}
     * @throws IllegalArgumentException as for {@link #parse}
     */
    public static Optional<FunctionProfileOptions> fromEnvironment(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE)).map(FunctionProfileOptions::parse);
    }

    /**
     * {@return these options with another value}
     *
     * @param value the selection of functions
     */
    public FunctionProfileOptions withFunctions(FunctionSelector value) {
        return with(all -> all.functions = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value whether first calls are left out
     */
    public FunctionProfileOptions withIgnoreFirstCall(boolean value) {
        return with(all -> all.ignoreFirstCall = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value most rows of the table of nodes and of the memory profile, 1 or more
     */
    public FunctionProfileOptions withNApply(int value) {
        return with(all -> all.nApply = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value most rows of the tables of operations and classes, 1 or more
     */
    public FunctionProfileOptions withNOps(int value) {
        return with(all -> all.nOps = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value most characters of a line, 80 or more
     */
    public FunctionProfileOptions withOutputLineWidth(int value) {
        return with(all -> all.outputLineWidth = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value smallest results that are listed, in bytes, 0 or more
     */
    public FunctionProfileOptions withMinMemorySize(long value) {
        return with(all -> all.minMemorySize = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value whether the lowest peak is looked for
     */
    public FunctionProfileOptions withMinPeakMemory(boolean value) {
        return with(all -> all.minPeakMemory = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value whether the nodes are printed as a tree
     */
    public FunctionProfileOptions withDebugPrint(boolean value) {
        return with(all -> all.debugPrint = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value whether the times of the process are printed
     */
    public FunctionProfileOptions withPrintGlobalStats(boolean value) {
        return with(all -> all.printGlobalStats = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value where to print
     */
    public FunctionProfileOptions withDestination(Destination value) {
        return with(all -> all.destination = value);
    }

    /**
     * {@return these options with another value}
     *
     * @param value when to print
     */
    public FunctionProfileOptions withPrinting(Printing value) {
        return with(all -> all.printing = value);
    }

    private FunctionProfileOptions with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.options();
    }

    /** The components, to be changed one by one. */
    private static final class Copy {
        private FunctionSelector functions;
        private boolean ignoreFirstCall;
        private int nApply;
        private int nOps;
        private int outputLineWidth;
        private long minMemorySize;
        private boolean minPeakMemory;
        private boolean debugPrint;
        private boolean printGlobalStats;
        private Destination destination;
        private Printing printing;

        private Copy(FunctionProfileOptions from) {
            functions = from.functions;
            ignoreFirstCall = from.ignoreFirstCall;
            nApply = from.nApply;
            nOps = from.nOps;
            outputLineWidth = from.outputLineWidth;
            minMemorySize = from.minMemorySize;
            minPeakMemory = from.minPeakMemory;
            debugPrint = from.debugPrint;
            printGlobalStats = from.printGlobalStats;
            destination = from.destination;
            printing = from.printing;
        }

        private FunctionProfileOptions options() {
            return new FunctionProfileOptions(
                    functions,
                    ignoreFirstCall,
                    nApply,
                    nOps,
                    outputLineWidth,
                    minMemorySize,
                    minPeakMemory,
                    debugPrint,
                    printGlobalStats,
                    destination,
                    printing);
        }
    }

    /** Time at which a handler prints by itself. */
    public enum Printing {
        /** When a profile ends: at its close, or when the virtual machine ends. */
        AT_EXIT,
        /** After each window, all windows so far. */
        EACH_WINDOW,
        /** Never; only {@link FunctionProfileHandler#print()} prints. */
        ON_REQUEST
    }
}
