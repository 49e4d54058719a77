package io.stepprofiler.analysis.functions;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Selects the events of a trace that are calls of functions. Immutable. */
public final class FunctionSelector {
    /** Name of the function whose calls are the steps: {@value}. */
    public static final String STEP = "step";

    /** The first kind that a trace has: functions, steps or modules. */
    public static final FunctionSelector AUTOMATIC = new FunctionSelector(What.AUTOMATIC, Set.of(), null);

    /** Calls of {@code ProfiledFunction}, each under the name it was given. */
    public static final FunctionSelector FUNCTIONS = new FunctionSelector(What.FUNCTIONS, Set.of(), null);

    /** The steps of the training, as one function called {@value #STEP}. */
    public static final FunctionSelector STEPS = new FunctionSelector(What.STEPS, Set.of(), null);

    /** The modules of a model, such as a DJL block's forward or a layer of DL4J, each path a function. */
    public static final FunctionSelector MODULES = new FunctionSelector(What.MODULES, Set.of(), null);

    private static final String NAMES = "names:";
    private static final String SEPARATOR = "\\|";
    private static final int MOST_CANDIDATES = 3;

    private enum What {
        AUTOMATIC,
        FUNCTIONS,
        STEPS,
        MODULES,
        NAMES;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final What what;
    private final Set<String> names;
    private final @Nullable String shared;

    private FunctionSelector(What what, Set<String> names, @Nullable String shared) {
        this.what = what;
        this.names = names;
        this.shared = shared;
    }

    /**
     * {@return events of any kind with one of these names, each name a function}
     *
     * @param names names of scopes, operations or modules; at least one
     * @throws IllegalArgumentException if there is none, or an empty one
     */
    public static FunctionSelector named(String... names) {
        Set<String> wanted = new LinkedHashSet<>(Arrays.asList(names));
        if (wanted.isEmpty() || wanted.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "names = " + wanted + " is not allowed: must be at least one name, and none blank");
        }
        return new FunctionSelector(What.NAMES, wanted, null);
    }

    /**
     * {@return the selector that a text stands for: {@code automatic}, {@code functions}, {@code steps}, {@code
     * modules}, or {@code names:forward|backward}}
     *
     * @param text the text, as {@link #toString()} gives it
     * @throws IllegalArgumentException if the text is another one
     */
    public static FunctionSelector parse(String text) {
        if (text.startsWith(NAMES)) {
            return named(text.substring(NAMES.length()).split(SEPARATOR, -1));
        }
        return List.of(AUTOMATIC, FUNCTIONS, STEPS, MODULES).stream()
                .filter(known -> known.what.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("functions = '" + text
                        + "' is not allowed: must be automatic, functions, steps, modules or names:NAME|NAME"));
    }

    /**
     * {@return this selector, but with one function that all calls belong to}
     *
     * @param name name of that function
     */
    public FunctionSelector shared(String name) {
        return new FunctionSelector(what, names, Objects.requireNonNull(name, "name"));
    }

    /** {@return the names of the selected events; empty if they are not selected by names} */
    public Set<String> names() {
        return Collections.unmodifiableSet(names);
    }

    /** {@return the name of the function that all calls belong to, if there is one} */
    public Optional<String> shared() {
        return Optional.ofNullable(shared);
    }

    /**
     * {@return the calls in a trace, thread by thread, each thread's in the order of their starts}
     *
     * @param trace the trace
     */
    public List<FunctionCall> calls(Trace trace) {
        FunctionSelection selected = in(trace);
        return TrackCalls.of(trace, selected).stream()
                .flatMap(track -> track.calls().stream()
                        .map(call -> new FunctionCall(
                                selected.functions().get(call.function()),
                                call.trackId(),
                                call.startNanos(),
                                call.endNanos())))
                .toList();
    }

    /**
     * {@return up to three names of events to pass to {@link #named}, longest first: names of outermost scopes,
     * operations and modules of a trace}
     *
     * @param trace the trace
     */
    public static List<String> candidates(Trace trace) {
        TrackOperations.Role[] roles = TrackOperations.roles(trace);
        Map<String, Long> nanos = new HashMap<>();
        for (Track track : trace.tracks()) {
            long end = Long.MIN_VALUE;
            for (int i = 0; i < track.size(); i++) {
                boolean isOther = roles[track.nameId(i)] == TrackOperations.Role.OTHER;
                if (!isOther && !track.isAsync(i) && !track.isUnfinished(i) && track.startNanos(i) >= end) {
                    end = track.startNanos(i) + track.durationNanos(i);
                    nanos.merge(track.eventName(i), track.durationNanos(i), Long::sum);
                }
            }
        }
        return nanos.entrySet().stream()
                .filter(each -> !each.getKey().isBlank() && !each.getKey().matches("(?s).*[|,].*"))
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_CANDIDATES)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The functions of a trace. */
    FunctionSelection in(Trace trace) {
        return switch (what) {
            case NAMES -> byName(trace, name -> names.contains(trace.name(name)));
            case STEPS -> steps();
            case FUNCTIONS -> byKind(trace, EventKind.FUNCTION);
            case MODULES -> byKind(trace, EventKind.MODULE);
            case AUTOMATIC ->
                has(trace, EventKind.FUNCTION)
                        ? byKind(trace, EventKind.FUNCTION)
                        : trace.steps().isEmpty() ? byKind(trace, EventKind.MODULE) : steps();
        };
    }

    private static boolean has(Trace trace, EventKind kind) {
        return IntStream.range(0, trace.nameCount()).anyMatch(name -> trace.kind(name) == kind);
    }

    private FunctionSelection byKind(Trace trace, EventKind kind) {
        return byName(trace, name -> trace.kind(name) == kind);
    }

    private FunctionSelection byName(Trace trace, IntPredicate isFunction) {
        IntFunction<Optional<String>> nameOf =
                name -> isFunction.test(name) ? Optional.of(functionName(trace.name(name))) : Optional.empty();
        return FunctionSelection.of(trace.nameCount(), nameOf);
    }

    private FunctionSelection steps() {
        return FunctionSelection.ofSteps(functionName(STEP));
    }

    private String functionName(String own) {
        return shared == null ? own : shared;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FunctionSelector selector
                && selector.what == what
                && selector.names.equals(names)
                && Objects.equals(selector.shared, shared);
    }

    @Override
    public int hashCode() {
        return Objects.hash(what, names, shared);
    }

    /** {@return the text that {@link #parse} takes, without a shared name} */
    @Override
    public String toString() {
        return what == What.NAMES ? names.stream().collect(Collectors.joining("|", NAMES, "")) : what.text();
    }
}
