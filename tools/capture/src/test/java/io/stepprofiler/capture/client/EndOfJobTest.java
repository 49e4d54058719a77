package io.stepprofiler.capture.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.capture.client.FetchedTrace.RemoteTrace;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is left of a capture when its job ends, or closes its server. */
class EndOfJobTest {
    @TempDir
    Path dir;

    private final AtomicReference<CaptureState> last = new AtomicReference<>();

    private CompletableFuture<FetchedTrace> capture(CaptureClient client, RemoteCapture what) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return client.capture(what, dir.resolve("trace"), last::set);
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
    }

    private void awaitSteps(int count) {
        await().until(() -> last.get() != null && last.get().stepsDone() >= count);
    }

    @ParameterizedTest
    @EnumSource(names = {"CHROME", "REPORT"})
    @SuppressWarnings("try") // The job is closed early, and again.
    void capture_whoseServerIsClosed_isSentAsFarAsItWent(FileFormat format) throws Exception {
        try (SteppingJob job = new SteppingJob();
                CaptureClient client = job.client()) {
            CompletableFuture<FetchedTrace> fetched =
                    capture(client, RemoteCapture.ofSteps(10_000).format(format));
            awaitSteps(2);

            job.close();

            RemoteTrace trace = fetched.get(20, TimeUnit.SECONDS).trace();
            assertThat(trace.partial()).isTrue();
            assertThat(trace.steps()).isGreaterThanOrEqualTo(2);
            assertThat(trace.remarks()).anyMatch(remark -> remark.contains("ended early: the server ends"));
            assertThat(dir.resolve("trace")).isNotEmptyFile();
        }
    }

    @Test
    void capture_whoseJobEnds_isSentBefore() throws Exception {
        Path temporary = Files.createDirectory(dir.resolve("tmp"));
        Process process = OwnProcess.builder(
                        List.of("-Djava.io.tmpdir=" + temporary, "-Xmx128m", "-XX:TieredStopAtLevel=1"),
                        SteppingJob.class)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            int port =
                    Integer.parseInt(process.inputReader(StandardCharsets.UTF_8).readLine());
            try (CaptureClient client = CaptureClient.connect("127.0.0.1", port, ClientOptions.DEFAULT)) {
                CompletableFuture<FetchedTrace> fetched = capture(client, RemoteCapture.ofSteps(10_000));
                awaitSteps(2);

                process.getOutputStream().close();

                RemoteTrace trace = fetched.get(30, TimeUnit.SECONDS).trace();
                assertThat(trace.partial()).isTrue();
                assertThat(trace.remarks()).anyMatch(remark -> remark.contains("ended early: the "));
                Files.move(dir.resolve("trace"), dir.resolve("trace.json.gz"));
                Trace read = Traces.read(dir.resolve("trace.json.gz"));
                assertThat(read.steps())
                        .filteredOn(step -> !step.unfinished())
                        .hasSize(trace.steps())
                        .hasSizeGreaterThanOrEqualTo(2);
            }
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(temporary).as("the files of the server").isEmptyDirectory();
        } finally {
            process.destroyForcibly();
        }
    }
}
