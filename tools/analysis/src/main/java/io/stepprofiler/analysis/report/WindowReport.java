package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.rules.Diagnosis;
import java.util.List;

/**
 * The report of one window of one process. Lists are cut to what a page can show, the most important first.
 *
 * @param run which run it is of
 * @param diagnosis what holds the steps up
 * @param metrics figures that another run can be compared by
 * @param stepTime how the durations of the steps spread, in nanoseconds
 * @param parts what the steps spend their time with, the most first; their sums add up to that of the durations
 * @param steps the steps one by one
 * @param operators the names with the most time of their own
 * @param modules the modules with the most time
 * @param waits waits of the threads of steps
 * @param samples where code runs in steps
 * @param allocations where Java objects are allocated in steps
 * @param retained memory that grows with each step
 * @param virtualMachine what the virtual machine did
 * @param account what became of the events
 * @param paths what the steps spend their time with by the paths of open events, each after the one around it
 * @param devices what devices did
 */
public record WindowReport(
        Run run,
        Diagnosis diagnosis,
        List<Metric> metrics,
        Distribution stepTime,
        List<Part> parts,
        StepTimes steps,
        List<Operator> operators,
        List<Operator> modules,
        List<Wait> waits,
        List<Sampled> samples,
        List<Sampled> allocations,
        List<Retained> retained,
        VirtualMachine virtualMachine,
        Account account,
        List<PathTime> paths,
        Devices devices) {
    /**
     * Copies the lists.
     *
     * @param run which run it is of
     * @param diagnosis what holds the steps up
     * @param metrics figures that another run can be compared by
     * @param stepTime how the durations of the steps spread
     * @param parts what the steps spend their time with
     * @param steps the steps one by one
     * @param operators the names with the most time of their own
     * @param modules the modules with the most time
     * @param waits waits of the threads of steps
     * @param samples where code runs in steps
     * @param allocations where Java objects are allocated in steps
     * @param retained memory that grows with each step
     * @param virtualMachine what the virtual machine did
     * @param account what became of the events
     * @param paths what the steps spend their time with by the paths of open events
     * @param devices what devices did
     */
    public WindowReport {
        metrics = List.copyOf(metrics);
        parts = List.copyOf(parts);
        operators = List.copyOf(operators);
        modules = List.copyOf(modules);
        waits = List.copyOf(waits);
        samples = List.copyOf(samples);
        allocations = List.copyOf(allocations);
        retained = List.copyOf(retained);
        paths = List.copyOf(paths);
    }

    /**
     * {@return this report of another run}
     *
     * @param other the run
     */
    public WindowReport withRun(Run other) {
        return new WindowReport(
                other,
                diagnosis,
                metrics,
                stepTime,
                parts,
                steps,
                operators,
                modules,
                waits,
                samples,
                allocations,
                retained,
                virtualMachine,
                account,
                paths,
                devices);
    }
}
