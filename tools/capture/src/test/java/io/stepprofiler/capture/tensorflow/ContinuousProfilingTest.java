package io.stepprofiler.capture.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;
import io.stepprofiler.capture.ProfilerServer;
import io.stepprofiler.capture.proto.tensorflow.GetSnapshotRequest;
import io.stepprofiler.capture.proto.tensorflow.MonitorRequest;
import io.stepprofiler.capture.proto.tensorflow.ProfileRequest;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfilerServiceGrpc;
import io.stepprofiler.capture.proto.tensorflow.StopContinuousProfilingRequest;
import io.stepprofiler.imports.Traces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContinuousProfilingTest {
    private ProfilerServer server;
    private Connection connection;

    @BeforeEach
    void begin() throws Exception {
        server = ProfilerServer.start(0);
        connection = Connection.to(server);
    }

    @AfterEach
    void end() throws Exception {
        connection.close();
        server.close();
        assertThat(Profile.running()).isEmpty();
    }

    @Test
    void snapshot_hasWhatHappenedBefore_againAndAgain(@TempDir Path dir) throws Exception {
        stub().startContinuousProfiling(ProfileRequest.getDefaultInstance());
        scope("first");
        assertThat(namesOf(stub().getSnapshot(GetSnapshotRequest.getDefaultInstance()), dir.resolve("a.xplane.pb")))
                .contains("first");

        scope("second");

        assertThat(namesOf(stub().getSnapShot(GetSnapshotRequest.getDefaultInstance()), dir.resolve("b.xplane.pb")))
                .contains("first", "second");
        stub().stopContinuousProfiling(StopContinuousProfilingRequest.getDefaultInstance());
        assertThat(Profile.running()).isEmpty();
    }

    @Test
    void start_twice_alreadyExists() {
        stub().continuousProfiling(ProfileRequest.getDefaultInstance());

        assertThat(Connection.codeOf(() -> stub().startContinuousProfiling(ProfileRequest.getDefaultInstance())))
                .isEqualTo(Status.Code.ALREADY_EXISTS);
    }

    @Test
    void snapshotAndStop_withoutStart_areNotFound() {
        assertThat(Connection.codeOf(() -> stub().getSnapshot(GetSnapshotRequest.getDefaultInstance())))
                .isEqualTo(Status.Code.NOT_FOUND);
        assertThat(Connection.codeOf(
                        () -> stub().stopContinuousProfiling(StopContinuousProfilingRequest.getDefaultInstance())))
                .isEqualTo(Status.Code.NOT_FOUND);
    }

    @Test
    void start_besideAProfile_isRefused() {
        try (Profile profile = Profile.builder().build()) {
            profile.start();

            assertThat(Connection.codeOf(() -> stub().startContinuousProfiling(ProfileRequest.getDefaultInstance())))
                    .isEqualTo(Status.Code.FAILED_PRECONDITION);
        }
    }

    @Test
    void snapshot_besideAProfileWithAHistory_isOfThat(@TempDir Path dir) throws Exception {
        try (Profile profile = Profile.builder().history(History.ofSteps(5)).build()) {
            profile.start();
            scope("the program's");

            assertThat(namesOf(stub().getSnapshot(GetSnapshotRequest.getDefaultInstance()), dir.resolve("a.xplane.pb")))
                    .contains("the program's");
            assertThat(Connection.codeOf(() -> stub().startContinuousProfiling(ProfileRequest.getDefaultInstance())))
                    .isEqualTo(Status.Code.ALREADY_EXISTS);
        }
    }

    @Test
    void profileOfTheProgram_takesThePlace() {
        stub().startContinuousProfiling(ProfileRequest.getDefaultInstance());

        try (Profile profile = Profile.builder().build()) {
            profile.start();

            assertThat(Profile.running()).containsSame(profile);
            assertThat(Connection.codeOf(() -> stub().getSnapshot(GetSnapshotRequest.getDefaultInstance())))
                    .isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @Test
    void monitor_tellsInTextWhatTheJobDoes() {
        MonitorRequest request = MonitorRequest.newBuilder()
                .setDurationMs(50)
                .setMonitoringLevel(1)
                .setTimestamp(true)
                .build();

        assertThat(stub().monitor(request).getData())
                .startsWith("Timestamp: 20")
                .containsIgnoringCase("heap");
    }

    @Test
    void monitor_atLevel2_hasASummaryOfSteps_orWhyThereIsNone() throws Exception {
        MonitorRequest request = MonitorRequest.newBuilder()
                .setDurationMs(500)
                .setMonitoringLevel(2)
                .build();

        assertThat(stub().monitor(request).getData())
                .contains("The capture ended before its first step: it was not done within PT0.5S");
        AtomicBoolean ended = new AtomicBoolean();
        Thread training = new Thread(() -> {
            for (long step = 0; !ended.get(); step++) {
                StepScope scope = StepScope.open("train", step);
                LockSupport.parkNanos(2_000_000);
                scope.close();
            }
        });
        training.start();
        try {
            assertThat(stub().monitor(request).getData())
                    .startsWith("process " + ProcessHandle.current().pid())
                    .contains(" steps/s\n", "5 steps: min ");
        } finally {
            ended.set(true);
            training.join();
        }
    }

    private static void scope(String name) {
        Scope.open(name).close();
    }

    private static Iterable<String> namesOf(ProfileResponse reply, Path file) throws Exception {
        Files.write(file, reply.getXspace().toByteArray());
        return Traces.read(file).events().stream().map(event -> event.name()).toList();
    }

    private ProfilerServiceGrpc.ProfilerServiceBlockingStub stub() {
        return connection.stub();
    }
}
