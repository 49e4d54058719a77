package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.trace.SourceFaults;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * State of a kind of evidence in a window: that no event of the kind occurred means something only if it was measured.
 *
 * @param kind the state
 * @param reason why it is missing, as a part of a sentence; empty if it was measured
 * @param remedy what records it next time; empty if it was measured
 */
record EvidenceState(Kind kind, String reason, String remedy) {
    // D2: absent evidence is not evidence of absence.
    /** Kinds of states. */
    enum Kind {
        /** The window has it. */
        MEASURED,
        /** No option asked for it. */
        NOT_REQUESTED,
        /** Its source failed. */
        FAILED,
        /** It was recorded, and lost. */
        LOST
    }

    private static final String FLIGHT_RECORDER = "FlightRecorderSource";
    private static final String SOURCE_FAILED = "its source failed (";
    private static final Pattern FAILURE = Pattern.compile(Pattern.quote(SOURCE_FAILED) + "(.*?)\\)(?=: |$)");

    /** {@return the state of a kind of evidence in a window} */
    static EvidenceState of(WindowAnalysis window, Set<Evidence> measured, Evidence evidence) {
        if (measured.contains(evidence)) {
            return new EvidenceState(Kind.MEASURED, "", "");
        }
        Optional<String> failure = failure(window, evidence);
        if (failure.isPresent()) {
            return new EvidenceState(
                    Kind.FAILED,
                    "not recorded, because " + SOURCE_FAILED + failure.get() + ")",
                    "the next window records it again");
        }
        // A journal without an end lacks the evidence that sources add at the end of a window, even if they were on.
        return window.trace().metadata().containsKey(Journal.NOT_FINISHED)
                ? new EvidenceState(
                        Kind.LOST, "not recorded, or lost with the end of the journal", turnOn(window, evidence))
                : new EvidenceState(Kind.NOT_REQUESTED, "not recorded", turnOn(window, evidence));
    }

    /** {@return the kinds of evidence that are missing, by reason, such as "not recorded: waits, samples"; can be empty} */
    static String missing(Set<Evidence> kinds, Function<Evidence, EvidenceState> states) {
        Map<String, String> byReason = new LinkedHashMap<>();
        for (Evidence evidence : kinds) {
            EvidenceState state = states.apply(evidence);
            if (!state.isMeasured()) {
                byReason.merge(state.reason(), evidence.words(), (some, more) -> some + ", " + more);
            }
        }
        return byReason.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining("; "));
    }

    /** {@return the failure of a source in a reason that {@link #missing} gave; empty if it names none} */
    static Optional<String> failureIn(String reason) {
        Matcher found = FAILURE.matcher(reason);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    boolean isMeasured() {
        return kind == Kind.MEASURED;
    }

    private static Optional<String> failure(WindowAnalysis window, Evidence evidence) {
        Map<String, String> failed = SourceFaults.failed(window.trace());
        return switch (evidence) {
            case WAITS, INPUT_OUTPUT, COLLECTIONS, COMPILATION, CLASS_LOADING, SAMPLES ->
                Optional.ofNullable(failed.get(FLIGHT_RECORDER));
            case PROCESSOR_LOAD, MACHINE_LOAD, THROTTLING, MEMORY_LIMITS ->
                Optional.ofNullable(failed.get("JvmCounters"));
            case OPERATIONS, SHAPES -> Optional.ofNullable(failed.get("TorchSource"));
            case DEVICES, DEVICE_PROPERTIES -> Optional.ofNullable(failed.get("CudaSource"));
            default -> Optional.empty();
        };
    }

    private static String turnOn(WindowAnalysis window, Evidence evidence) {
        String option = switch (window.program()) {
            case TORCH -> evidence.turnOnInTorch();
            case OTHER -> evidence.turnOnInOthers();
            case JVM -> window.origin().isOfAgent() ? evidence.turnOnInAgent() : evidence.turnOn();
        };
        if (!option.isEmpty()) {
            boolean mayBeNamed =
                    evidence == Evidence.SEVERAL_STEPS && window.walk().isWhole();
            return option + (mayBeNamed ? ", or --step=REGEX if events of the file are steps" : "");
        }
        return window.program() == Program.TORCH
                ? "another profiler in addition: " + PyTorch.PROFILER + " cannot record it"
                : "an option of the profiler that wrote the file, if it has one, or another profiler in addition";
    }
}
