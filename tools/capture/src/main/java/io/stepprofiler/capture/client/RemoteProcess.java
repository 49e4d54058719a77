package io.stepprofiler.capture.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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
