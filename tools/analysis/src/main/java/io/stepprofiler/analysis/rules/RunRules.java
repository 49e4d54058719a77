package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.SentenceFigures.percent;
import static io.stepprofiler.analysis.rules.SentenceFigures.time;

import io.stepprofiler.analysis.run.Rhythm;
import io.stepprofiler.analysis.run.RunSteps;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules about all steps of a run, most of which no window recorded. */
public enum RunRules {
    /** Slow steps at equal distances. */
    PERIODIC("periodic-slow-steps", "Periodic slow steps", Role.CAUSE, 0.01, 0.1) {
        @Override
        Optional<Symptom> look(RunSteps run) {
            return run.rhythms().stream().findFirst().map(rhythm -> periodic(run, rhythm));
        }
    },
    /** Steps whose duration grows. */
    GROWING("run-gets-slower", "The run gets slower", Role.CAUSE, 0.1, 0.25) {
        @Override
        Optional<Symptom> look(RunSteps run) {
            return Optional.of(symptom(
                    run,
                    run.growth(),
                    "the step time grows by " + percent(run.growth()) + " from the warm-up to the end",
                    "find what grows with each step: memory, lists, files",
                    run.growth() / 2 / (1 + run.growth() / 2)));
        }
    },
    /** Slow steps without a period. */
    IRREGULAR("irregular-slow-steps", "Irregular slow steps", Role.SYMPTOM, 0.1, Double.POSITIVE_INFINITY) {
        @Override
        Optional<Symptom> look(RunSteps run) {
            double share = run.slowShare() - run.rhythmShare();
            return Optional.of(symptom(
                    run,
                    share,
                    run.slowSteps() + " slow steps cost " + percent(share) + " of the run" + longest(run),
                    "compare them with the others in a window that contains one",
                    share));
        }
    };

    private static final int SHOWN = 3;

    private final String id;
    private final String title;
    private final Role role;
    private final double information;
    private final double warning;

    RunRules(String id, String title, Role role, double information, double warning) {
        this.id = id;
        this.title = title;
        this.role = role;
        this.information = information;
        this.warning = warning;
    }

    /** Id of the rule. */
    String id() {
        return id;
    }

    /** Finds the figure of the rule. */
    abstract Optional<Symptom> look(RunSteps run);

    /**
     * {@return the findings about a run, in the order of the rules}
     *
     * @param run all steps of the run
     */
    public static List<Finding> check(RunSteps run) {
        return Stream.of(values()).flatMap(rule -> rule.finding(run).stream()).toList();
    }

    private Optional<Finding> finding(RunSteps run) {
        return look(run)
                .flatMap(symptom -> Severity.of(symptom.measure(), new Thresholds(information, warning))
                        .map(severity -> new Finding(
                                id,
                                title,
                                severity,
                                role,
                                symptom.measure(),
                                symptom.sentence(),
                                symptom.nextStep(),
                                run.nanos() == 0 ? 0 : (double) symptom.gainNanos() / run.nanos(),
                                run.steps() == 0 ? 0 : symptom.gainNanos() / run.steps(),
                                symptom.proofs(),
                                symptom.advice())));
    }

    private static Symptom periodic(RunSteps run, Rhythm rhythm) {
        return symptom(
                run,
                run.rhythmShare(),
                "every " + ordinal(rhythm.period()) + " step is slow, from step " + rhythm.first() + " on, which costs "
                        + percent(run.rhythmShare()) + " of the run",
                "do the work of each " + ordinal(rhythm.period())
                        + " step, such as validation or a checkpoint, less often or on another thread",
                run.rhythmShare());
    }

    private static String longest(RunSteps run) {
        return run.slowest().stream()
                .findFirst()
                .map(step -> "; the longest takes " + time(step.nanos()) + " (step " + step.number()
                        + "), the median step " + time(run.stepTime().median()))
                .orElse("");
    }

    private static String ordinal(long number) {
        long tens = number % 100 / 10;
        return number
                + (tens == 1
                        ? "th"
                        : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th");
    }

    private static Symptom symptom(RunSteps run, double measure, String sentence, String nextStep, double gain) {
        return new Symptom(
                measure,
                sentence,
                nextStep,
                (long) (gain * run.nanos()),
                run.slowest().stream()
                        .limit(SHOWN)
                        .map(step -> Proof.at("step " + step.number() + ": " + time(step.nanos()), List.of()))
                        .toList(),
                List.of());
    }
}
