package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Stretches;
import io.stepprofiler.analysis.steps.Stretches.Stretch;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Environment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How busy processors were while the steps of a window went on, and whether the threads of steps got one when they
 * wanted to run. Loads are means over the window, in processors; what is not known is 0. Immutable.
 */
final class ProcessorLoad {
    /** The counter of the processors that the program uses. */
    static final String OF_PROCESS = "jvm cpu cores";

    /** The counter of the processors that all programs of the machine use. */
    static final String OF_MACHINE = "machine cpu cores";

    /** The counter of the milliseconds for which the container was kept from running. */
    static final String THROTTLED = "cpu throttled ms";

    private static final double NANOS_A_MILLI = 1e6;

    /** What a thread that is not running does, and what stops it. */
    private static final Set<StepCategory> WAITS = EnumSet.of(
            StepCategory.VM_PAUSE,
            StepCategory.DEVICE_WAIT,
            StepCategory.LOCK,
            StepCategory.SLEEP,
            StepCategory.PARK,
            StepCategory.INPUT_OUTPUT);

    /**
     * For how long the thread of a step neither ran nor waited for anything that was recorded.
     *
     * @param step the step
     * @param nanos the time
     */
    record Deprived(StepMark step, long nanos) {}

    private final double processors;
    private final int machineProcessors;
    private final double ofProcess;
    private final double ofMachine;
    private final long throttledNanos;
    private final List<Deprived> deprived;
    private final double ofSteps;
    private final double partDeprived;

    private ProcessorLoad(WindowFacts facts) {
        Optional<Environment> environment = Environment.of(facts.trace());
        int counted = environment.map(Environment::processors).orElse(0);
        processors = Math.min(counted, environment.map(ProcessorLoad::limit).orElse(Double.MAX_VALUE));
        machineProcessors = environment.map(Environment::machineProcessors).orElse(0);
        ofProcess = mean(facts, OF_PROCESS);
        ofMachine = mean(facts, OF_MACHINE);
        throttledNanos = (long) (increase(facts, THROTTLED) * NANOS_A_MILLI);
        deprived = deprived(facts);
        long cpu = facts.steps().stream()
                .mapToLong(each -> Math.max(0, each.step().cpuNanos()))
                .sum();
        ofSteps = facts.share(cpu);
        partDeprived = facts.share(deprivedNanos());
    }

    /**
     * {@return the load of the processors in a window}
     *
     * @param facts what is known of the window
     */
    static ProcessorLoad of(WindowFacts facts) {
        return new ProcessorLoad(facts);
    }

    private static double limit(Environment environment) {
        return environment.containerProcessors().orElse(Double.MAX_VALUE);
    }

    private static Optional<CounterTrack> counter(WindowFacts facts, String name) {
        return facts.trace().counters().stream()
                .filter(each -> each.name().equals(name) && each.size() > 0)
                .findFirst();
    }

    /** Each sample is of the time since the one before it; that of the first began before the window. */
    private static double mean(WindowFacts facts, String name) {
        Optional<CounterTrack> found = counter(facts, name);
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

    /** A single sample counts from before the window. */
    private static double increase(WindowFacts facts, String name) {
        return counter(facts, name)
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
                long waiting = Stretches.of(waits.getOrDefault(step.number(), List.of()))
                        .nanosWithin(step.startNanos(), step.startNanos() + step.durationNanos());
                deprived.add(new Deprived(step, Math.max(0, step.durationNanos() - waiting - step.cpuNanos())));
            }
        }
        deprived.sort(Comparator.comparingLong(Deprived::nanos).reversed());
        return List.copyOf(deprived);
    }

    /** {@return how many processors the program may use, by the virtual machine and the limit of its container} */
    double processors() {
        return processors;
    }

    /** {@return how many processors the machine has} */
    int machineProcessors() {
        return machineProcessors;
    }

    /** {@return how many processors the program used} */
    double ofProcess() {
        return ofProcess;
    }

    /** {@return how many of them threads other than those of the steps used} */
    double besideSteps() {
        return Math.max(0, ofProcess - ofSteps);
    }

    /** {@return how many processors other programs used} */
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

    /** {@return for how long the container was kept from running, in nanoseconds of all its threads} */
    long throttledNanos() {
        return throttledNanos;
    }

    /**
     * {@return the steps of which the processor time is known, with the time for which their threads neither ran nor
     * waited for anything that was recorded, the longest first} They wanted to run, or waited for something that the
     * recorder does not see, such as threads of native code.
     */
    List<Deprived> deprived() {
        return deprived;
    }

    /**
     * {@return the part of the time in which the threads of steps wanted to run that they ran, from 0 to 1} It is 1 if
     * their processor time is not known.
     */
    double partOfWanted() {
        double wanted = ofSteps + partDeprived;
        return wanted == 0 ? 1 : ofSteps / wanted;
    }

    /** {@return the time of {@link #deprived} of all steps, in nanoseconds} */
    long deprivedNanos() {
        return deprived.stream().mapToLong(Deprived::nanos).sum();
    }
}
