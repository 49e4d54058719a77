package io.stepprofiler.agent.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The options in effect. The agent's argument overrides the environment variable, which overrides the file, which
 * overrides the defaults.
 */
public final class AgentOptions {
    /** The environment variable that gives options in the form of the agent's argument. */
    public static final String VARIABLE = "STEP_PROFILER";

    /** The file that is read if it is in the working directory and no other is named. */
    public static final String FILE = "stepprofiler.properties";

    private static final String ARGUMENT = "agent argument";

    /** Sources by precedence, highest first. */
    private final List<OptionList> sources;

    /** Parsed values. Each is parsed once: a directory that was valid at the start may be gone later. */
    private final Map<Option<?>, Object> values = new HashMap<>();

    private AgentOptions(List<OptionList> sources) {
        this.sources = sources;
    }

    /**
     * {@return the options in effect, all of them valid}
     *
     * @param argument the agent's argument; may be empty
     * @param variable value of the environment variable; may be empty
     * @param workingDirectory directory that may contain {@value #FILE}
     * @throws BadOptionException if an option is unknown or its value not allowed, in any source
     */
    public static AgentOptions of(String argument, String variable, Path workingDirectory) throws BadOptionException {
        OptionList given = OptionList.ofArgument(ARGUMENT, argument);
        OptionList environment = OptionList.ofArgument(VARIABLE, variable);
        Optional<Path> file = configured(new AgentOptions(List.of(given, environment)), workingDirectory);
        OptionList filed = file.isPresent() ? OptionList.ofFile(file.get()) : OptionList.none(FILE);
        AgentOptions options = new AgentOptions(List.of(given, environment, filed));
        options.check();
        return options;
    }

    private static Optional<Path> configured(AgentOptions given, Path workingDirectory) throws BadOptionException {
        Optional<OptionList> source = given.sourceOf(Option.CONFIG);
        List<Path> named = Option.CONFIG.parse(
                given.text(Option.CONFIG), source.map(OptionList::source).orElse(""));
        Path file = workingDirectory.resolve(FILE);
        return named.isEmpty() && Files.isRegularFile(file)
                ? Optional.of(file)
                : named.stream().findFirst();
    }

    /** Checks all sources: a value must be valid even if another source overrides it. */
    private void check() throws BadOptionException {
        for (OptionList source : sources) {
            for (Option<?> option : source.texts().keySet()) {
                option.parse(source.texts().getOrDefault(option, ""), source.source());
            }
        }
        keep(Option.ENABLED);
        keep(Option.ON_DEMAND);
        boolean writes = get(Option.ENABLED) && !get(Option.ON_DEMAND);
        for (Option<?> option : Option.all()) {
            // A disabled agent, or one that only captures, need not be able to write to the default directory.
            if (option != Option.DIR || sourceOf(option).isPresent() || writes) {
                keep(option);
            }
        }
        checkHistory();
        checkDevices();
        checkServer();
        if (get(Option.FORMAT).contains(Format.MEMORY)) {
            for (Option<Boolean> needed : List.of(Option.MEMORY, Option.SHAPES, Option.STACK)) {
                switchOn(needed, "format=memory");
            }
        }
        if (!get(Option.FLUSH_EVERY).isZero()) {
            switchOn(Option.JOURNAL, Option.FLUSH_EVERY + "=" + text(Option.FLUSH_EVERY));
        }
    }

    /** Switches on an option that another one needs; fails if it is switched off explicitly. */
    private void switchOn(Option<Boolean> needed, String by) throws BadOptionException {
        Optional<OptionList> given = sourceOf(needed);
        if (given.isPresent() && !get(needed)) {
            throw new BadOptionException(needed + " = 'false' (" + given.get().source() + ") is not allowed: " + by
                    + " needs " + needed + "=true");
        }
        values.put(needed, true);
    }

    private void checkHistory() throws BadOptionException {
        if (hasHistory()) {
            return;
        }
        for (Option<?> reason : List.of(Option.ON_SLOW_STEP, Option.ON_NOT_FINITE)) {
            if (!text(reason).equals(reason.defaultText())) {
                throw new BadOptionException(reason.name() + " = '" + text(reason)
                        + "' is not allowed: needs history=20, or another number of steps");
            }
        }
    }

    private void checkDevices() throws BadOptionException {
        boolean countsNothing = get(Option.DEVICE_METRICS).isEmpty();
        if (!countsNothing && get(Option.DEVICES) == DeviceSelection.NONE) {
            throw new BadOptionException(Option.DEVICE_METRICS + " = '" + text(Option.DEVICE_METRICS)
                    + "' is not allowed: needs devices=auto");
        }
        if (countsNothing && get(Option.DEVICE_METRICS_PER_KERNEL)) {
            throw new BadOptionException(Option.DEVICE_METRICS_PER_KERNEL
                    + " = 'true' is not allowed: needs deviceMetrics=dram__bytes_read.sum, or another name");
        }
    }

    private void checkServer() throws BadOptionException {
        if (get(Option.ON_DEMAND)) {
            if (hasHistory()) {
                throw new BadOptionException(
                        "onDemand = 'true' is not allowed: history=" + text(Option.HISTORY) + " records all the time");
            }
            if (get(Option.SERVER).isEmpty()) {
                values.put(Option.SERVER, OptionalInt.of(0));
            }
        }
        boolean certificate = get(Option.SERVER_CERTIFICATE).isEmpty();
        if (certificate != get(Option.SERVER_KEY).isEmpty()) {
            throw new BadOptionException(
                    (certificate ? "serverKey needs serverCertificate" : "serverCertificate needs serverKey")
                            + "=FILE");
        }
        if (get(Option.SERVER).isEmpty()) {
            for (Option<?> part : List.of(
                    Option.SERVER_HOST,
                    Option.SERVER_TOKEN,
                    Option.SERVER_CERTIFICATE,
                    Option.SERVER_KEY,
                    Option.SERVER_CLIENTS,
                    Option.REGISTER)) {
                if (!text(part).isEmpty()) {
                    throw new BadOptionException(
                            part + " = '" + text(part) + "' is not allowed: needs server=0, or another port");
                }
            }
        }
    }

    /** {@return whether a history of the last steps is kept instead of scheduled windows} */
    public boolean hasHistory() {
        return get(Option.HISTORY) > 0;
    }

    /** {@return whether an option of the cycles of windows is given; if not, the schedule adapts to the program} */
    public boolean hasCycles() {
        return Option.CYCLES.stream().anyMatch(option -> sourceOf(option).isPresent());
    }

    /** {@return the name of the annotation of the method that is a step; empty if the options name none} */
    public String stepAnnotation() {
        return text(Option.STEP).startsWith("@") ? text(Option.STEP).substring(1) : "";
    }

    /** {@return whether phases of the program's own step method are looked for} */
    public boolean findsPhases() {
        return get(Option.PHASES) == PhaseSelection.AUTO
                && !get(Option.STEP).isEmpty()
                && get(Option.METHODS).isEmpty();
    }

    private void keep(Option<?> option) throws BadOptionException {
        String from = sourceOf(option).map(OptionList::source).orElse("default");
        values.put(option, option.parse(text(option), from));
    }

    /**
     * {@return the value of an option}
     *
     * @param option which option
     * @param <T> type of the value
     */
    @SuppressWarnings("unchecked") // Each value was parsed by its own option.
    public <T> T get(Option<T> option) {
        return (T) Objects.requireNonNull(values.get(option), option.name());
    }

    /**
     * {@return the value of an option, as it was written}
     *
     * @param option which option
     */
    public String text(Option<?> option) {
        return sourceOf(option).map(source -> source.texts().get(option)).orElse(option.defaultText());
    }

    private Optional<OptionList> sourceOf(Option<?> option) {
        return sources.stream()
                .filter(source -> source.texts().containsKey(option))
                .findFirst();
    }
}
