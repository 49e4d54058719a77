package io.stepprofiler.cli;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.client.RunningJob;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Where a training stands, as its server says.
 *
 * @param step number of the current step; -1 if none was marked, or that is not known
 * @param perSecond steps a second; 0 if that is not known
 * @param now what is recorded, or why that is not known
 */
record JobPosition(long step, double perSecond, String now) {
    /** What schedules say, in words. */
    private static final Map<String, String> WORDS = Map.of("NONE", "idle", "WARMUP", "warms up");

    /** For a list of which each line shall come soon. */
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
