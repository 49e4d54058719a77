package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.ConcurrentCost;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Environment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Load of the processors during a window, and the time for which threads of steps were ready but did not run. Loads are
 * means over the window, in processors; unknown figures are 0. Immutable.
 */
final class ProcessorLoad {
    /** Thresholds of the part of the processors that other programs use. */
    static final Thresholds OTHERS = new Thresholds(0.2, 0.4);

    /** Counter of the processors that the program uses. */
    static final String OF_PROCESS = "jvm cpu cores";

    /** Counter of the processors that all programs of the machine use. */
    static final String OF_MACHINE = "machine cpu cores";

    /** Counter of the milliseconds for which the container was throttled. */
    static final String THROTTLED = "cpu throttled ms";

    /** Counter of the program's threads that are ready but have no processor, native threads included. */
    static final String WAITING = "process waiting threads";

    private static final double NANOS_A_MILLI = 1e6;

    /** Categories in which a thread does not run; waits inside a collective operation are often in no event. */
    private static final Set<StepCategory> WAITS = EnumSet.of(
            StepCategory.VM_PAUSE,
            StepCategory.COMMUNICATION,
            StepCategory.DEVICE_WAIT,
            StepCategory.LOCK,
            StepCategory.SLEEP,
            StepCategory.PARK,
            StepCategory.INPUT_OUTPUT);

    private static final Set<Evidence> OF_PREEMPTION =
            EnumSet.of(Evidence.PROCESSOR_TIME, Evidence.WAITS, Evidence.MACHINE_LOAD);

    /**
     * Time for which the thread of a step neither ran nor was in a recorded wait.
     *
     * @param step the step
     * @param nanos the time in nanoseconds
     */
    record Deprived(StepMark step, long nanos) {}

    private final double processors;
    private final int machineProcessors;
    private final double ofProcess;
    private final double waitingThreads;
    private final double ofMachine;
    private final long throttledNanos;
    private final List<Deprived> deprived;
    private final double ofSteps;
    private final double ofCompilers;
    private final double partDeprived;
    private final Map<StepMark, Long> ready;
    private final Map<StepMark, Long> undisturbed;
    private final long undisturbedNanos;

    private ProcessorLoad(WindowFacts facts) {
        Optional<Environment> environment = Environment.of(facts.trace());
        int counted = environment.map(Environment::processors).orElse(0);
        processors = Math.min(counted, environment.map(ProcessorLoad::limit).orElse(Double.MAX_VALUE));
        machineProcessors =
                environment.map(each -> each.limits().machineProcessors()).orElse(0);
        ofProcess = mean(facts, OF_PROCESS);
        waitingThreads = mean(facts, WAITING);
        ofMachine = mean(facts, OF_MACHINE);
        throttledNanos = (long) (increase(facts, THROTTLED) * NANOS_A_MILLI);
        deprived = deprived(facts);
        long cpu = facts.steps().stream()
                .mapToLong(each -> Math.max(0, each.step().cpuNanos()))
                .sum();
        ofSteps = facts.share(cpu);
        long compiling = facts.steps().stream()
                .mapToLong(each -> each.concurrent().getOrDefault(ConcurrentCost.COMPILATION, 0L))
                .sum();
        ofCompilers = facts.share(compiling);
        partDeprived = facts.share(deprivedNanos());
        boolean isDisturbed = facts.evidence().containsAll(OF_PREEMPTION) && partOfOthers() >= OTHERS.information();
        Map<StepMark, Long> durations = durations(facts);
        ready = Collections.unmodifiableMap(ready(durations));
        undisturbed = isDisturbed ? ready : Collections.unmodifiableMap(durations);
        undisturbedNanos =
                undisturbed.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * {@return the load of the processors in a window; for {@link WindowFacts#load()}, which keeps it}
     *
     * @param facts the facts about the window
     */
    static ProcessorLoad of(WindowFacts facts) {
        return new ProcessorLoad(facts);
    }

    private static Map<StepMark, Long> durations(WindowFacts facts) {
        Map<StepMark, Long> nanos = new LinkedHashMap<>();
        facts.steps().forEach(each -> nanos.put(each.step(), each.step().durationNanos()));
        return nanos;
    }

    private Map<StepMark, Long> ready(Map<StepMark, Long> durations) {
        Map<StepMark, Long> nanos = new LinkedHashMap<>(durations);
        deprived.forEach(each -> nanos.merge(each.step, -each.nanos, Long::sum));
        return nanos;
    }

    /** {@return the duration of each step in nanoseconds, without the time for which it was deprived} */
    Map<StepMark, Long> ready() {
        return ready;
    }

    /**
     * {@return the duration of each step, in nanoseconds; without the time for which it was deprived of
     * a processor if other programs keep processors busy}
     */
    Map<StepMark, Long> undisturbed() {
        return undisturbed;
    }

    /** {@return the total of {@link #undisturbed}} */
    long undisturbedNanos() {
        return undisturbedNanos;
    }

    /**
     * {@return the processor time of the threads of steps in them, in nanoseconds; the time without waits if it is not
     * known}
     *
     * @param facts the facts about the window
     */
    static long runningNanos(WindowFacts facts) {
        return facts.evidence().contains(Evidence.PROCESSOR_TIME)
                ? facts.steps().stream()
                        .mapToLong(each -> each.step().cpuNanos())
                        .sum()
                : facts.nanos(StepCategory.PHASE) + facts.nanos(StepCategory.UNACCOUNTED);
    }

    private static double limit(Environment environment) {
        return environment.limits().containerProcessors().orElse(Double.MAX_VALUE);
    }

    /**
     * Returns the mean weighted by time: each sample covers the time since the previous one. The first one is left out,
     * since it began before the window.
     */
    private static double mean(WindowFacts facts, String name) {
        Optional<CounterTrack> found = facts.counter(name);
        if (found.isEmpty()) {
            return 0;
        }
        CounterTrack counter = found.get();
        double sum = 0;
        long nanos = 0;
        for (int i = 1; i < counter.size(); i++) {
            long length = counter.nanos(i) - counter.nanos(i - 1);
            sum += counter.value(i) * length;
            nanos += length;
        }
        return nanos > 0 ? sum / nanos : counter.value(counter.size() - 1);
    }

    /**
     * Returns the increase of a counter; a single sample counts from 0, since the previous one was before the window.
     */
    static double increase(WindowFacts facts, String name) {
        return facts.counter(name)
                .map(each -> each.value(each.size() - 1) - (each.size() > 1 ? each.value(0) : 0))
                .orElse(0.0);
    }

    private static List<Deprived> deprived(WindowFacts facts) {
        Map<Long, List<Stretch>> waits = new HashMap<>();
        for (List<Span> spans : List.of(facts.waits(), facts.machine())) {
            for (Span span : spans) {
                if (WAITS.contains(span.category())) {
                    waits.computeIfAbsent(span.step(), any -> new ArrayList<>())
                            .add(new Stretch(span.startNanos(), span.startNanos() + span.nanos()));
                }
            }
        }
        List<Deprived> deprived = new ArrayList<>();
        for (StepBreakdown each : facts.steps()) {
            StepMark step = each.step();
            if (step.cpuNanos() >= 0) {
                long waiting = IntervalSet.of(waits.getOrDefault(step.number(), List.of()))
                        .nanosWithin(step.startNanos(), step.startNanos() + step.durationNanos());
                deprived.add(new Deprived(step, Math.max(0, step.durationNanos() - waiting - step.cpuNanos())));
            }
        }
        deprived.sort(Comparator.comparingLong(Deprived::nanos).reversed());
        return List.copyOf(deprived);
    }

    /** {@return the number of processors that the virtual machine and the container allow the program} */
    double processors() {
        return processors;
    }

    /** {@return the number of processors of the machine} */
    int machineProcessors() {
        return machineProcessors;
    }

    /** {@return the number of processors that the program used} */
    double ofProcess() {
        return ofProcess;
    }

    /** {@return the number of processors that threads without steps used, without the compilers} */
    double besideSteps() {
        return Math.max(0, ofProcess - ofSteps - ofCompilers);
    }

    /**
     * {@return the number of the program's threads that run or are ready to, without the compilers; at most {@link
     * #ofProcess} if it is not known how many have no processor} It does not depend on other programs.
     */
    double readyThreads() {
        return Math.max(0, ofProcess + waitingThreads - ofCompilers);
    }

    /** {@return the number of processors that other programs used} */
    double ofOthers() {
        return Math.max(0, ofMachine - ofProcess);
    }

    /** {@return the part of the processors of the machine that all programs used, from 0 to 1} */
    double partOfMachine() {
        return machineProcessors == 0 ? 0 : Math.min(1, ofMachine / machineProcessors);
    }

    /** {@return the part of the processors of the machine that other programs used, from 0 to 1} */
    double partOfOthers() {
        return machineProcessors == 0 ? 0 : Math.min(1, ofOthers() / machineProcessors);
    }

    /** {@return the time for which the container was throttled, in nanoseconds summed over its threads} */
    long throttledNanos() {
        return throttledNanos;
    }

    /**
     * {@return the steps with known processor time, each with the time for which its thread neither ran nor was in a
     * recorded wait, the longest first} Such a thread was ready to run, or in a wait that is not recorded, such as for
     * native threads.
     */
    List<Deprived> deprived() {
        return deprived;
    }

    /**
     * {@return the part of their ready time for which the threads of steps ran, from 0 to 1} It is 1 if their processor
     * time is not known.
     */
    double partOfWanted() {
        double wanted = ofSteps + partDeprived;
        return wanted == 0 ? 1 : ofSteps / wanted;
    }

    /** {@return the total of {@link #deprived} over all steps, in nanoseconds} */
    long deprivedNanos() {
        return deprived.stream().mapToLong(Deprived::nanos).sum();
    }
}
