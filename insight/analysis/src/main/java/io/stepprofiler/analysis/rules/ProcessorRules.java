package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.MACHINE_LOAD;
import static io.stepprofiler.analysis.rules.Evidence.PROCESSOR_LOAD;
import static io.stepprofiler.analysis.rules.Evidence.PROCESSOR_TIME;
import static io.stepprofiler.analysis.rules.Evidence.SAMPLES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.Evidence.THROTTLING;
import static io.stepprofiler.analysis.rules.Evidence.WAITS;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.frameworks.Problem;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about competition for processors. */
final class ProcessorRules {
    private static final int SHOWN = 3;
    private static final double FULL = 0.95;

    /**
     * Part of the load of other programs below which they are the cause: a fair scheduler gives another program up to
     * half of the processors, however many threads this one has.
     */
    private static final double AS_MUCH = 0.75;

    /**
     * Part of the step for which its thread does not run, up to which it may wait for native threads that do a part of
     * its operation: such waits are in no event.
     */
    private static final double UNLIKE_A_WAIT = 0.5;

    static final String OTHERS = "other-processes";

    /** Ready threads for each processor from which on the program is the cause, whatever other programs do. */
    private static final double FAR_TOO_MANY = 2;

    static final List<Rule> ALL = List.of(
            new Rule(
                    "cpu-oversubscribed",
                    "More threads than processors",
                    Role.CAUSE,
                    Set.of(STEPS, PROCESSOR_LOAD, PROCESSOR_TIME, WAITS),
                    new Thresholds(0.05, 0.2),
                    ProcessorRules::oversubscribed),
            new Rule(
                    OTHERS,
                    "Other programs use the processors",
                    Role.REMARK,
                    Set.of(STEPS, PROCESSOR_LOAD, MACHINE_LOAD),
                    ProcessorLoad.OTHERS,
                    ProcessorRules::others),
            new Rule(
                    "throttled",
                    "The container is throttled",
                    Role.CAUSE,
                    Set.of(STEPS, THROTTLING, PROCESSOR_TIME),
                    new Thresholds(0.01, 0.05),
                    ProcessorRules::throttled));

    private ProcessorRules() {}

    // D18: by processor time, not by counting threads.
    /** Finds processors filled by the program's own threads while threads of steps are ready to run. */
    private static Optional<Symptom> oversubscribed(WindowFacts facts) {
        ProcessorLoad load = facts.load();
        boolean isFull = load.ofProcess() >= FULL * load.processors() || load.partOfMachine() >= FULL;
        boolean areFarTooMany = load.readyThreads() >= FAR_TOO_MANY * Math.max(1, load.processors());
        boolean areMore = facts.counter(ProcessorLoad.WAITING).isEmpty() || load.readyThreads() > load.processors();
        // Threads that wait for each other leave a processor free at times.
        if (!areFarTooMany && (!isFull || !areMore || load.besideSteps() < AS_MUCH * load.ofOthers())) {
            return Optional.empty();
        }
        long nanos = Math.max(0, load.deprivedNanos() - load.throttledNanos());
        boolean isNative = facts.evidence().contains(SAMPLES) && !RunningThreads.areBesideSteps(facts);
        if (isNative && !areFarTooMany && facts.share(nanos) < UNLIKE_A_WAIT) {
            return Optional.empty();
        }
        int processors = (int) Math.max(1, load.processors());
        List<Proof> proofs = new ArrayList<>(deprived(load));
        proofs.addAll(RunningThreads.of(facts, SHOWN));
        Figure figure = facts.ofStep(nanos);
        return Optional.of(new Symptom(
                figure,
                (areFarTooMany
                                ? number(load.readyThreads())
                                        + " threads of the program are ready to run at the same time," + " on "
                                        + Amount.count(processors, "processor")
                                : "all processors are busy: other threads of the program use "
                                        + number(load.besideSteps())
                                        + " of " + processors
                                        + (load.partOfOthers() < ProcessorLoad.OTHERS.information()
                                                ? ""
                                                : ", other programs " + number(load.ofOthers())))
                        + ", and " + figure.text() + " waits for " + (areFarTooMany ? "them or for one" : "one"),
                "use fewer threads: " + processors + " in all",
                nanos,
                proofs,
                Advice.about(
                                Problem.THREADS_MANY,
                                List.of(
                                        Advice.of("as many threads in total as processors:"
                                                + " one fewer for operations per thread that loads data"),
                                        Advice.of("OMP_NUM_THREADS=" + processors)))
                        .stream()
                        .map(each -> new Advice(
                                each.framework(), each.text().replace("{processors}", String.valueOf(processors))))
                        .toList()));
    }

    private static Optional<Symptom> others(WindowFacts facts) {
        ProcessorLoad load = facts.load();
        String waiting = facts.evidence().containsAll(EnumSet.of(PROCESSOR_TIME, WAITS))
                ? "; up to " + share(facts.share(load.deprivedNanos()), "the step") + " may be a wait for one"
                : "";
        Figure figure = ofOthers(load);
        return Optional.of(new Symptom(
                figure,
                "other programs use " + figure.text() + waiting,
                "measure on an idle machine, and do not compare these times with others",
                0,
                waiting.isEmpty() ? List.of() : deprived(load),
                List.of(Advice.of("top -b -n 1 | head -20 shows the programs; taskset or cpusets keep them apart"))));
    }

    static Figure ofOthers(ProcessorLoad load) {
        return Figure.share(load.partOfOthers(), Amount.count(load.machineProcessors(), "processor"));
    }

    /** The kernel adds up the times of all throttled threads; the step loses at most the time it did not run. */
    private static Optional<Symptom> throttled(WindowFacts facts) {
        ProcessorLoad load = facts.load();
        long nanos = Math.min(load.throttledNanos(), load.deprivedNanos());
        int processors = (int) Math.max(1, load.processors());
        Figure figure = facts.ofStep(nanos);
        return Optional.of(new Symptom(
                figure,
                "the container has used up its processor quota and is throttled for " + figure.text(),
                "give the container more processors, or use fewer threads",
                nanos,
                deprived(load),
                List.of(
                        Advice.of("as many threads as the container has processors"),
                        new Advice("Kubernetes", "resources: {limits: {cpu: \"" + 2 * processors + "\"}}"),
                        new Advice("Docker", "docker run --cpus=" + 2 * processors),
                        new Advice(
                                "JVM",
                                "-XX:ActiveProcessorCount=" + processors + " and OMP_NUM_THREADS=" + processors
                                        + ", so that pools have no more threads than can run"))));
    }

    private static List<Proof> deprived(ProcessorLoad load) {
        return load.deprived().stream()
                .filter(each -> each.nanos() > 0)
                .limit(SHOWN)
                .map(each -> new Proof(
                        "neither running nor in a recorded wait for " + time(each.nanos()),
                        each.step().number(),
                        each.step().startNanos(),
                        each.step().durationNanos(),
                        List.of()))
                .toList();
    }
}
