package io.stepprofiler.capture.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.stepprofiler.Captures;
import io.stepprofiler.Scope;
import io.stepprofiler.StepCapture;
import io.stepprofiler.StepScope;
import io.stepprofiler.capture.ProfilerServer;
import io.stepprofiler.capture.ServerOptions;
import io.stepprofiler.capture.proto.tensorflow.ProfileOptions;
import io.stepprofiler.capture.proto.tensorflow.ProfileRequest;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.capture.proto.tensorflow.TerminateRequest;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // Scopes are there to be closed.
class TensorFlowServiceTest {
    private static final int LONG_MILLIS = 60_000;
    private static final long STEP_NANOS = 5_000_000;

    private ProfilerServer server;
    private Connection connection;
    private Thread training;
    private volatile boolean ended;

    @BeforeEach
    void begin() throws Exception {
        server = ProfilerServer.start(ServerOptions.of(0).maxDuration(Duration.ofMinutes(2)));
        connection = Connection.to(server);
        training = new Thread(this::train, "training");
        training.start();
    }

    @AfterEach
    void end() throws Exception {
        ended = true;
        training.join();
        connection.close();
        server.close();
        await().until(() -> Captures.current().isEmpty());
    }

    private void train() {
        for (int step = 0; !ended; step++) {
            try (StepScope marked = StepScope.open("train", step);
                    Scope scope = Scope.open("forward")) {
                LockSupport.parkNanos(STEP_NANOS);
            }
        }
    }

    @Test
    void profile_ofATraining_isAToolsDataWithItsSteps(@TempDir Path dir) throws Exception {
        ProfileResponse reply = profileWithSteps(request(300));

        assertThat(reply.getEmptyTrace()).isFalse();
        assertThat(reply.getToolDataCount()).isOne();
        assertThat(reply.getToolData(0).getName()).isEqualTo("xplane.pb");
        assertThat(reply.getXspace().isEmpty()).isTrue();
        Path file = dir.resolve("x.xplane.pb");
        Files.write(file, reply.getToolData(0).getData().toByteArray());
        Trace trace = Traces.read(file);
        assertThat(trace.steps()).isNotEmpty();
        assertThat(trace.events()).anyMatch(event -> event.name().equals("forward"));
    }

    @Test
    void profile_whereXSpaceIsAskedFor_hasItTwice() {
        ProfileResponse reply = profileWithSteps(request(100).setEmitXspace(true));

        assertThat(reply.getXspace()).isEqualTo(reply.getToolData(0).getData());
    }

    @Test
    void profile_withoutDuration_isRefusedAsByTensorFlow() {
        Status status = failure(() -> stub().profile(request(0).build()));

        assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(status.getDescription()).isEqualTo("duration_ms must be greater than zero.");
    }

    @Test
    void profile_longerThanAllowed_isRefusedWithTheLimit() {
        Status status = failure(() -> stub().profile(request(-1).build()));

        assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(status.getDescription()).contains("duration_ms = 18446744073709551615", "at most 120000");
    }

    @Test
    void profile_whileAnother_isRefusedNamingTheOther() {
        CompletableFuture<Status> first = profileLong();

        Status second = failure(() -> stub().profile(request(100).build()));

        assertThat(second.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(second.getDescription()).contains("Busy with", "127.0.0.1:");
        terminate("long");
        assertThat(first.join().isOk()).isTrue();
    }

    @Test
    void profile_afterTheReplyOfAnother_isNotRefused() {
        for (int i = 0; i < 20; i++) {
            assertThat(stub().profile(request(1).build()).getToolDataCount()).isLessThan(2);
        }
    }

    @Test
    void profile_thatIsToBeginLater_waits() {
        Instant start = Instant.now().plusMillis(400);
        ProfileOptions options = ProfileOptions.newBuilder()
                .setVersion(1)
                .setStartTimestampNs(start.getEpochSecond() * 1_000_000_000 + start.getNano())
                .build();
        long before = System.nanoTime();

        ProfileResponse reply = stub().profile(request(50).setOpts(options).build());

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(400));
        assertThat(reply.getToolDataCount()).isLessThan(2);
    }

    @Test
    void terminate_endsAProfileEarlyWithItsData() {
        CompletableFuture<Status> profile = profileLong();

        terminate("long");

        assertThat(profile.join().isOk()).isTrue();
    }

    @Test
    void terminate_beforeTheStart_endsTheCall() {
        CompletableFuture<Status> profile = later("late", 60);
        await().until(() -> failure(() -> terminate("late")).isOk());

        assertThat(profile.join().getCode()).isEqualTo(Status.Code.CANCELLED);
    }

    @Test
    void terminate_ofAnUnknownSession_isNotFound() {
        assertThat(failure(() -> terminate("nobody")).getCode()).isEqualTo(Status.Code.NOT_FOUND);
    }

    @Test
    void client_thatGoesAwayWhileRecording_endsTheCapture() {
        Context.CancellableContext call = Context.current().withCancellation();
        CompletableFuture<Status> profile = CompletableFuture.supplyAsync(() -> {
            try {
                return call.call(
                        () -> failure(() -> stub().profile(request(LONG_MILLIS).build())));
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        awaitRecording();

        call.cancel(null);

        assertThat(profile.join().getCode()).isEqualTo(Status.Code.CANCELLED);
        await().until(() -> Captures.current().isEmpty());
        assertThat(profileWithSteps(request(50)).getToolDataCount()).isOne();
    }

    @Test
    void client_whoseConnectionBreaksBeforeTheStart_leavesThePlace() {
        CompletableFuture<Status> profile = later("late", 60);
        await().until(() ->
                failure(() -> stub().profile(request(50).build())).getCode() == Status.Code.RESOURCE_EXHAUSTED);

        connection.close();

        assertThat(profile.join().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        connection = Connection.to(server);
        await().until(() -> failure(() -> stub().profile(request(50).build())).isOk());
    }

    @Test
    void server_thatIsClosed_sendsWhatHasBeenRecorded() {
        CompletableFuture<Status> profile = profileLong();

        server.close();

        assertThat(profile.join()).isEqualTo(Status.OK);
        await().until(() -> Captures.current().isEmpty());
    }

    private static ProfileRequest.Builder request(long millis) {
        return ProfileRequest.newBuilder()
                .setDurationMs(millis)
                .setMaxEvents(1_000_000)
                .addTools("xplane.pb")
                .setRepositoryRoot("/../etc")
                .setHostName("../../x");
    }

    @Test
    void server_thatIsClosedBeforeTheStart_endsTheCall() {
        CompletableFuture<Status> profile = later("late", 60);
        await().until(() ->
                failure(() -> stub().profile(request(50).build())).getCode() == Status.Code.RESOURCE_EXHAUSTED);

        server.close();

        assertThat(profile.join().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    /** Longer and longer, until the training has been given a processor meanwhile, whatever the machine does besides. */
    private ProfileResponse profileWithSteps(ProfileRequest.Builder request) {
        ProfileResponse reply = stub().profile(request.build());
        while (reply.getToolDataCount() == 0 && request.getDurationMs() < LONG_MILLIS / 4) {
            reply = stub().profile(
                            request.setDurationMs(2 * request.getDurationMs()).build());
        }
        return reply;
    }

    private CompletableFuture<Status> profileLong() {
        CompletableFuture<Status> profile = CompletableFuture.supplyAsync(() -> failure(
                () -> stub().profile(request(LONG_MILLIS).setSessionId("long").build())));
        awaitRecording();
        return profile;
    }

    private CompletableFuture<Status> later(String session, int seconds) {
        ProfileOptions options = ProfileOptions.newBuilder()
                .setStartTimestampNs((Instant.now().getEpochSecond() + seconds) * 1_000_000_000)
                .build();
        ProfileRequest request =
                request(50).setSessionId(session).setOpts(options).build();
        return CompletableFuture.supplyAsync(() -> {
            Status status;
            do {
                // Who looks whether it is there may be there first.
                status = failure(() -> stub().profile(request));
            } while (status.getCode() == Status.Code.RESOURCE_EXHAUSTED);
            return status;
        });
    }

    private static void awaitRecording() {
        await().until(() -> Captures.current()
                .map(StepCapture::state)
                .filter(StepCapture.State.RECORDING::equals)
                .isPresent());
    }

    private Object terminate(String session) {
        return stub().terminate(
                        TerminateRequest.newBuilder().setSessionId(session).build());
    }

    private ProfilerServiceGrpc.ProfilerServiceBlockingStub stub() {
        return connection.stub();
    }

    private static Status failure(Runnable call) {
        try {
            call.run();
            return Status.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus();
        }
    }
}
