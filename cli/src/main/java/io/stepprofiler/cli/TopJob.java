package io.stepprofiler.cli;

import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.CaptureClientException;
import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.RemoteCapture;
import io.stepprofiler.cli.top.WatchedJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;

/** A job that is watched through its server. */
final class TopJob implements WatchedJob {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final CaptureClient client;

    TopJob(CaptureClient client) {
        this.client = client;
    }

    @Override
    public void watch(Duration interval, boolean withCaptures, Listener listener) {
        Thread watcher = new Thread(
                () -> {
                    try {
                        client.watch(interval, withCaptures, listener::figures);
                        listener.ended("The job has ended.");
                    } catch (CaptureClientException e) {
                        listener.ended("The job has ended, or its server: " + Reason.of(e));
                    }
                },
                "stepprof-watch");
        watcher.setDaemon(true);
        watcher.start();
    }

    @Override
    public String pause() {
        try {
            return client.pause() ? "The profile was paused already." : "The profile is paused: no window begins.";
        } catch (CaptureClientException e) {
            return Reason.of(e);
        }
    }

    @Override
    public String resume() {
        try {
            return client.resume() ? "The profile was not paused." : "The profile goes on.";
        } catch (CaptureClientException e) {
            return Reason.of(e);
        }
    }

    @Override
    public String capture(int steps, Consumer<String> progress) {
        Path file =
                Path.of("capture-" + LocalDateTime.now(ZoneId.systemDefault()).format(TIME) + ".json.gz");
        try {
            FetchedTrace written =
                    client.capture(RemoteCapture.ofSteps(steps), file, state -> progress.accept(state.text()));
            return "Written: " + written.file() + "; open it at https://ui.perfetto.dev";
        } catch (IOException e) {
            return Reason.of(e);
        }
    }
}
