package io.stepprofiler.agent.options;

import io.stepprofiler.agent.weaving.MethodPattern;
import io.stepprofiler.ledger.Parallelism;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * One option of the agent: its name, allowed values, default and purpose. The constants are all the options.
 *
 * @param <T> type of its value
 */
public final class Option<T> {
    // A7: options of the agent only.
    private static final int MAX_STEPS = Integer.MAX_VALUE;
    private static final int LONGEST_CLOSE_SECONDS = 24 * 60 * 60;
    private static final int MAX_PATTERNS = 1000;
    private static final double SHORTEST_FLUSH_SECONDS = 0.1;
    private static final double LONGEST_FLUSH_SECONDS = 24 * 60 * 60;

    /** Switches the agent on or off. */
    public static final Option<Boolean> ENABLED =
            new Option<>("enabled", OptionValues.booleans(), "true", "`false`: the agent does nothing at all");

    /** Prints the table of options. */
    public static final Option<Boolean> HELP =
            new Option<>("help", OptionValues.booleans(), "false", "prints this table; the program runs on unprofiled");

    /** File with more options. */
    public static final Option<List<Path>> CONFIG = new Option<>(
            "config",
            OptionValues.files(),
            "",
            "file with options, one `name=value` a line; default `stepprofiler.properties` in the working "
                    + "directory, if present");

    /** Directory of the written files. */
    public static final Option<Path> DIR = new Option<>(
            "dir", OptionValues.directories(), "log", "directory of the files; created with the first file");

    /** Files and tables made of each window. */
    public static final Option<List<Format>> FORMAT = new Option<>(
            "format",
            OptionValues.someOf(Format.class, 1),
            "report;tensorboard",
            "output made of each window; `memory` switches the options `memory`, `shapes` and `stack` on");

    /** Idle steps of each cycle. */
    public static final Option<Integer> WAIT = new Option<>(
            "wait",
            OptionValues.wholeNumbers(0, MAX_STEPS),
            "1",
            "idle steps of each cycle. Cycles are used if an option of `wait` to `skipFirstWait` is given; otherwise two "
                    + "windows, of 20 steps and a second or more, begin when the step time is steady");

    /** Warm-up steps of each cycle. */
    public static final Option<Integer> WARMUP = new Option<>(
            "warmup",
            OptionValues.wholeNumbers(0, MAX_STEPS),
            "1",
            "steps of each cycle that are recorded and discarded");

    /** Recorded steps of each cycle. */
    public static final Option<Integer> ACTIVE = new Option<>(
            "active",
            OptionValues.wholeNumbers(1, MAX_STEPS),
            "3",
            "recorded steps of each cycle, which make one window");

    /** Number of cycles. */
    public static final Option<Integer> REPEAT = new Option<>(
            "repeat", OptionValues.wholeNumbers(0, MAX_STEPS), "1", "number of cycles; 0: until the program ends");

    /** Steps before the first cycle. */
    public static final Option<Integer> SKIP_FIRST = new Option<>(
            "skipFirst", OptionValues.wholeNumbers(0, MAX_STEPS), "0", "idle steps before the first cycle");

    /** Skips the idle steps of the first cycle. */
    public static final Option<Boolean> SKIP_FIRST_WAIT = new Option<>(
            "skipFirstWait", OptionValues.booleans(), "false", "skips the `wait` steps of the first cycle");

    /** Options of the cycles of windows. If none is given, windows begin when the step time is steady. */
    static final List<Option<?>> CYCLES = List.of(WAIT, WARMUP, ACTIVE, REPEAT, SKIP_FIRST, SKIP_FIRST_WAIT);

    /** Number of steps in the history. */
    public static final Option<Integer> HISTORY = new Option<>(
            "history",
            OptionValues.wholeNumbers(0, MAX_STEPS),
            "0",
            "number of last steps that are always kept, instead of the windows of `wait` to `skipFirstWait`; "
                    + "written after an uncaught exception, when the program ends in the middle of a step, and as the "
                    + "next two options ask. 0: none");

    /** Threshold of a slow step that triggers writing the history. */
    public static final Option<Double> ON_SLOW_STEP = new Option<>(
            "onSlowStep",
            OptionValues.multiples(),
            "0",
            "writes the `history` when a step takes more than this multiple of the median of the steps "
                    + "before it; 0: never");

    /** Writes the history when a counter is not finite. */
    public static final Option<Boolean> ON_NOT_FINITE = new Option<>(
            "onNotFinite",
            OptionValues.booleans(),
            "false",
            "writes the `history` when a counter, such as the loss, is infinite or not a number");

    /** Method whose calls are steps. */
    public static final Option<List<MethodPattern>> STEP = new Option<>(
            "step",
            OptionValues.stepMethod(),
            "",
            "method of your own training loop whose calls are steps; `@name`: a method with that annotation; `auto`: a "
                    + "method that a loop calls; default: the steps of the framework, else of a method marked "
                    + "`@ProfiledStep`, else a proposal");

    /** Methods whose calls are scopes. */
    public static final Option<List<MethodPattern>> METHODS = new Option<>(
            "methods", OptionValues.methodPatterns(MAX_PATTERNS), "", "methods whose calls are recorded as scopes");

    /** Phases of the program's own step method. */
    public static final Option<PhaseSelection> PHASES = new Option<>(
            "phases",
            OptionValues.oneOf(PhaseSelection.class),
            "auto",
            "phases of the method of `step`: the calls in it that take 2 % of the step or more, recorded as scopes if "
                    + "these cost less than 2 % and `methods` names none; or none");

    /** Frameworks that are woven. */
    public static final Option<List<WovenFramework>> FRAMEWORKS = new Option<>(
            "frameworks",
            OptionValues.someOf(WovenFramework.class, 0),
            Arrays.stream(WovenFramework.values()).map(OptionValues::nameOf).collect(Collectors.joining(";")),
            "frameworks whose classes are woven if the program loads them; empty: none");

    /** Operations of frameworks that are recorded. */
    public static final Option<OperationSelection> OPS = new Option<>(
            "ops",
            OptionValues.oneOf(OperationSelection.class),
            "auto",
            "recorded operations: reports of the native library, calls of the framework's Java methods, the "
                    + "best of both that works, or none");

    /** Interval, in steps, of PyTorch's native operation reports. */
    public static final Option<Integer> TORCH_EVERY = new Option<>(
            "torchEvery",
            OptionValues.wholeNumbers(1, MAX_STEPS),
            "1",
            "interval, in steps, at which the native library reports PyTorch's operations, from the first "
                    + "step of each window on; the other steps cost hardly anything");

    /** Shapes of operations' inputs. */
    public static final Option<Boolean> SHAPES =
            new Option<>("shapes", OptionValues.booleans(), "true", "records the shapes of operations' inputs");

    /** Memory events. */
    public static final Option<Boolean> MEMORY =
            new Option<>("memory", OptionValues.booleans(), "false", "records allocations and frees");

    /** Call stacks. */
    public static final Option<Boolean> STACK = new Option<>(
            "stack",
            OptionValues.booleans(),
            "false",
            "records the Java call stack of each scope, which takes a microsecond, or several without native "
                    + "access");

    /** Modules. */
    public static final Option<Boolean> MODULES =
            new Option<>("modules", OptionValues.booleans(), "true", "records layers of models");

    /** Floating point operations. */
    public static final Option<Boolean> FLOPS =
            new Option<>("flops", OptionValues.booleans(), "false", "computes floating point operations");

    /** Recorded events of the virtual machine. */
    public static final Option<JvmEvents> JVM = new Option<>(
            "jvm",
            OptionValues.oneOf(JvmEvents.class),
            "flight",
            "recorded activity of the virtual machine: none; processor time, heap and collections; also "
                    + "flight recorder events");

    /** Recorded activity of GPUs. */
    public static final Option<DeviceSelection> DEVICES = new Option<>(
            "devices",
            OptionValues.oneOf(DeviceSelection.class),
            "auto",
            "recorded activity of GPUs: kernels, copies and the calls that caused them, from the first "
                    + "window that finds CUDA in the program; or none");

    /** Hardware counters of GPUs. */
    public static final Option<List<String>> DEVICE_METRICS = new Option<>(
            "deviceMetrics",
            OptionValues.metrics(),
            "",
            "hardware counters of GPUs for each recorded step, by NVIDIA's names, as far as they can be "
                    + "counted together; needs CUDA 12.6");

    /** Hardware counters per kernel. */
    public static final Option<Boolean> DEVICE_METRICS_PER_KERNEL = new Option<>(
            "deviceMetricsPerKernel",
            OptionValues.booleans(),
            "false",
            "counts `deviceMetrics` per kernel: kernels then run one after the other, and several times, so "
                    + "the times of such a window are not typical");

    /** Other profiler that scopes and steps are mirrored to. */
    public static final Option<Optional<OtherProfiler>> ANNOTATE = new Option<>(
            "annotate",
            OptionValues.oneOrNone(OtherProfiler.class),
            "",
            "other profiler that scopes and steps are mirrored to, in every step: NVTX ranges (Nsight "
                    + "Systems), ITT tasks (VTune), flight recordings; without one, scopes cost nothing more");

    /** Writes windows that exceed memory to a journal. */
    public static final Option<Boolean> JOURNAL = new Option<>(
            "journal",
            OptionValues.booleans(),
            "false",
            "lets windows exceed memory: the rest goes to the folder `journal` in `dir` until the window is "
                    + "written");

    /** Interval of flushes to the journal, which limits the loss of a killed process. */
    public static final Option<Duration> FLUSH_EVERY = new Option<>(
            "flushEvery",
            OptionValues.seconds(SHORTEST_FLUSH_SECONDS, LONGEST_FLUSH_SECONDS),
            "0",
            "maximum seconds of an open window that a killed process loses: older events go to the journal; "
                    + "switches `journal` on. 0: only events that do not fit into memory");

    /** Time limit for writing the last window when the program ends. */
    public static final Option<Integer> CLOSE_TIMEOUT = new Option<>(
            "closeTimeout",
            OptionValues.wholeNumbers(1, LONGEST_CLOSE_SECONDS),
            "60",
            "maximum seconds that the end of the program waits for the last window to be written");

    /** Port of the capture server. */
    public static final Option<OptionalInt> SERVER = new Option<>(
            "server",
            OptionValues.ports(),
            "",
            "port of the server through which clients capture steps of the running program; 0: any free "
                    + "port; default: no server");

    /** Address that the capture server listens on. */
    public static final Option<String> SERVER_HOST = new Option<>(
            "serverHost",
            OptionValues.hosts(),
            "",
            "address that the `server` listens on; default: reachable from this machine only; another one "
                    + "needs `serverToken` or `serverClients`");

    /** Secret that the capture server requires. */
    public static final Option<ServerToken> SERVER_TOKEN = new Option<>(
            "serverToken",
            OptionValues.tokens(),
            "",
            "secret that the `server` requires of clients; `new`: a generated one, which only `stepprof` of "
                    + "this user finds");

    /** Certificate of the capture server. */
    public static final Option<List<Path>> SERVER_CERTIFICATE = new Option<>(
            "serverCertificate",
            OptionValues.pemFiles(),
            "",
            "certificate of the `server`, which then speaks TLS only");

    /** Private key of the capture server's certificate. */
    public static final Option<List<Path>> SERVER_KEY =
            new Option<>("serverKey", OptionValues.pemFiles(), "", "private key of `serverCertificate`");

    /** Certificates of authorities whose clients may connect. */
    public static final Option<List<Path>> SERVER_CLIENTS = new Option<>(
            "serverClients",
            OptionValues.pemFiles(),
            "",
            "certificates of authorities whose clients may call the `server`; needs `serverCertificate`");

    /** Job that the process is part of. */
    public static final Option<String> JOB = new Option<>(
            "job",
            OptionValues.jobs(),
            "",
            "job that the process is part of, in the head of its step ledger; default: as torchrun, Slurm, PBS or LSF "
                    + "name it, or the variable `JOB_NAME`");

    /** Labels of the process. */
    public static final Option<Map<String, String>> LABELS = new Option<>(
            "labels",
            OptionValues.labels(),
            "",
            "further facts about the process, in the head of its step ledger, such as rack:r7");

    /** Positions of the process in groups of ranks. */
    public static final Option<Map<Parallelism, Integer>> POSITIONS = new Option<>(
            "positions",
            OptionValues.positions(),
            "",
            "positions of the process among the ranks, in the head of its step ledger, such as pipeline:3, from 0");

    /** Directory that announces the server to other ranks. */
    public static final Option<List<Path>> REGISTER = new Option<>(
            "register",
            OptionValues.directoryOrNone(),
            "",
            "directory shared by the processes of a training, in which this one announces its `server`, for "
                    + "`stepprof capture --ranks`");

    /** Records only in captures, not in scheduled windows. */
    public static final Option<Boolean> ON_DEMAND = new Option<>(
            "onDemand",
            OptionValues.booleans(),
            "false",
            "records captures only, no windows of `wait` to `skipFirstWait`; without `server` it means " + "server=0");

    /** Verbosity of the agent's messages. */
    public static final Option<Verbosity> LOG = new Option<>(
            "log",
            OptionValues.oneOf(Verbosity.class),
            "normal",
            "messages on standard error: warnings only; also a line at the start and one at the end; also "
                    + "each woven class");

    private static final List<Option<?>> ALL = List.of(
            DIR,
            FORMAT,
            WAIT,
            WARMUP,
            ACTIVE,
            REPEAT,
            SKIP_FIRST,
            SKIP_FIRST_WAIT,
            HISTORY,
            ON_SLOW_STEP,
            ON_NOT_FINITE,
            STEP,
            METHODS,
            PHASES,
            FRAMEWORKS,
            OPS,
            TORCH_EVERY,
            SHAPES,
            MEMORY,
            STACK,
            MODULES,
            FLOPS,
            JVM,
            DEVICES,
            DEVICE_METRICS,
            DEVICE_METRICS_PER_KERNEL,
            ANNOTATE,
            JOURNAL,
            FLUSH_EVERY,
            CLOSE_TIMEOUT,
            SERVER,
            SERVER_HOST,
            SERVER_TOKEN,
            SERVER_CERTIFICATE,
            SERVER_KEY,
            SERVER_CLIENTS,
            REGISTER,
            JOB,
            LABELS,
            POSITIONS,
            ON_DEMAND,
            LOG,
            CONFIG,
            ENABLED,
            HELP);

    private final String name;
    private final OptionValues<T> values;
    private final String defaultText;
    private final String purpose;

    private Option(String name, OptionValues<T> values, String defaultText, String purpose) {
        this.name = name;
        this.values = values;
        this.defaultText = defaultText;
        this.purpose = purpose;
    }

    /** {@return all options, in the order in which they are explained} */
    public static List<Option<?>> all() {
        return ALL;
    }

    /** {@return the option of a name, if there is one} */
    static Optional<Option<?>> named(String name) {
        return ALL.stream().filter(option -> option.name.equals(name)).findFirst();
    }

    /** {@return the name} */
    public String name() {
        return name;
    }

    /** {@return a description of the allowed values} */
    public String allowed() {
        return values.allowed();
    }

    /** {@return the default value as text; may be empty} */
    public String defaultText() {
        return defaultText;
    }

    boolean isList() {
        return values.isList();
    }

    boolean isSwitch() {
        return values.allowed().equals(OptionValues.booleans().allowed());
    }

    /** Parses a value; an empty text is allowed if the default is empty. */
    T parse(String text, String from) throws BadOptionException {
        try {
            return values.parser().apply(text);
        } catch (OptionValues.RefusedException e) {
            throw refused(text, from, e.reason());
        } catch (IllegalArgumentException e) {
            throw refused(
                    text,
                    from,
                    values.asList(text)
                            .map(list ->
                                    "separate values with " + OptionValues.SEPARATOR + " as in " + name + "=" + list)
                            .orElse("must be " + values.allowed()));
        }
    }

    private BadOptionException refused(String text, String from, String why) {
        return new BadOptionException(name + " = '" + text + "' (" + from + ") is not allowed: " + why);
    }

    /** {@return the table of all options as plain text} */
    public static String toText() {
        return ALL.stream()
                .map(option -> String.format(
                        Locale.ROOT,
                        "  %-14s %s%n%17sallowed: %s%s%n",
                        option.name,
                        option.purpose.replace("`", ""),
                        "",
                        option.allowed(),
                        option.defaultText.isEmpty() ? "" : "; default: " + option.defaultText))
                .collect(Collectors.joining());
    }

    /** {@return the table of all options in Markdown} */
    static String toMarkdown() {
        return ALL.stream()
                .map(option -> "| `" + option.name + "` | "
                        + (option.defaultText.isEmpty() ? "–" : "`" + option.defaultText + "`") + " | "
                        + option.allowed()
                        + " | " + option.purpose + " |\n")
                .collect(Collectors.joining(
                        "", "| option | default | allowed | what it does |\n|---|---|---|---|\n", ""));
    }

    @Override
    public String toString() {
        return name;
    }
}
