package io.stepprofiler.cli;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.client.RunningJob;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Progress of a training, as reported by its server.
 *
 * @param step number of the current step; -1 if unknown or if no step was marked
 * @param perSecond steps per second; 0 if unknown
 * @param now current recording activity, or the reason why it is unknown
 */
record JobPosition(long step, double perSecond, String now) {
    /** Words for the actions of schedules. */
    private static final Map<String, String> WORDS = Map.of("NONE", "idle", "WARMUP", "warms up");

    /** Short timeout, so that an unresponsive server does not delay the list. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Asks a server. */
    static JobPosition ask(Announcement server) {
        ClientOptions options = new ClientOptions(server.token(), server.certificate(), PATIENCE);
        try (CaptureClient client = CaptureClient.connect(server.host(), server.port(), options)) {
            RunningJob job = client.status();
            return new JobPosition(
                    job.steps().marked() ? job.steps().current() : -1,
                    job.steps().perSecond(),
                    now(job));
        } catch (IOException e) {
            return new JobPosition(-1, 0, "does not answer: " + Reason.of(e));
        }
    }

    private static String now(RunningJob job) {
        if (job.capture().isPresent()) {
            return job.capture().get().text();
        }
        return job.profile()
                .map(profile -> profile.paused() ? "paused" : WORDS.getOrDefault(profile.action(), "records"))
                .orElse("no profile");
    }
}
