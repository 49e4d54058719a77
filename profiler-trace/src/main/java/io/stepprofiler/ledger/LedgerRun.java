package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.text.SafeName;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Launch;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * The run of a step ledger. Texts that are not known are empty, and numbers are 0.
 *
 * @param runId id of the run, unique
 * @param name name of the profile
 * @param mainClass simple name of the main class, or of the jar
 * @param commandLine main class or jar, then the arguments, with {@code ***} for values that may be secrets
 * @param process the process
 * @param start start of the run
 * @param machine virtual machine, processors and versions
 * @param rank number of the process as a worker of the job
 * @param worldSize number of workers
 * @param place place of the process in its job
 */
public record LedgerRun(
        String runId,
        String name,
        String mainClass,
        String commandLine,
        ProcessInfo process,
        ClockAnchor start,
        Machine machine,
        OptionalInt rank,
        int worldSize,
        JobPlace place) {
    private static final int MAX_HOST = 128;

    /**
     * Virtual machine, processors and versions of a process.
     *
     * @param virtualMachine name and version of the virtual machine
     * @param collector the garbage collector
     * @param maxHeapBytes largest size of the heap
     * @param processors number of processors that the virtual machine uses
     * @param versions versions by name: of Java, of the operating system, of frameworks, and the git commit of the program
     * @param flags flags of the virtual machine that matter, by name
     */
    public record Machine(
            String virtualMachine,
            String collector,
            long maxHeapBytes,
            int processors,
            Map<String, String> versions,
            Map<String, String> flags) {
        /** A machine that is not known. */
        public static final Machine UNKNOWN = new Machine("", "", 0, 0, Map.of(), Map.of());

        /** Copies the maps. */
        public Machine {
            versions = Map.copyOf(versions);
            flags = Map.copyOf(flags);
        }
    }

    /**
     * {@return a run of this process that begins now}
     *
     * @param name name of the profile
     * @param environment machine and virtual machine of the process
     * @param launch start of the process
     * @param worker rank of the process in a distributed run
     * @param place place of the process in its job
     */
    public static LedgerRun ofThisProcess(
            String name, Environment environment, Launch launch, Optional<DistributedInfo> worker, JobPlace place) {
        return new LedgerRun(
                UUID.randomUUID().toString(),
                name,
                launch.name(),
                launch.command(),
                ProcessInfo.current(),
                ClockAnchor.now(),
                new Machine(
                        environment.virtualMachine(),
                        environment.collector(),
                        environment.maxHeapBytes(),
                        environment.processors(),
                        versions(environment, launch),
                        environment.flags()),
                worker.map(info -> OptionalInt.of(info.rank())).orElse(OptionalInt.empty()),
                worker.map(DistributedInfo::worldSize).orElse(0),
                place);
    }

    private static Map<String, String> versions(Environment environment, Launch launch) {
        Map<String, String> versions = new HashMap<>(environment.frameworks());
        versions.put("java", environment.java());
        versions.put("system", environment.system());
        if (!launch.commit().isEmpty()) {
            versions.put("commit", launch.commit());
        }
        return versions;
    }

    /**
     * {@return this run with another rank}
     *
     * @param number number of the process as a worker of the job
     * @param workers number of workers; 0 if it is not known
     */
    public LedgerRun withRank(int number, int workers) {
        return new LedgerRun(
                runId, name, mainClass, commandLine, process, start, machine, OptionalInt.of(number), workers, place);
    }

    /** {@return the name of the file, which begins like the names of TensorBoard's files of the process} */
    public String fileName() {
        String host = process.host().isEmpty() ? "localhost" : process.host();
        return SafeName.cut(SafeName.of(host), MAX_HOST) + "_" + process.pid()
                + (rank.isPresent() ? "_" + rank.getAsInt() : "") + "." + start.epochNanos() + StepLedger.SUFFIX;
    }
}
