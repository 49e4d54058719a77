package io.stepprofiler.capture.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.Captures;
import io.stepprofiler.History;
import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.capture.client.CaptureClientException.Kind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CaptureClientTest {
    @TempDir
    Path dir;

    private SteppingJob job;
    private CaptureClient client;

    @BeforeEach
    void start() throws IOException {
        job = new SteppingJob();
        client = job.client();
    }

    @AfterEach
    void end() {
        client.close();
        job.close();
        Awaitility.await().until(() -> Captures.current().isEmpty());
    }

    private static void fails(Kind kind, String said, ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageContaining(said)
                .isInstanceOfSatisfying(
                        CaptureClientException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    @Test
    void capture_ofSteps_writesThem() throws IOException {
        List<CaptureState> states = new ArrayList<>();
        FetchedTrace fetched =
                client.capture(RemoteCapture.ofSteps(3).holder("a test"), dir.resolve("steps.json.gz"), states::add);
        Trace read = Traces.read(fetched.file());
        assertThat(read.steps()).hasSize(3);
        assertThat(read.events().stream().filter(event -> event.name().equals("work of a step")))
                .hasSize(3 * SteppingJob.SCOPES_A_STEP);
        assertThat(fetched.bytes()).isEqualTo(Files.size(fetched.file()));
        assertThat(fetched.trace().steps()).isEqualTo(3);
        assertThat(fetched.trace().firstStep()).hasValue(firstStep(read));
        assertThat(fetched.trace().account()).contains("events begun = ");
        assertThat(fetched.trace().partial()).isFalse();
        assertThat(states)
                .isNotEmpty()
                .allSatisfy(state -> assertThat(state.holder()).isEqualTo("a test"));
    }

    private static long firstStep(Trace trace) {
        return trace.steps().stream().mapToLong(StepMark::number).min().orElseThrow();
    }

    @Test
    void capture_fromAStep_beginsWithIt() throws IOException {
        Awaitility.await().until(() -> client.status().steps().marked());
        job.hold();
        long first = client.status().steps().current() + 60;
        FetchedTrace fetched = client.capture(
                RemoteCapture.ofSteps(2).exactlyFrom(first), dir.resolve("x.json.gz"), state -> job.goOn());
        assertThat(fetched.trace().firstStep()).hasValue(first);
        assertThat(fetched.trace().steps()).isEqualTo(2);
    }

    @Test
    void capture_fromAStepThatHasPassed_isRefusedIfItMustBeThatOne() throws IOException {
        Awaitility.await().until(() -> client.status().steps().current() > 5);
        fails(
                Kind.PASSED,
                "first_step = 1 has passed already",
                () -> client.capture(RemoteCapture.ofSteps(2).exactlyFrom(1), dir.resolve("x.json.gz"), state -> {}));
        FetchedTrace later = client.capture(RemoteCapture.ofSteps(2).from(1), dir.resolve("y.json.gz"), state -> {});
        assertThat(later.trace().firstStep().orElseThrow()).isGreaterThan(1);
    }

    @Test
    void capture_ofATime_hasTheStepsInIt() throws IOException {
        FetchedTrace fetched =
                client.capture(RemoteCapture.ofDuration(Duration.ofMillis(60)), dir.resolve("x.json.gz"), state -> {});
        assertThat(fetched.trace().duration()).isGreaterThanOrEqualTo(Duration.ofMillis(60));
        assertThat(fetched.trace().events()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void capture_inAnyFormat_isWritten(FileFormat format) throws IOException {
        FetchedTrace captured = client.capture(
                RemoteCapture.ofSteps(1).format(format), dir.resolve("x" + format.ending()), state -> {});
        assertThat(captured.format()).isEqualTo(format);
        assertThat(captured.file()).isNotEmptyFile();
    }

    @Test
    void capture_twoAtOnce_secondIsToldWhoHoldsIt() throws Exception {
        CompletableFuture<CaptureState> begun = new CompletableFuture<>();
        try (CaptureClient other = job.client()) {
            RemoteCapture endless = RemoteCapture.ofSteps(10_000).holder("somebody else");
            Thread thread = inThread(() -> other.capture(endless, dir.resolve("a"), begun::complete));
            begun.join();
            fails(
                    Kind.BUSY,
                    "somebody else",
                    () -> client.capture(RemoteCapture.ofSteps(1), dir.resolve("b"), state -> {}));
            assertThat(client.status().capture())
                    .hasValueSatisfying(state -> assertThat(state.holder()).isEqualTo("somebody else"));
            thread.interrupt();
            thread.join();
        }
        // Its client has gone away.
        Awaitility.await().until(() -> client.status().capture().isEmpty());
        assertThat(client.capture(RemoteCapture.ofSteps(1), dir.resolve("b"), state -> {})
                        .file())
                .exists();
    }

    @Test
    void capture_listenerThrows_endsTheCapture() {
        assertThatThrownBy(() -> client.capture(RemoteCapture.ofSteps(10_000), dir.resolve("a"), state -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        Awaitility.await().until(() -> client.status().capture().isEmpty());
    }

    @Test
    void capture_serverEndsBeforeItsFirstStep_isSaid() throws Exception {
        CompletableFuture<CaptureState> begun = new CompletableFuture<>();
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        Thread thread = inThread(() -> {
            try {
                client.capture(RemoteCapture.ofSteps(1).from(1_000_000), dir.resolve("a"), begun::complete);
            } catch (CaptureClientException e) {
                failed.complete(e);
            }
        });
        begun.join();
        job.close();
        assertThat(failed.join())
                .isInstanceOfSatisfying(
                        CaptureClientException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE));
        thread.join();
        Awaitility.await().until(() -> Captures.current().isEmpty());
    }

    /** What a thread does that is ended by an interrupt. */
    private interface Task {
        void run() throws IOException;
    }

    private static Thread inThread(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException e) {
                // The end of it.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void status_saysWhereTheJobStands() throws IOException {
        Awaitility.await().until(() -> client.status().steps().marked());
        RunningJob status = client.status();
        assertThat(status.process().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(status.process().javaVersion()).isEqualTo(System.getProperty("java.version"));
        assertThat(status.profile()).isEmpty();
        assertThat(status.capture()).isEmpty();
        assertThat(status.serverVersion()).isNotEmpty();
        Awaitility.await().until(() -> !client.status().steps().recentNanos().isEmpty());
    }

    @Test
    void profile_isSteered() throws IOException {
        try (Profile profile = Profile.builder()
                .name("steered")
                .schedule(
                        Schedule.builder().wait(1).warmup(1).active(2).repeat(1).build())
                .synchronousDelivery(true)
                .start()) {
            RunningJob.RunningProfile told = client.status().profile().orElseThrow();
            assertThat(told.name()).isEqualTo("steered");
            assertThat(told.schedule()).isNotEmpty();
            assertThat(told.activities()).contains("COUNTER");
            assertThat(client.toggle(false, Set.of("counter"))).doesNotContain("COUNTER");
            assertThat(client.pause()).isFalse();
            assertThat(client.pause()).isTrue();
            assertThat(client.status().profile().orElseThrow().paused()).isTrue();
            assertThat(client.resume()).isFalse();
            assertThat(client.resume()).isTrue();
            client.addMetadata("who", "me");
            client.addMetadataJson("what", "[1]");
            for (int step = 0; step < 4; step++) {
                profile.step();
            }
            assertThat(profile.lastTrace().orElseThrow().metadata())
                    .hasEntrySatisfying("who", value -> assertThat(value.text()).isEqualTo("me"))
                    .hasEntrySatisfying(
                            "what", value -> assertThat(value.text()).isEqualTo("[1]"));
            assertThat(client.status().profile().orElseThrow().windows()).isOne();
            fails(Kind.NOT_NOW, "was not built to record them", () -> client.toggle(true, Set.of("cuda")));
            fails(Kind.NOT_ALLOWED, "activities = 'gpu' is not allowed", () -> client.toggle(true, Set.of("gpu")));
            fails(Kind.NOT_ALLOWED, "must be one of cpu", () -> client.toggle(true, Set.of()));
            fails(Kind.NOT_ALLOWED, "key of 0 characters", () -> client.addMetadata("", "x"));
            fails(Kind.NOT_NOW, "keeps no history", () -> client.snapshot("", FileFormat.CHROME, dir.resolve("x")));
        }
    }

    @Test
    void journal_isNoFormatOfACaptureAndSaysWhy() {
        assertThatThrownBy(() -> FileFormat.of("journal"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("format = journal is not allowed")
                .hasMessageContaining("while it is open");
    }

    @Test
    void steering_withoutAProfile_isRefused() {
        fails(Kind.NOT_NOW, "No profile is running", () -> client.toggle(false, Set.of("cpu")));
        fails(Kind.NOT_NOW, "No profile is running", () -> client.addMetadata("a", "b"));
        fails(Kind.NOT_NOW, "No profile is running", () -> client.snapshot("", FileFormat.CHROME, dir.resolve("x")));
        fails(Kind.NOT_NOW, "No profile is running", () -> client.pause());
        fails(Kind.NOT_NOW, "No profile is running", () -> client.resume());
    }

    @Test
    void snapshot_ofAHistory_hasWhatIsKept() throws IOException {
        Label label = Label.of("kept");
        try (Profile profile = Profile.builder().history(History.ofSteps(3)).start()) {
            for (int step = 0; step < 10; step++) {
                Scope.end(Scope.begin(label));
                profile.step();
            }
            FetchedTrace fetched = client.snapshot("a look", FileFormat.CHROME, dir.resolve("x.json.gz"));
            Trace read = Traces.read(fetched.file());
            assertThat(fetched.trace().origin()).isEqualTo("snapshot");
            assertThat(read.events())
                    .anySatisfy(event -> assertThat(event.name()).isEqualTo("kept"));
            assertThat(profile.failures()).isEmpty();
        }
    }

    @Test
    void server_notThere_isSaid() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        try (CaptureClient nobody = CaptureClient.connect("127.0.0.1", free, ClientOptions.DEFAULT)) {
            fails(Kind.UNREACHABLE, "127.0.0.1:" + free + ": no server answers", nobody::status);
        }
    }

    @Test
    void connection_thatEnds_isSaid() throws Exception {
        try (ServerSocket dying = new ServerSocket(0)) {
            CompletableFuture<Void> died = CompletableFuture.runAsync(() -> acceptAndClose(dying));
            try (CaptureClient left = CaptureClient.connect("127.0.0.1", dying.getLocalPort(), ClientOptions.DEFAULT)) {
                fails(Kind.UNREACHABLE, ": the connection ended, as it does if the program dies", left::status);
            }
            died.get(10, TimeUnit.SECONDS);
        }
    }

    private static void acceptAndClose(ServerSocket dying) {
        try (Socket accepted = dying.accept()) {
            // The first byte of a call has been sent, so that closing does not come before it.
            assertThat(accepted.getInputStream().read()).isPositive();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
