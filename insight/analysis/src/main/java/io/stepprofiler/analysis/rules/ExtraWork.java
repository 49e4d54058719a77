package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.SampledPhases;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Rule about phases and methods that only slow steps run, such as a validation or a checkpoint every n steps. */
final class ExtraWork {
    static final String ID = "extra-work";

    private static final String DOES = "the slow ones do ";

    /** Largest part of the share in slow steps that work of only slow steps may have in usual steps. */
    private static final double NEXT_TO_NOTHING = 0.1;

    /** Least part of the lost time that the work explains. */
    private static final double MOST = 0.5;

    private static final int FEWEST_SAMPLES = 3;

    static final List<Rule> ALL = List.of(new Rule(
            ID, "Extra work in slow steps", Role.CAUSE, Set.of(STEPS), new Thresholds(0.02, 0.1), ExtraWork::look));

    private ExtraWork() {}

    /** Returns the part of a finding's sentence that names the work. */
    static String work(Finding finding) {
        return finding.sentence().substring(Math.max(0, finding.sentence().indexOf(DOES)));
    }

    /**
     * Work of slow steps.
     *
     * @param text its phase, or its method with the file and the line
     * @param method its phase or method
     * @param nanos its time in the slow steps beyond the time in as many usual steps
     * @param proofs evidence
     */
    private record Work(String text, String method, double nanos, List<Proof> proofs) {}

    private static Optional<Symptom> look(WindowFacts facts) {
        return SlowStepSelection.of(facts)
                .filter(steps -> !steps.usual().isEmpty())
                .flatMap(steps -> phase(steps)
                        .or(() -> method(facts, steps))
                        .map(work -> new Symptom(
                                steps.figure((long) work.nanos),
                                steps.sentence() + "; " + DOES + work.text + ", the others do not ("
                                        + steps.figure((long) work.nanos).text() + ")",
                                "do " + work.method + " less often, on less data, or on another thread",
                                (long) work.nanos,
                                work.proofs,
                                List.of(
                                        Advice.of("validate on a part of the data, or once an epoch"),
                                        Advice.of("copy the parameters, and validate or save the copy on another"
                                                + " thread while training goes on")))));
    }

    /**
     * Returns the time that slow steps spend beyond usual steps; empty if usual steps do the same, or if it explains
     * little.
     *
     * @param inSlow part of the slow steps, from 0 to 1
     * @param inUsual part of the usual steps, from 0 to 1
     */
    private static Optional<Double> extra(SlowStepSelection steps, double inSlow, double inUsual) {
        double usual = inUsual * nanos(steps, steps.usual()) / steps.usual().size();
        double extra =
                inSlow * nanos(steps, steps.slow()) - usual * steps.slow().size();
        return inUsual <= NEXT_TO_NOTHING * inSlow && extra >= MOST * steps.lostNanos()
                ? Optional.of(extra)
                : Optional.empty();
    }

    private static double nanos(SlowStepSelection steps, List<StepBreakdown> of) {
        return of.stream()
                .mapToLong(each -> steps.own().getOrDefault(each.step().number(), 0L))
                .sum();
    }

    private static Optional<Work> phase(SlowStepSelection steps) {
        Set<String> names = new TreeSet<>();
        steps.slow().forEach(each -> names.addAll(each.phases().keySet()));
        return names.stream()
                .flatMap(name -> extra(steps, inPhase(steps, steps.slow(), name), inPhase(steps, steps.usual(), name))
                        .map(nanos -> new Work(withoutMark(name), withoutMark(name), nanos, proofs(steps)))
                        .stream())
                .max((one, other) -> Double.compare(one.nanos, other.nanos));
    }

    private static String withoutMark(String phase) {
        return phase.endsWith(SampledPhases.MARK)
                ? phase.substring(0, phase.length() - SampledPhases.MARK.length())
                : phase;
    }

    private static double inPhase(SlowStepSelection steps, List<StepBreakdown> of, String phase) {
        return of.stream()
                        .mapToLong(each -> each.phases().getOrDefault(phase, 0L))
                        .sum()
                / nanos(steps, of);
    }

    private static List<Proof> proofs(SlowStepSelection steps) {
        return steps.slow().stream()
                .sorted((one, other) -> Long.compare(steps.longer(other), steps.longer(one)))
                .limit(1)
                .map(each -> new Proof(
                        "step " + each.step().number(),
                        each.step().number(),
                        each.step().startNanos(),
                        each.step().durationNanos(),
                        List.of()))
                .toList();
    }

    /** Samples that contain a method of the program. */
    private static final class Sampled {
        private final Map<String, Long> lines = new HashMap<>();
        private List<StackTraceElement> stack = List.of();
        private long count;

        void add(StackTraceElement frame, Place place) {
            count += place.count();
            lines.merge(ProgramFrames.text(frame), place.count(), Long::sum);
            stack = stack.isEmpty() ? place.stack() : stack;
        }

        double part(List<Place> all) {
            return (double) count / Math.max(1, ExtraWork.count(all));
        }

        String text() {
            return lines.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("");
        }
    }

    /** Returns the method with most of the extra time; of methods that call each other, the outermost. */
    private static Optional<Work> method(WindowFacts facts, SlowStepSelection steps) {
        List<Place> slow = facts.samples().places(SlowStepSelection.times(steps.slow())::contains, Integer.MAX_VALUE);
        List<Place> usual = facts.samples().places(SlowStepSelection.times(steps.usual())::contains, Integer.MAX_VALUE);
        if (count(usual) < FEWEST_SAMPLES) {
            return Optional.empty();
        }
        Map<String, Sampled> inUsual = byMethod(usual);
        Work most = null;
        for (Map.Entry<String, Sampled> each : byMethod(slow).entrySet()) {
            Sampled found = each.getValue();
            Sampled other = inUsual.getOrDefault(each.getKey(), new Sampled());
            // Samples divide the time of steps, but they miss some of it.
            double nanos = extra(steps, found.part(slow), other.part(usual)).orElse(0.0);
            if (found.count >= FEWEST_SAMPLES && nanos > (most == null ? 0 : most.nanos)) {
                most = new Work(
                        found.text(),
                        each.getKey(),
                        nanos,
                        List.of(Proof.at(
                                found.count + " of " + count(slow) + " samples of slow steps, " + other.count + " of "
                                        + count(usual) + " of the others",
                                found.stack)));
            }
        }
        return Optional.ofNullable(most);
    }

    private static long count(List<Place> places) {
        return places.stream().mapToLong(Place::count).sum();
    }

    private static Map<String, Sampled> byMethod(List<Place> places) {
        Map<String, Sampled> byMethod = new LinkedHashMap<>();
        for (Place place : places) {
            Set<String> met = new LinkedHashSet<>();
            for (int i = place.stack().size() - 1; i >= 0; i--) {
                StackTraceElement frame = place.stack().get(i);
                String method = ProgramFrames.method(frame);
                if (ProgramFrames.isOfProgram(frame.getClassName()) && met.add(method)) {
                    byMethod.computeIfAbsent(method, any -> new Sampled()).add(frame, place);
                }
            }
        }
        return byMethod;
    }
}
