package io.stepprofiler.spark;

import io.stepprofiler.CaptureRequest;
import io.stepprofiler.Captures;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.recording.FailureLog;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.TimerTask;
import org.jspecify.annotations.Nullable;

/**
 * Windows of an executor on request: a file with the executor's name in the directory of the application. A server on each
 * executor would need a port, and libraries that Spark has in other versions.
 */
final class ExecutorWindows extends TimerTask {
    private final Path directory;
    private final String name;
    private final String missing;
    private final DistributedInfo worker;
    private final Duration length;
    private final PluginFailures failures;

    ExecutorWindows(Path directory, DistributedInfo worker, Duration length, PluginFailures failures) {
        this.directory = directory;
        this.worker = worker;
        this.length = length;
        this.failures = failures;
        name = "capture-" + worker.rank();
        missing = "There is no window of " + name;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // write handles its exceptions.
    public void run() {
        failures.guard(FailureLog.Part.RECORDING, missing, () -> {
            // A request during a window waits for its end.
            if (Captures.current().isEmpty() && Files.deleteIfExists(directory.resolve(name))) {
                Captures.begin(CaptureRequest.ofDuration(length)
                                .holder(name)
                                .configure(
                                        options -> options.distributed(worker).source(FlightRecorderSource.create())))
                        .trace()
                        .whenComplete(this::write);
            }
        });
    }

    private void write(@Nullable Trace trace, @Nullable Throwable failure) {
        if (trace == null) {
            failures.add(FailureLog.Part.RECORDING, missing, failure);
            return;
        }
        failures.guard(
                FailureLog.Part.RECORDING,
                missing,
                () -> trace.export(directory.resolve(name + "." + Instant.now().toEpochMilli() + ".json.gz")));
    }
}
