package io.stepprofiler.analysis.report;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.rules.Advice;
import io.stepprofiler.analysis.rules.Figure;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Proof;
import io.stepprofiler.analysis.rules.Role;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.rules.Symptom;
import io.stepprofiler.analysis.rules.Thresholds;
import io.stepprofiler.analysis.run.LedgerSteps;
import io.stepprofiler.analysis.run.Rhythm;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules about all steps of a run, most of which no window recorded. */
enum RunRules {
    /** Slow steps at equal distances. */
    PERIODIC("periodic-slow-steps", "Periodic slow steps", Role.CAUSE, 0.01, 0.1) {
        @Override
        Optional<Symptom> look(LedgerSteps run) {
            return run.slow().rhythms().stream().findFirst().map(rhythm -> periodic(run, rhythm));
        }
    },
    /** First steps that take much longer than later ones. */
    START("slow-start", "Slow start", Role.CAUSE, 0.1, 0.25) {
        @Override
        Optional<Symptom> look(LedgerSteps run) {
            long count = run.warmUp().warmUpSteps();
            long longer = run.warmUp().warmUpNanos() - count * run.stepTime().median();
            // A virtual machine loads and compiles code for some seconds in each program.
            return longer < LEAST_START_NANOS || count > MOST_OF_STEPS * run.steps()
                    ? Optional.empty()
                    : Optional.of(start(run, count, longer));
        }
    },
    /** Steps whose duration grows. */
    GROWING("run-gets-slower", "The run gets slower", Role.CAUSE, 0.1, 0.25) {
        @Override
        Optional<Symptom> look(LedgerSteps run) {
            double growth = run.trend().growth();
            return Optional.of(new Symptom(
                    new Figure(growth, share(growth)),
                    "the step time grows by " + share(growth) + " from the warm-up to the end",
                    "find what grows with each step: memory, lists, files",
                    (long) (growth / 2 / (1 + growth / 2) * run.nanos()),
                    List.of(Proof.at(
                            "median step: "
                                    + run.trend().course().stream()
                                            .map(stage -> time(stage.medianNanos()) + " in steps "
                                                    + stage.steps().first() + " to "
                                                    + stage.steps().last())
                                            .collect(Collectors.joining(", ")),
                            List.of())),
                    List.of()));
        }
    },
    /** Slow steps without a period. */
    IRREGULAR("irregular-slow-steps", "Irregular slow steps", Role.SYMPTOM, 0.1, Double.POSITIVE_INFINITY) {
        @Override
        Optional<Symptom> look(LedgerSteps run) {
            double share = run.slow().slowShare() - run.slow().rhythmShare();
            return Optional.of(symptom(
                    run,
                    Figure.share(share, "the run"),
                    run.slow().slowSteps() + " slow steps cost " + share(share, "the run") + longest(run),
                    "compare them with the others in a window that contains one",
                    share));
        }
    };

    private static final int SHOWN = 3;
    private static final int MOST_RECORDED = 50;

    /** Part of the steps up to which slow first steps are a start: a longer one may be the load of the machine. */
    private static final double MOST_OF_STEPS = 0.2;

    private static final long LEAST_START_NANOS = 5_000_000_000L;

    final String id;
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

    /** Finds the figure of the rule. */
    abstract Optional<Symptom> look(LedgerSteps run);

    /** Returns the findings about a run, in the order of the rules. */
    static List<Finding> check(LedgerSteps run) {
        return Stream.of(values()).flatMap(rule -> rule.finding(run).stream()).toList();
    }

    private Optional<Finding> finding(LedgerSteps run) {
        return look(run)
                .flatMap(symptom -> Severity.of(symptom.figure().value(), new Thresholds(information, warning))
                        .map(severity -> new Finding(
                                id,
                                title,
                                severity,
                                role,
                                symptom.figure().value(),
                                symptom.sentence(),
                                symptom.nextStep(),
                                run.nanos() == 0 ? 0 : (double) symptom.gainNanos() / run.nanos(),
                                run.steps() == 0 ? 0 : symptom.gainNanos() / run.steps(),
                                symptom.proofs(),
                                symptom.advice(),
                                "")));
    }

    private static Symptom periodic(LedgerSteps run, Rhythm rhythm) {
        return symptom(
                run,
                Figure.share(run.slow().rhythmShare(), "the run"),
                "every " + ordinal(rhythm.period()) + " step is slow, from step " + rhythm.first() + " on, which costs "
                        + share(run.slow().rhythmShare(), "the run"),
                "do the work of each " + ordinal(rhythm.period())
                        + " step, such as validation or a checkpoint, less often or on another thread",
                run.slow().rhythmShare());
    }

    private static Symptom start(LedgerSteps run, long count, long longer) {
        double cost = (double) longer / run.nanos();
        long recorded = Math.min(count, MOST_RECORDED);
        return new Symptom(
                Figure.share(cost, "the run"),
                "the first " + (count == 1 ? "of " : count + " of ") + Amount.count(run.steps(), "step")
                        + (count == 1 ? " takes " : " take ")
                        + time(run.warmUp().warmUpNanos()) + " of " + time(run.nanos()) + ": a slow start costs "
                        + share(cost, "the run"),
                "record the first steps, to compare them with later ones",
                longer,
                List.of(Proof.at("median step: " + time(run.stepTime().median()), List.of())),
                List.of(Advice.of("a window of them: Schedule.builder().active(" + recorded
                        + "), or wait=0,warmup=0,active=" + recorded + " of the agent")));
    }

    private static String longest(LedgerSteps run) {
        return run.slow().slowest().stream()
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

    private static Symptom symptom(LedgerSteps run, Figure figure, String sentence, String nextStep, double gain) {
        return new Symptom(
                figure,
                sentence,
                nextStep,
                (long) (gain * run.nanos()),
                run.slow().slowest().stream()
                        .limit(SHOWN)
                        .map(step -> Proof.at("step " + step.number() + ": " + time(step.nanos()), List.of()))
                        .toList(),
                List.of());
    }
}
