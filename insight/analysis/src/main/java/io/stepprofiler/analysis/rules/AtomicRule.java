package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.SAMPLES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rule about atomic variables that several threads update at once. Two variables in one cache line of the processor
 * have the same effect (false sharing).
 */
final class AtomicRule {
    static final List<Rule> ALL = List.of(new Rule(
            "contended-atomic",
            "Contended atomic variables",
            Role.CAUSE,
            Set.of(STEPS, SAMPLES),
            new Thresholds(0.05, 0.15),
            AtomicRule::look));

    private static final Pattern UPDATE = Pattern.compile("(getAnd|[a-z]+AndGet|compareAnd|weakCompareAnd).*");

    private static final List<String> OF_ATOMICS =
            List.of("java.util.concurrent.atomic.Atomic", "java.lang.invoke.", "jdk.internal.misc.Unsafe");

    private AtomicRule() {}

    /** Other thread that updates atomic variables in the steps. */
    private record Rival(String thread, List<Place> places) {}

    private static Optional<Symptom> look(WindowFacts facts) {
        return RunningCode.of(CodeOfSteps.ofSteps(facts), AtomicRule::isUpdate)
                .flatMap(code -> rival(facts).map(rival -> symptom(facts, code, rival)));
    }

    /** True if the program's innermost method updates an atomic variable, not a lock or a queue that uses one. */
    private static boolean isUpdate(List<StackTraceElement> stack) {
        boolean isUpdate = false;
        for (StackTraceElement frame : stack) {
            if (OF_ATOMICS.stream().noneMatch(frame.getClassName()::startsWith)) {
                return isUpdate && ProgramFrames.isOfProgram(frame.getClassName());
            }
            isUpdate |= UPDATE.matcher(frame.getMethodName()).matches();
        }
        return false;
    }

    private static Optional<Rival> rival(WindowFacts facts) {
        return facts.otherThreads().at(SlowStepSelection.times(facts.steps())::contains).stream()
                .map(thread -> new Rival(
                        thread.name(),
                        thread.places().stream()
                                .filter(place -> isUpdate(place.stack()))
                                .toList()))
                .filter(rival -> RunningCode.count(rival.places) >= RunningCode.FEWEST)
                .findFirst();
    }

    private static Symptom symptom(WindowFacts facts, RunningCode code, Rival rival) {
        Optional<Site> site = Site.of(code.places());
        Figure figure = facts.ofRunning(code.nanos());
        return new Symptom(
                figure,
                figure.text() + " updates atomic variables" + Site.in(site)
                        + ", while thread '" + rival.thread + "' updates the same or neighbouring ones"
                        + Site.in(Site.of(rival.places)),
                "count in a local variable"
                        + site.map(each -> " of " + each.method()).orElse("") + ", and add it once",
                code.nanos(),
                code.proofs(),
                List.of(
                        Advice.of("LongAdder instead of AtomicLong"),
                        Advice.of("one counter per thread, at least 128 bytes away from the others: in an array, every"
                                + " 16th long")));
    }
}
