package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.bytes;
import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.analysis.rules.Evidence.SAMPLES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rule about exceptions that a step throws in its normal course. Their cost is the call stack that each one stores. The
 * virtual machine writes it where it takes no samples of running code, so that allocations of call stacks and the time
 * without samples are the evidence.
 */
final class ExceptionRule {
    static final List<Rule> ALL = List.of(new Rule(
            "exceptions",
            "Exceptions in the step",
            Role.CAUSE,
            Set.of(STEPS, SAMPLES),
            new Thresholds(0.05, 0.15),
            ExceptionRule::look));

    /** Counter of the exceptions that the program has thrown. */
    private static final String THROWN = "jvm thrown";

    private static final double NANOS_A_SECOND = 1e9;

    private static final String THROWABLE = "java.lang.Throwable";

    private static final int SHOWN = 3;

    /** Bytes of a stored call stack of up to 32 frames; deeper ones have several parts of this size. */
    private static final long BYTES_A_PART = 600;

    /** Most time to walk 32 frames, and to find the handler. */
    private static final long MOST_NANOS_A_PART = 5_000;

    private ExceptionRule() {}

    private static Optional<Symptom> look(WindowFacts facts) {
        CodeOfSteps code = CodeOfSteps.ofSteps(facts);
        return in(code).map(known -> {
            long stored = stored(code);
            Figure figure = facts.ofRunning(known.nanos());
            return new Symptom(
                    figure,
                    "exceptions take up to " + figure.text() + ": " + type(places(code))
                            + Site.in(known.site())
                            + (stored > 0
                                    ? ", whose call stacks take " + bytes((double) facts.perStep(stored)) + " a step"
                                    : "")
                            + rate(facts),
                    known.nextStep(),
                    known.nanos(),
                    known.proofs(),
                    known.advice());
        });
    }

    /** Returns the rate of all exceptions of the program as the end of a sentence; empty if it is not known. */
    private static String rate(WindowFacts facts) {
        return facts.counter(THROWN)
                .filter(thrown -> thrown.nanos(thrown.size() - 1) > thrown.nanos(0))
                .map(thrown -> "; the program throws "
                        + number(NANOS_A_SECOND
                                * (thrown.value(thrown.size() - 1) - thrown.value(0))
                                / (thrown.nanos(thrown.size() - 1) - thrown.nanos(0)))
                        + " exceptions a second")
                .orElse("");
    }

    /** Returns the exceptions that some code throws. */
    static Optional<KnownCode> in(CodeOfSteps code) {
        List<Place> all = places(code);
        if (RunningCode.count(all) < RunningCode.FEWEST) {
            return Optional.empty();
        }
        long unsampled = Math.max(0, code.nanos() - RunningCode.weight(code.running()));
        long nanos = RunningCode.weight(thrown(code.running()))
                + Math.min(unsampled, stored(code) / BYTES_A_PART * MOST_NANOS_A_PART);
        String type = type(all);
        return Optional.of(new KnownCode(
                "throws " + type,
                Site.of(all.stream()
                        .map(place -> new Place(thrower(place.stack()), place.count(), place.count()))
                        .toList()),
                "",
                nanos,
                true,
                "test before the call that throws, instead of catching " + type,
                RunningCode.certain(all)
                        .limit(SHOWN)
                        .map(place ->
                                Proof.at(Amount.count(place.count(), "sample") + " of " + type, thrower(place.stack())))
                        .toList(),
                List.of(
                        Advice.of(
                                type.equals("NumberFormatException")
                                        ? "check the characters before parsing:"
                                                + " text.chars().allMatch(Character::isDigit)"
                                        : "return a value instead of throwing, such as Optional.empty()"),
                        Advice.of("an exception without a call stack: super(message, cause, false, false)"))));
    }

    private static List<Place> places(CodeOfSteps code) {
        return Stream.concat(thrown(code.allocations()).stream(), thrown(code.running()).stream())
                .toList();
    }

    /** Returns the bytes of stored call stacks. */
    private static long stored(CodeOfSteps code) {
        return RunningCode.weight(thrown(code.allocations()).stream()
                .filter(place -> place.stack().get(0).getMethodName().equals("fillInStackTrace"))
                .toList());
    }

    /** Returns the places at which exceptions are created. */
    private static List<Place> thrown(List<Place> places) {
        return places.stream()
                .filter(place -> place.stack().stream()
                        .anyMatch(frame -> frame.getClassName().equals(THROWABLE)
                                && (frame.getMethodName().equals("<init>")
                                        || frame.getMethodName().equals("fillInStackTrace"))))
                .toList();
    }

    /** Returns the number of frames that create the exception. */
    private static int creating(List<StackTraceElement> stack) {
        int at = 0;
        while (at < stack.size() && !stack.get(at).getClassName().equals(THROWABLE)) {
            at++;
        }
        while (at < stack.size()
                && (stack.get(at).getClassName().equals(THROWABLE)
                        || stack.get(at).getMethodName().equals("<init>"))) {
            at++;
        }
        return at;
    }

    private static List<StackTraceElement> thrower(List<StackTraceElement> stack) {
        return stack.subList(creating(stack), stack.size());
    }

    /** Returns the simple name of the most frequent class of exceptions. */
    private static String type(List<Place> places) {
        Map<String, Long> counts = places.stream()
                .collect(Collectors.groupingBy(
                        place -> place.stack().get(creating(place.stack()) - 1).getClassName(),
                        Collectors.summingLong(Place::count)));
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(most -> most.getKey().substring(most.getKey().lastIndexOf('.') + 1))
                .orElse("");
    }
}
