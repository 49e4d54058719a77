package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.SAMPLES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rule about numbers that become objects, by their share of the allocated bytes. Their cost beside that is not known. */
final class BoxedNumbers {
    static final List<Rule> ALL = List.of(new Rule(
            "boxed-numbers",
            "Boxed numbers",
            Role.CAUSE,
            Set.of(STEPS, SAMPLES),
            new Thresholds(0.25, Double.POSITIVE_INFINITY),
            BoxedNumbers::look));

    /** Bytes a second from which on boxes take a noticeable part of a processor: 3 million of 16 bytes. */
    private static final double MANY = 50 << 20;

    private static final int SHOWN = 3;
    private static final double NANOS_A_SECOND = 1e9;

    private static final Set<String> BOXES =
            Set.of("java.lang.Double", "java.lang.Float", "java.lang.Integer", "java.lang.Long", "java.lang.Short");

    private BoxedNumbers() {}

    private static Optional<Symptom> look(WindowFacts facts) {
        List<Place> all = facts.otherThreads().allocations();
        List<Place> boxes = all.stream().filter(place -> isBox(place.stack())).toList();
        double seconds =
                (facts.trace().end().monotonicNanos() - facts.trace().start().monotonicNanos()) / NANOS_A_SECOND;
        double rate = seconds > 0 ? RunningCode.weight(boxes) / seconds : 0;
        if (RunningCode.count(boxes) < RunningCode.ENOUGH || rate < MANY) {
            return Optional.empty();
        }
        Figure figure =
                Figure.share((double) RunningCode.weight(boxes) / RunningCode.weight(all), "the allocated bytes");
        Optional<Site> site = Site.of(boxes);
        return Optional.of(new Symptom(
                figure,
                figure.text() + " are boxed numbers, " + Amount.bytes(rate) + " a second"
                        + site.map(each -> ", " + each.most() + "them in " + each.text())
                                .orElse(""),
                site.map(AllocatedObjects.BOXES::nextStep).orElse("use arrays of primitive numbers"),
                0,
                RunningCode.certain(boxes)
                        .limit(SHOWN)
                        .map(place -> Proof.at(Amount.count(place.count(), "sample"), place.stack()))
                        .toList(),
                List.of(AllocatedObjects.BOXES.advice())));
    }

    private static boolean isBox(List<StackTraceElement> stack) {
        return !stack.isEmpty()
                && BOXES.contains(stack.get(0).getClassName())
                && Set.of("valueOf", "<init>").contains(stack.get(0).getMethodName());
    }
}
