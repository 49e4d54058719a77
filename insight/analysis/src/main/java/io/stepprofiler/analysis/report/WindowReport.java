package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.steps.WholeWindow;
import java.util.List;

/**
 * Report of one window of one process. Lists are shortened to the size of a page, the most important entries first.
 *
 * @param run the run of the window
 * @param diagnosis findings of the rules, with the verdict
 * @param metrics figures for comparison with other runs
 * @param stepTime distribution of the durations of the steps, in nanoseconds
 * @param parts breakdown of the steps, the largest part first; the sums add up to the durations
 * @param steps the single steps
 * @param costs places and events with the most time and memory
 * @param virtualMachine activity of the virtual machine
 * @param account loss account of the events
 * @param paths breakdown of the steps by the paths of open events, each path after its enclosing path
 * @param devices use of devices
 */
public record WindowReport(
        Run run,
        Diagnosis diagnosis,
        List<Metric> metrics,
        Distribution stepTime,
        List<Part> parts,
        StepTimes steps,
        Costs costs,
        VirtualMachine virtualMachine,
        Account account,
        List<PathTime> paths,
        Devices devices) {
    /**
     * Places and events with the most time and memory.
     *
     * @param operators the names with the most self time
     * @param modules the modules with the most time
     * @param waits waits of the threads of steps
     * @param samples places where code runs in steps
     * @param allocations allocation sites of Java objects in steps
     * @param retained memory that grows with each step
     */
    public record Costs(
            List<Operator> operators,
            List<Operator> modules,
            List<Wait> waits,
            List<SampledPlace> samples,
            List<SampledPlace> allocations,
            List<RetainedMemory> retained) {
        /** Copies the lists. */
        public Costs {
            operators = List.copyOf(operators);
            modules = List.copyOf(modules);
            waits = List.copyOf(waits);
            samples = List.copyOf(samples);
            allocations = List.copyOf(allocations);
            retained = List.copyOf(retained);
        }
    }

    /** Copies the lists. */
    public WindowReport {
        metrics = List.copyOf(metrics);
        parts = List.copyOf(parts);
        paths = List.copyOf(paths);
    }

    /** {@return whether the window has no mark of a step, so that its only step is the whole window} */
    public boolean isWhole() {
        return steps.numbers().equals(List.of(WholeWindow.NUMBER));
    }

    /**
     * {@return this report with another run}
     *
     * @param other the run
     */
    public WindowReport withRun(Run other) {
        return with(other, diagnosis);
    }

    /** Returns this report of a window in a run whose steps do not get slower. */
    WindowReport inSteadyRun() {
        return with(run, diagnosis.inSteadyRun(stepTime.count()));
    }

    private WindowReport with(Run other, Diagnosis next) {
        return new WindowReport(
                other, next, metrics, stepTime, parts, steps, costs, virtualMachine, account, paths, devices);
    }
}
