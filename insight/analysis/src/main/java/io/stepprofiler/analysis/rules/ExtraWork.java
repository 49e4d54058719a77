package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.analysis.window.SampledPhases;
import io.stepprofiler.analysis.window.StepSamples.Place;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Rule about phases and methods that take longer in slow steps, such as a validation or a checkpoint every n steps. Only
 * scopes show that the other steps do not do the same: samples miss short calls.
 */
final class ExtraWork {
    static final String ID = "extra-work";

    /** Largest part of the share of a slow step that the work may have of a usual step. */
    private static final double FAR_LESS = 0.1;

    /** Least part of the lost time that the work explains. */
    private static final double MOST = 0.5;

    private static final int FEWEST_SAMPLES = 3;

    /** With no sample of the work among n, its share is at most 3/n, in nineteen of twenty cases. */
    private static final double UNSEEN = 3;

    private static final String BY_SAMPLES = ", by samples";
    private static final Pattern VALIDATES = Pattern.compile("(?i).*(valid|evaluat|\\btest).*");
    private static final Pattern SAVES = Pattern.compile("(?i).*(checkpoint|save|snapshot|persist).*");

    static final List<Rule> ALL = List.of(new Rule(
            ID,
            "Extra work in slow steps",
            Role.CAUSE,
            Set.of(SEVERAL_STEPS),
            new Thresholds(0.02, 0.1),
            ExtraWork::look));

    private ExtraWork() {}

    /** Returns the part of a finding's sentence that names the work. */
    static String work(Finding finding) {
        return finding.sentence().replaceFirst("^[^;]*; ", "");
    }

    /**
     * Work of slow steps.
     *
     * @param name its phase or method
     * @param sentence its times in slow steps and in the others
     * @param isOfSlowStepsOnly whether no usual step does it
     * @param nanos its time in the slow steps beyond the time in as many usual steps
     * @param proofs evidence
     */
    private record Work(String name, String sentence, boolean isOfSlowStepsOnly, double nanos, List<Proof> proofs) {
        String nextStep() {
            return isOfSlowStepsOnly
                    ? "do " + name + " less often, on less data, or on another thread"
                    : "do what " + name + " does in these steps less often, or on another thread";
        }

        List<Advice> advice() {
            if (VALIDATES.matcher(name).matches()) {
                return List.of(
                        Advice.of("validate on a part of the data, or once an epoch"),
                        Advice.of(
                                "copy the parameters, and validate the copy on another thread while training goes on"));
            }
            return List.of(Advice.of(
                    SAVES.matcher(name).matches()
                            ? "copy the parameters, and save the copy on another thread while training goes on"
                            : "hand its input to another thread, by a bounded queue, while training goes on"));
        }
    }

    private static Optional<Symptom> look(WindowFacts facts) {
        return SlowStepSelection.of(facts)
                .filter(steps -> !steps.usual().isEmpty())
                .flatMap(steps -> phase(facts, steps)
                        .or(() -> method(facts, steps))
                        .map(work -> new Symptom(
                                steps.figure(steps.lostNanos()),
                                steps.sentence() + "; " + work.sentence,
                                work.nextStep(),
                                Math.min((long) work.nanos, steps.lostNanos()),
                                work.proofs,
                                work.advice())));
    }

    /**
     * Mean times of some work, in nanoseconds.
     *
     * @param slow in a slow step
     * @param usual in a usual step; the most that it can be if no sample shows it
     * @param slowStep time of a slow step
     * @param usualStep time of a usual step
     */
    private record Times(double slow, double usual, double slowStep, double usualStep) {
        double extra(SlowStepSelection steps) {
            return (slow - usual) * steps.slow().size();
        }

        /** True if it explains the slow steps. */
        boolean isExtra(SlowStepSelection steps) {
            return usual / usualStep <= FAR_LESS * slow / slowStep && extra(steps) >= MOST * steps.lostNanos();
        }

        String text(String work, String atMost) {
            return work + " takes " + time(slow) + " in slow steps and " + atMost + time(usual) + " in the others";
        }

        String textBySamples(String work) {
            return usual == 0
                    ? work + " takes " + time(slow) + " in slow steps, by samples, and no sample shows it in the others"
                    : text(work, "") + BY_SAMPLES;
        }
    }

    private static Optional<Work> phase(WindowFacts facts, SlowStepSelection steps) {
        Set<String> names = new TreeSet<>();
        steps.slow().forEach(each -> names.addAll(each.phases().keySet()));
        return names.stream()
                .flatMap(name -> phase(facts, steps, name).stream())
                .max((one, other) -> Double.compare(one.nanos, other.nanos));
    }

    private static Optional<Work> phase(WindowFacts facts, SlowStepSelection steps, String phase) {
        Times times = new Times(
                mean(steps.slow(), each -> each.phases().getOrDefault(phase, 0L)),
                mean(steps.usual(), each -> each.phases().getOrDefault(phase, 0L)),
                mean(steps.slow(), each -> each.step().durationNanos()),
                mean(steps.usual(), each -> each.step().durationNanos()));
        if (!times.isExtra(steps)) {
            return Optional.empty();
        }
        boolean isSampled = phase.endsWith(SampledPhases.MARK);
        String name = isSampled ? phase.substring(0, phase.length() - SampledPhases.MARK.length()) : phase;
        boolean isOfSlowStepsOnly = !isSampled
                && steps.slow().stream().allMatch(each -> each.phases().containsKey(phase))
                && !isIn(facts, SlowStepSelection.times(steps.usual()), phase);
        String where = StepTimeRules.where(facts, steps.slow());
        return Optional.of(new Work(
                name,
                (isOfSlowStepsOnly
                                ? "the slow ones do " + name + ", the others do not"
                                : isSampled ? times.textBySamples(name) : times.text(name, ""))
                        + (where.contains(name) ? "" : where),
                isOfSlowStepsOnly,
                times.extra(steps),
                proofs(steps)));
    }

    private static double mean(List<StepBreakdown> of, ToLongFunction<StepBreakdown> nanos) {
        return of.stream().mapToLong(nanos).average().orElse(0);
    }

    /** True if a scope of a name is open at some of the times, however short. */
    private static boolean isIn(WindowFacts facts, IntervalSet times, String name) {
        return facts.trace().tracks().stream()
                .filter(Track::isThread)
                .anyMatch(track -> IntStream.range(0, track.size())
                        .anyMatch(event -> times.nextFrom(track.startNanos(event)) - track.startNanos(event)
                                        < Math.max(1, track.durationNanos(event))
                                && facts.trace().name(track.nameId(event)).equals(name)));
    }

    private static List<Proof> proofs(SlowStepSelection steps) {
        return steps.slow().stream()
                .sorted((one, other) -> Long.compare(steps.longer(other), steps.longer(one)))
                .limit(1)
                .map(each -> new Proof(
                        "longest slow step",
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
        long ofSlow = RunningCode.count(slow);
        long ofUsual = RunningCode.count(usual);
        // Samples divide the time of steps, but they miss some of it.
        if (ofUsual < FEWEST_SAMPLES) {
            return Optional.empty();
        }
        ToLongFunction<StepBreakdown> own = each -> steps.own().getOrDefault(each.step(), 0L);
        double slowStep = mean(steps.slow(), own);
        double usualStep = mean(steps.usual(), own);
        Map<String, Sampled> inUsual = byMethod(usual);
        Work most = null;
        for (Map.Entry<String, Sampled> each : byMethod(slow).entrySet()) {
            Sampled found = each.getValue();
            long others = inUsual.getOrDefault(each.getKey(), new Sampled()).count;
            Times times = new Times(
                    found.count * slowStep / ofSlow,
                    (others == 0 ? Math.min(UNSEEN, (double) ofUsual) : (double) others) * usualStep / ofUsual,
                    slowStep,
                    usualStep);
            if (found.count >= FEWEST_SAMPLES
                    && times.isExtra(steps)
                    && times.extra(steps) > (most == null ? 0 : most.nanos)) {
                most = new Work(
                        each.getKey(),
                        times.text(found.text(), others == 0 ? "at most " : "") + BY_SAMPLES,
                        false,
                        times.extra(steps),
                        List.of(Proof.at(
                                found.count + " of " + ofSlow + " samples of slow steps, " + others + " of " + ofUsual
                                        + " of the others",
                                found.stack)));
            }
        }
        return Optional.ofNullable(most);
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
