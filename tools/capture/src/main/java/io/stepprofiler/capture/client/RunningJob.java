package io.stepprofiler.capture.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Status of a running job.
 *
 * @param process its process
 * @param steps its steps
 * @param profile its running profile; empty if none runs
 * @param capture the running capture; empty if none runs
 * @param serverVersion version of the server in it
 * @param time time of the status
 */
public record RunningJob(
        RemoteProcess process,
        Steps steps,
        Optional<RunningProfile> profile,
        Optional<CaptureState> capture,
        String serverVersion,
        Instant time) {
    /**
     * Steps of a job.
     *
     * @param current the number of the current step
     * @param marked whether a step has been marked
     * @param perSecond recent steps per second; 0 if unknown
     * @param recentNanos durations of the last steps, the oldest first
     * @param sinceStepNanos time since the start of the current step; 0 if no step was marked
     */
    public record Steps(long current, boolean marked, double perSecond, List<Long> recentNanos, long sinceStepNanos) {
        /** Copies the list. */
        public Steps {
            recentNanos = List.copyOf(recentNanos);
        }
    }

    /**
     * A profile that runs in a job.
     *
     * @param name its name
     * @param schedule its schedule in words
     * @param action action of the schedule in the current step
     * @param windows number of completed windows
     * @param paused whether it is paused
     * @param failureCount number of failures that it has not passed on to the program
     * @param failures the first failures, one line each
     * @param account account of its last window in words; empty before the first
     * @param activities types of activities that it currently records
     * @param hasHistory whether it keeps a history
     */
    public record RunningProfile(
            String name,
            String schedule,
            String action,
            long windows,
            boolean paused,
            long failureCount,
            List<String> failures,
            String account,
            List<String> activities,
            boolean hasHistory) {
        /** Copies the lists. */
        public RunningProfile {
            failures = List.copyOf(failures);
            activities = List.copyOf(activities);
        }
    }

    /**
     * A process with a server in it.
     *
     * @param pid its process id, as it sees it
     * @param host the name of its machine
     * @param name main class or jar
     * @param javaVersion release of its virtual machine
     * @param start start of the process; empty if unknown
     * @param frameworks loaded frameworks, with releases
     * @param rank its rank in a distributed training; empty if there is none
     * @param worldSize number of workers; empty if it is not distributed
     */
    public record RemoteProcess(
            long pid,
            String host,
            String name,
            String javaVersion,
            Optional<Instant> start,
            List<String> frameworks,
            OptionalInt rank,
            OptionalInt worldSize) {
        /** Copies the list. */
        public RemoteProcess {
            frameworks = List.copyOf(frameworks);
        }
    }
}
