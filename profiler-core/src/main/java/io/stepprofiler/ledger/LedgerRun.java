package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The run of a step ledger. Texts that are not known are empty, and numbers are 0.
 *
 * @param runId id of the run, unique
 * @param name name of the profile
 * @param mainClass main class or jar of the program
 * @param commandLine main class or jar, and arguments
 * @param process the process
 * @param start start of the run
 * @param virtualMachine name and version of the virtual machine
 * @param collector the garbage collector
 * @param maxHeapBytes largest size of the heap
 * @param processors number of processors that the virtual machine uses
 * @param job name of the job that the process is part of
 * @param rank number of the process as a worker of the job
 * @param worldSize number of workers
 * @param labels further facts by name, such as the rack
 */
public record LedgerRun(
        String runId,
        String name,
        String mainClass,
        String commandLine,
        ProcessInfo process,
        ClockAnchor start,
        String virtualMachine,
        String collector,
        long maxHeapBytes,
        int processors,
        String job,
        OptionalInt rank,
        int worldSize,
        Map<String, String> labels) {
    /**
     * Copies the labels.
     *
     * @param runId id of the run, unique
     * @param name name of the profile
     * @param mainClass main class or jar of the program
     * @param commandLine main class or jar, and arguments
     * @param process the process
     * @param start start of the run
     * @param virtualMachine name and version of the virtual machine
     * @param collector the garbage collector
     * @param maxHeapBytes largest size of the heap
     * @param processors number of processors that the virtual machine uses
     * @param job name of the job that the process is part of
     * @param rank number of the process as a worker of the job
     * @param worldSize number of workers
     * @param labels further facts by name, such as the rack
     */
    public LedgerRun {
        labels = Map.copyOf(labels);
    }
}
