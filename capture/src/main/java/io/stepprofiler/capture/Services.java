package io.stepprofiler.capture;

import io.grpc.BindableService;
import io.stepprofiler.capture.hosting.Hosting;
import io.stepprofiler.capture.hosting.PrivateDirectory;
import io.stepprofiler.capture.service.StepCaptureService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** What a server answers with, and the directory for its files. */
final class Services implements AutoCloseable {
    private final PrivateDirectory directory;
    private final StepCaptureService steps;

    /**
     * Makes them.
     *
     * @throws IOException if there can be no directory
     */
    Services(ServerOptions options, ScheduledExecutorService timer) throws IOException {
        directory = PrivateDirectory.in(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
        steps = new StepCaptureService(new Hosting(
                options.captures(),
                options.limits().maxDuration(),
                options.limits().maxReplyBytes(),
                directory.path(),
                timer));
    }

    List<BindableService> all() {
        return List.of(steps);
    }

    /** Ends their calls, and removes their files. */
    @Override
    public void close() {
        steps.close();
        directory.close();
    }
}
