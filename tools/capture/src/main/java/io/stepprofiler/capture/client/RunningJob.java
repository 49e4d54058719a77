package io.stepprofiler.capture.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a running job stands.
 *
 * @param process its process
 * @param steps its steps, whoever marks them
 * @param profile the profile that runs in it; empty if none does
 * @param capture the capture that is under way; empty if none is
 * @param serverVersion version of the server in it
 * @param time when this was true
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
     * @param marked whether anybody has marked a step so far
     * @param perSecond steps a second lately; 0 if not known
     * @param recentNanos how long each of the last steps took, the oldest first
     * @param sinceStepNanos how long ago the current step began; 0 if no step was marked
     */
    public record Steps(long current, boolean marked, double perSecond, List<Long> recentNanos, long sinceStepNanos) {
        /**
         * Copies the list.
         *
         * @param current the number of the current step
         * @param marked whether anybody has marked a step so far
         * @param perSecond steps a second lately
         * @param recentNanos how long each of the last steps took
         * @param sinceStepNanos how long ago the current step began
         */
        public Steps {
            recentNanos = List.copyOf(recentNanos);
        }
    }

    /**
     * A profile that runs in a job.
     *
     * @param name what it is called
     * @param schedule its schedule in words
     * @param action what is done in the current step
     * @param windows how many windows have been put together
     * @param paused whether it is paused
     * @param failureCount how many failures it has kept from the program
     * @param failures the first of them, a line each
     * @param account account of its last window in words; empty before the first
     * @param activities types of activities that it records now
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
        /**
         * Copies the lists.
         *
         * @param name what it is called
         * @param schedule its schedule in words
         * @param action what is done in the current step
         * @param windows how many windows have been put together
         * @param paused whether it is paused
         * @param failureCount how many failures it has kept from the program
         * @param failures the first of them
         * @param account account of its last window in words
         * @param activities types of activities that it records now
         * @param hasHistory whether it keeps a history
         */
        public RunningProfile {
            failures = List.copyOf(failures);
            activities = List.copyOf(activities);
        }
    }

    /**
     * A process with a server in it.
     *
     * @param pid its number, as it knows it itself
     * @param host the name of its machine
     * @param name main class or jar
     * @param javaVersion release of its virtual machine
     * @param start when it began; empty if that is not known
     * @param frameworks frameworks that it has, with releases
     * @param rank which worker of a distributed training it is; empty if it is none
     * @param worldSize how many workers there are; empty if it is none
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
        /**
         * Copies the list.
         *
         * @param pid its number
         * @param host the name of its machine
         * @param name main class or jar
         * @param javaVersion release of its virtual machine
         * @param start when it began
         * @param frameworks frameworks that it has
         * @param rank which worker it is
         * @param worldSize how many workers there are
         */
        public RemoteProcess {
            frameworks = List.copyOf(frameworks);
        }
    }
}
