package io.stepprofiler.documentation;

import io.stepprofiler.capture.ProfilerServer;
import io.stepprofiler.capture.ServerOptions;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.ProfileCollector;
import io.stepprofiler.capture.client.ProfileCollector.CollectedProfile;
import io.stepprofiler.capture.client.RemoteCapture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The code of docs/CAPTURE.md and of Javadoc comments about the server, to be compiled as it stands there. */
@SuppressWarnings({"try", "UnusedVariable"}) // The variables are there to be closed, and to show what there is.
final class ServerSnippets {
    private void train() {}

    void loopback() throws IOException {
        try (ProfilerServer server = ProfilerServer.start(9012)) {
            train();
        }
    }

    void capture() throws IOException {
        try (CaptureClient client = CaptureClient.connect("localhost", 9012, ClientOptions.DEFAULT)) {
            FetchedTrace steps = client.capture(
                    RemoteCapture.ofSteps(5),
                    Path.of("target/steps.json.gz"),
                    state -> System.err.println(state.text()));
        }
    }

    CollectedProfile collect() throws IOException, InterruptedException {
        CollectedProfile profile = new ProfileCollector("127.0.0.1", 9012, ClientOptions.DEFAULT)
                .collect(Duration.ofSeconds(1), Path.of("target/log"));
        return profile;
    }

    ProfilerServer everywhere() throws IOException {
        ProfilerServer server = ProfilerServer.start(ServerOptions.of(9012)
                .host("0.0.0.0")
                .tokenFile(Path.of("target//run/secrets/profiler"))
                .certificate(Path.of("target/server.pem"), Path.of("target/server.key")));
        return server;
    }
}
