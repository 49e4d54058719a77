package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Figures.percent;
import static io.stepprofiler.analysis.window.Evidence.INPUT_OUTPUT;
import static io.stepprofiler.analysis.window.Evidence.STEPS;
import static io.stepprofiler.analysis.window.Evidence.WAITS;

import io.stepprofiler.analysis.steps.StepCategory;
import io.stepprofiler.analysis.window.Evidence;
import io.stepprofiler.analysis.window.WindowFacts;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Rules about waits of the thread that steps: each is about one category of its time. */
final class WaitRules {
    static final List<Rule> ALL = List.of(
            rule(
                    "lock-contention",
                    "Lock contention",
                    WAITS,
                    new Thresholds(0.03, 0.05),
                    StepCategory.LOCK,
                    "of the step waits for a lock that another thread holds",
                    "hold the lock for less, or not in the step",
                    Advice.of("narrow the synchronized block, or give each thread its own state")),
            rule(
                    "sleeping",
                    "Sleeping",
                    WAITS,
                    new Thresholds(0.01, 0.05),
                    StepCategory.SLEEP,
                    "of the step sleeps",
                    "take the sleep out of the step",
                    Advice.of("wait for what is awaited (a queue, a latch) instead of asking again after a while")),
            rule(
                    "waiting-for-threads",
                    "Waiting for other threads",
                    WAITS,
                    new Thresholds(0.1, 0.2),
                    StepCategory.PARK,
                    "of the step waits for other threads",
                    "look what they do meanwhile, and start them earlier",
                    Advice.of("split the work into equal parts, one a core, and join once at the end of the step")),
            rule(
                    "io-in-step",
                    "Input and output in the step",
                    INPUT_OUTPUT,
                    new Thresholds(0.03, 0.1),
                    StepCategory.INPUT_OUTPUT,
                    "of the step reads or writes files or sockets",
                    "write on another thread",
                    Advice.of("hand checkpoints, metrics and logs to a thread of their own, every n steps")),
            rule(
                    "communication",
                    "Communication",
                    STEPS,
                    new Thresholds(0.1, 0.3),
                    StepCategory.COMMUNICATION,
                    "of the step communicates with other workers",
                    "overlap it with the backward pass",
                    Advice.of("reduce gradients in larger buckets, while the backward pass goes on")));

    private WaitRules() {}

    private static Rule rule(
            String id,
            String title,
            Evidence needs,
            Thresholds thresholds,
            StepCategory category,
            String says,
            String nextStep,
            Advice advice) {
        return new Rule(
                id,
                title,
                Role.CAUSE,
                EnumSet.of(STEPS, needs),
                thresholds,
                facts -> look(facts, category, says, nextStep, advice));
    }

    private static Optional<Symptom> look(
            WindowFacts facts, StepCategory category, String says, String nextStep, Advice advice) {
        long nanos = facts.nanos(category);
        return Optional.of(new Symptom(
                facts.share(nanos),
                percent(facts.share(nanos)) + " " + says,
                nextStep,
                nanos,
                Spans.longest(facts.waits(), span -> span.category() == category),
                List.of(advice)));
    }
}
