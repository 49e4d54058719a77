package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import io.stepprofiler.analysis.run.LedgerSteps;
import io.stepprofiler.analysis.run.Rhythm;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules about all steps of a run, most of which no window recorded. */
public enum RunRules {
    /** Slow steps at equal distances. */
    PERIODIC("periodic-slow-steps", "Periodic slow steps", Role.CAUSE, 0.01, 0.1) {
        @Override
        Optional<Symptom> look(LedgerSteps run) {
            return run.slow().rhythms().stream().findFirst().map(rhythm -> periodic(run, rhythm));
        }
    },
    /** Steps whose duration grows. */
    GROWING("run-gets-slower", "The run gets slower", Role.CAUSE, 0.1, 0.25) {
        @Override
        Optional<Symptom> look(LedgerSteps run) {
            return Optional.of(symptom(
                    run,
                    new Figure(run.growth(), share(run.growth())),
                    "the step time grows by " + share(run.growth()) + " from the warm-up to the end",
                    "find what grows with each step: memory, lists, files",
                    run.growth() / 2 / (1 + run.growth() / 2)));
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

    /** Finds the figure of the rule. */
    abstract Optional<Symptom> look(LedgerSteps run);

    /**
     * {@return the findings about a run, in the order of the rules}
     *
     * @param run all steps of the run
     */
    @SuppressWarnings("exports") // For the report.
    public static List<Finding> check(LedgerSteps run) {
        return Stream.of(values()).flatMap(rule -> rule.finding(run).stream()).toList();
    }

    /**
     * {@return a diagnosis with findings about the whole run of the window} The first of them is the verdict if it is a
     * warning, no finding about the window is more important, and the verdict of the window explains less than half of
     * it; the work that slow steps of the window do is part of its sentence.
     *
     * @param window the diagnosis of the window
     * @param ofRun findings about the run; each replaces a finding of the same rule
     */
    public static Diagnosis join(Diagnosis window, List<Finding> ofRun) {
        Set<String> ids = ofRun.stream().map(Finding::rule).collect(Collectors.toSet());
        Optional<Finding> work = window.findings().stream()
                .filter(each -> each.rule().equals(ExtraWork.ID))
                .findFirst();
        List<Finding> all = Stream.concat(
                        window.findings().stream().filter(each -> !ids.contains(each.rule())),
                        ofRun.stream()
                                .map(each -> work.filter(any -> each.rule().equals(PERIODIC.id))
                                        .map(found -> doing(each, found))
                                        .orElse(each)))
                .sorted(RuleSet.MOST_IMPORTANT_FIRST)
                .toList();
        double known = window.findings().stream()
                .filter(each -> each.rule().equals(window.verdict().rule()) && isWarningOfCause(each))
                .mapToDouble(Finding::gainShare)
                .max()
                .orElse(0);
        Verdict verdict = all.stream()
                .findFirst()
                .filter(each -> ids.contains(each.rule()) && isWarningOfCause(each))
                // Each cause in the window says more than the growth.
                .filter(each -> !each.rule().equals(GROWING.id)
                        || window.findings().stream().noneMatch(RunRules::isWarningOfCause))
                // A cause in the window says more than the distance of the slow steps.
                .filter(each -> known < each.gainShare() / 2)
                .map(each -> new Verdict(each.rule(), each.title(), each.sentence(), each.nextStep(), true))
                .orElse(window.verdict());
        return new Diagnosis(verdict, all, window.fine(), window.unchecked());
    }

    private static boolean isWarningOfCause(Finding finding) {
        return finding.severity() == Severity.WARNING && finding.role() == Role.CAUSE;
    }

    /** Adds the work that slow steps do, by a finding about a window. */
    private static Finding doing(Finding periodic, Finding work) {
        return new Finding(
                periodic.rule(),
                periodic.title(),
                periodic.severity(),
                periodic.role(),
                periodic.measure(),
                periodic.sentence() + "; " + ExtraWork.work(work),
                work.nextStep(),
                periodic.gainShare(),
                periodic.gainNanosPerStep(),
                Stream.concat(work.proofs().stream(), periodic.proofs().stream())
                        .toList(),
                Stream.concat(periodic.advice().stream(), work.advice().stream())
                        .distinct()
                        .toList());
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
                                symptom.advice())));
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
