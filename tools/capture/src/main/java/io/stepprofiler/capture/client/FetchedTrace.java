package io.stepprofiler.capture.client;

import io.stepprofiler.capture.client.RunningJob.RemoteProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * A trace that a {@link CaptureClient} has written to a file, with verified length and digest.
 *
 * @param file the file
 * @param bytes its length
 * @param format its format
 * @param trace description of its content
 */
public record FetchedTrace(Path file, long bytes, FileFormat format, RemoteTrace trace) {

    /**
     * A trace of a server.
     *
     * @param start start of its window
     * @param duration how long the window was
     * @param firstStep the number of its first whole step; empty if it has none
     * @param steps how many whole steps it has
     * @param events how many events it has
     * @param partial whether it has less than was asked for
     * @param account account of its events in words
     * @param remarks what the user should know of it, a sentence each
     * @param process the process that it is of
     * @param origin what made it: {@code capture} or {@code snapshot}
     */
    public record RemoteTrace(
            Instant start,
            Duration duration,
            OptionalLong firstStep,
            int steps,
            long events,
            boolean partial,
            String account,
            List<String> remarks,
            RemoteProcess process,
            String origin) {
        /** Copies the list. */
        public RemoteTrace {
            remarks = List.copyOf(remarks);
        }
    }
}
