package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.SAMPLES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Rule about methods that the virtual machine interprets after the warm-up instead of compiling them, mostly because they
 * are too large.
 */
final class NotCompiledRule {
    static final List<Rule> ALL = List.of(new Rule(
            "not-compiled",
            "Interpreted code",
            Role.CAUSE,
            Set.of(STEPS, SAMPLES),
            new Thresholds(0.05, 0.15),
            NotCompiledRule::look));

    /** Metadata key under which the flight recorder source lists methods whose samples are interpreted. */
    private static final String INTERPRETED = "jvm_flight_recorder_interpreted";

    private static final Pattern METHOD = Pattern.compile("(\\S+) (\\d+) of (\\d+)");

    private NotCompiledRule() {}

    private static Optional<Symptom> look(WindowFacts facts) {
        MetadataValue methods = facts.trace().metadata().get(INTERPRETED);
        if (methods == null || facts.trace().metadata().containsKey(Remarks.NOT_WARM)) {
            return Optional.empty();
        }
        CodeOfSteps code = CodeOfSteps.ofSteps(facts);
        return METHOD.matcher(methods.text())
                .results()
                .flatMap(each ->
                        RunningCode.of(code, stack -> isOf(stack, each.group(1)))
                                .map(found -> symptom(facts, found, each))
                                .stream())
                .max(Comparator.comparingLong(Symptom::gainNanos));
    }

    private static boolean isOf(List<StackTraceElement> stack, String method) {
        return !stack.isEmpty()
                && method.equals(
                        stack.get(0).getClassName() + "." + stack.get(0).getMethodName());
    }

    private static Symptom symptom(WindowFacts facts, RunningCode code, MatchResult found) {
        String method = found.group(1);
        Figure figure = facts.ofRunning(code.nanos());
        return new Symptom(
                figure,
                figure.text() + " runs " + method + ", which is interpreted, not compiled, in " + found.group(2)
                        + " of its " + found.group(3) + " samples",
                "divide " + method + " into methods of less than 8,000 bytes of bytecode",
                code.nanos(),
                code.proofs(),
                List.of(
                        Advice.of(
                                "javap -c prints the bytecode with its positions: a method beyond 8,000 bytes is never"
                                        + " compiled"),
                        new Advice("JVM", "-XX:-DontCompileHugeMethods, until the method is divided")));
    }
}
