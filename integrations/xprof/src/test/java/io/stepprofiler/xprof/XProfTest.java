package io.stepprofiler.xprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.DataLoader;
import io.stepprofiler.LiveMemory;
import io.stepprofiler.Memory;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.link.PerfettoLink;
import io.stepprofiler.handlers.pprof.DeviceMemoryProfile;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // The variables are there to be closed.
class XProfTest {
    @TempDir
    private Path log;

    @AfterEach
    void nothingIsLeftRunning() {
        assertThatThrownBy(XProf::stopTrace).hasMessage("No profile started");
        assertThat(LiveMemory.current()).isEmpty();
        Profile.builder().start().close();
    }

    private static void train(int steps) {
        for (long step = 0; step < steps; step++) {
            try (StepTraceAnnotation ignored = StepTraceAnnotation.open("train", step)) {
                TraceAnnotation.open("forward").close();
                ModuleScope.open("layer").close();
                DataLoader.open("images").close();
                Memory.allocated(step, 8);
            }
        }
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<String> names(TraceSession session) {
        return session.trace().orElseThrow().events().stream()
                .map(event -> event.name())
                .distinct()
                .toList();
    }

    private TraceSession recorded(ProfileOptions options) {
        TraceSession session = XProf.trace(log, options);
        try (session) {
            train(2);
        }
        return session;
    }

    private static ProfileOptions.Builder options() {
        return ProfileOptions.builder();
    }

    @Test
    void session_closed_hasItsStepsAndWritesItsFile() throws IOException {
        TraceSession session = XProf.trace(log);
        try (session) {
            assertThat(session.isRecording()).isTrue();
            train(3);
        }
        assertThat(session.isRecording()).isFalse();
        Path directory = session.directory().orElseThrow();
        assertThat(directory.getParent()).isEqualTo(log.resolve("plugins").resolve("profile"));
        assertThat(directory.getFileName().toString()).matches("\\d{4}(_\\d\\d){5}");
        assertThat(files(directory)).anyMatch(name -> name.endsWith(".xplane.pb"));
        Trace trace = session.trace().orElseThrow();
        assertThat(trace.steps()).extracting(StepMark::number).containsExactly(0L, 1L, 2L);
        assertThat(session.failures()).isEmpty();
        session.close();
    }

    @Test
    void startAndStop_areThatOfASession() throws IOException {
        XProf.startTrace(log);
        train(1);
        TraceSession session = XProf.stopTrace();
        assertThat(session.trace().orElseThrow().steps()).hasSize(1);
    }

    @Test
    void twoSessionsOfOneSecond_haveDirectoriesOfTheirOwn() throws IOException {
        for (int i = 0; i < 3; i++) {
            XProf.startTrace(log);
            XProf.stopTrace();
        }
        assertThat(files(log.resolve("plugins").resolve("profile"))).hasSize(3);
    }

    @Test
    void start_whileStarted_isRefusedAndTheSessionGoesOn() {
        XProf.startTrace(log);
        assertThatThrownBy(() -> XProf.startTrace(log))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Profile has already been started")
                .hasMessageEndingWith("Only one profile may be run at a time.");
        train(1);
        assertThat(XProf.stopTrace().trace().orElseThrow().steps()).hasSize(1);
    }

    @Test
    void start_whileAnotherProfileRuns_isRefusedAndLeavesNoDirectory() throws IOException {
        try (Profile other = Profile.builder().start()) {
            assertThatThrownBy(() -> XProf.startTrace(log))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is running");
        }
        assertThat(log).isEmptyDirectory();
    }

    @Test
    void directory_thatCannotBeCreated_isRefusedAndTheNextSessionStarts() throws IOException {
        Path file = Files.writeString(log.resolve("file"), "");
        assertThatThrownBy(() -> XProf.startTrace(file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContainingAll(file.toAbsolutePath().toString(), "name another directory");
        XProf.startTrace(log);
        XProf.stopTrace();
    }

    @Test
    void directory_thatBecomesUnwritable_isToldByStopAndTheNextSessionStarts() throws IOException {
        TraceSession session = XProf.trace(log);
        train(1);
        Path profiles = log.resolve("plugins").resolve("profile");
        Files.delete(profiles);
        Files.writeString(profiles, "in the way");
        assertThatThrownBy(XProf::stopTrace)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Not everything of this session was written to " + log + ": The directory " + profiles
                        + " cannot be created: " + profiles + " is a file");
        assertThat(session.failures()).isNotEmpty();
        assertThat(session.directory()).isEmpty();
        Files.delete(profiles);
        XProf.startTrace(log);
        XProf.stopTrace();
    }

    @Test
    void handlerOfTheProgram_thatFails_isToldByStopWithItsReason() {
        TraceHandler failing = trace -> {
            throw new IOException("the disk is full");
        };
        TraceSession session = XProf.trace(log, options().onTraceReady(failing).build());
        assertThatThrownBy(session::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Not everything of this session was written to " + log + ": Handler ")
                .hasMessageEndingWith(": the disk is full");
        assertThat(session.directory()).isPresent();
    }

    @Test
    void session_closedByItsHandler_writesItsFilesAndWaitsForNothing() {
        AtomicReference<TraceSession> session = new AtomicReference<>();
        session.set(XProf.trace(
                log, options().onTraceReady(trace -> session.get().close()).build()));
        train(1);
        session.get().close();
        assertThat(session.get().failures()).isEmpty();
        assertThat(session.get().directory()).isPresent();
        XProf.trace(log).close();
    }

    @Test
    void failedStart_thatIsNotToRaise_isListedAndTheProgramGoesOn() throws IOException {
        Path file = Files.writeString(log.resolve("file"), "");
        ProfileOptions quiet = options().raiseErrorOnStartFailure(false).build();
        XProf.startTrace(file, quiet);
        train(1);
        TraceSession session = XProf.stopTrace();
        assertThat(session.failures())
                .singleElement()
                .matches(failure -> failure.message().contains("could not start")
                        && failure.cause().isPresent());
        assertThat(session.trace()).isEmpty();
        assertThat(session.directory()).isEmpty();
    }

    @Test
    void failedStart_besideASession_leavesThatOneAlone() {
        ProfileOptions quiet = options().raiseErrorOnStartFailure(false).build();
        try (TraceSession session = XProf.trace(log)) {
            XProf.trace(log, quiet).close();
            assertThat(session.isRecording()).isTrue();
        }
    }

    @Test
    void sessionsOfOneId_shareADirectory() throws IOException {
        recorded(options().sessionId("run7").overrideHostname("a").build());
        recorded(options().sessionId("run7").overrideHostname("b:1").build());
        assertThat(files(log.resolve("plugins/profile/run7"))).contains("a.xplane.pb", "b_1.xplane.pb");
    }

    @Test
    void repositoryPath_isWhereSessionsGoWithoutALogDirectory() {
        ProfileOptions options = options().repositoryPath(log).build();
        TraceSession session = XProf.trace(options);
        session.close();
        assertThat(session.directory().orElseThrow()).startsWith(log);
        assertThatThrownBy(() -> XProf.trace(log.resolve("other"), options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("repositoryPath");
        assertThatThrownBy(() -> XProf.trace(ProfileOptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("repositoryPath is missing");
    }

    @Test
    void hostLevels_recordWhatTheySay() {
        TraceSession none = recorded(options().hostTracerLevel(0).build());
        assertThat(names(none)).isEmpty();
        assertThat(none.trace().orElseThrow().steps()).hasSize(2);
        assertThat(names(recorded(options().hostTracerLevel(1).build()))).containsExactly("train", "forward");
        TraceSession two = recorded(options().hostTracerLevel(2).build());
        assertThat(names(two)).containsExactly("train", "forward", "layer", "enumerate(DataLoader)#images.__next__");
        assertThat(two.trace().orElseThrow().memory().size()).isZero();
        assertThat(recorded(options().hostTracerLevel(3).build())
                        .trace()
                        .orElseThrow()
                        .memory()
                        .size())
                .isEqualTo(2);
    }

    @Test
    void datasetOps_leftOut_areNotRecorded() {
        assertThat(names(recorded(options().includeDatasetOps(false).build())))
                .containsExactly("train", "forward", "layer");
    }

    @Test
    void advancedConfiguration_reachesTheRecording() {
        TraceSession session = recorded(options()
                .advancedConfiguration(Map.of("jvm_call_stacks", true, "jvm_profile_memory", true))
                .build());
        Trace trace = session.trace().orElseThrow();
        assertThat(trace.options().withStack()).isTrue();
        assertThat(trace.memory().size()).isEqualTo(2);
    }

    @Test
    void memoryOfLevelThree_canBeSwitchedOff() {
        TraceSession session = recorded(options()
                .hostTracerLevel(3)
                .advancedConfiguration(Map.of("jvm_profile_memory", false))
                .build());
        assertThat(session.trace().orElseThrow().memory().size()).isZero();
    }

    @Test
    void samples_areTakenByTheFlightRecorder() {
        // How soon it takes one is up to it: each session lasts longer than the one before.
        int samples = 0;
        for (long nanos = 100_000_000; samples == 0 && nanos < 60_000_000_000L; nanos *= 2) {
            samples = worked(nanos).samples().size();
        }
        assertThat(samples).isPositive();
    }

    private Trace worked(long nanos) {
        TraceSession session = XProf.trace(
                log, options().hostTracerLevel(1).pythonTracerLevel(1).build());
        try (session) {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < nanos) {
                train(1);
            }
        }
        return session.trace().orElseThrow();
    }

    @Test
    void duration_over_endsTheRecordingAndStopGivesTheTrace() {
        XProf.startTrace(log, options().duration(Duration.ofMillis(20)).build());
        await().until(() -> !Scope.isRecording());
        TraceSession session = XProf.stopTrace();
        assertThat(session.trace()).isPresent();
        assertThat(session.failures()).isEmpty();
    }

    @Test
    void perfettoTrace_isWrittenOnRequest() throws IOException {
        TraceSession session = recorded(options().createPerfettoTrace(true).build());
        assertThat(files(session.directory().orElseThrow())).contains("perfetto_trace.json.gz");
    }

    @Test
    void perfettoLink_withItsPortInUse_isToldAndTheTraceIsKept() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TraceSession session = XProf.trace(
                    log,
                    options()
                            .createPerfettoLink(PerfettoLink.DEFAULT.withPort(taken.getLocalPort()))
                            .build());
            train(1);
            assertThatThrownBy(XProf::stopTrace)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort());
            assertThat(files(session.directory().orElseThrow())).contains("perfetto_trace.json.gz");
        }
    }

    @Test
    void perfettoLink_ofASession_isGivenAtItsEnd() {
        List<String> lines = new CopyOnWriteArrayList<>();
        recorded(options()
                .createPerfettoLink(PerfettoLink.DEFAULT
                        .withPort(0)
                        .withTimeout(Duration.ofMillis(20))
                        .withOutput(lines::add))
                .build());
        assertThat(lines).anyMatch(line -> line.endsWith("/perfetto_trace.json.gz"));
    }

    @Test
    void deviceMemory_ofASessionThatRecordsMemory_isThatWhichIsNotFreed() throws IOException {
        Path file = log.resolve("memory.pb.gz");
        try (TraceSession ignored =
                XProf.trace(log, options().hostTracerLevel(3).build())) {
            Memory.allocated(1, 100);
            Memory.allocated(2, 50);
            Memory.freed(1);
            XProf.saveDeviceMemoryProfile(file);
            assertThat(LiveMemory.current().orElseThrow().trace().memory().size())
                    .isEqualTo(1);
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            // The texts of the profile as they are in it; its encoding is tested where it is written.
            assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains("allocations", "space", "bytes", "kind", "buffer", "device", "cpu:0")
                    .contains("XProfTest.deviceMemory_ofASessionThatRecordsMemory_isThatWhichIsNotFreed");
        }
    }

    /** A framework that has allocated memory for as long as it is recorded. */
    private static final class Allocating implements ActivitySource {
        private static final long BYTES = 4096;

        @Override
        public boolean collectsWhileOpen() {
            return true;
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            MemoryEvent allocation = MemoryEvent.allocated(
                    System.nanoTime(), Thread.currentThread().getId(), 7, BYTES);
            return new ActivityRecording() {
                private boolean delivered;

                @Override
                public void stop() {}

                @Override
                public void collectSoFar(ActivitySink sink) {
                    if (!delivered) {
                        sink.memory(allocation);
                    }
                    delivered = true;
                }

                @Override
                public void collect(ActivitySink sink) {
                    collectSoFar(sink);
                }
            };
        }
    }

    @Test
    void deviceMemory_duringASession_hasThatOfItsSources() {
        ProfileOptions options =
                options().hostTracerLevel(3).source(new Allocating()).build();
        try (TraceSession ignored = XProf.trace(log, options)) {
            Trace live = LiveMemory.current().orElseThrow().trace();
            assertThat(live.memory().size()).isEqualTo(1);
            assertThat(XProf.deviceMemoryProfile()).isEqualTo(DeviceMemoryProfile.of(live));
        }
    }

    @Test
    void deviceMemory_whereNobodyKeepsAccount_isRefusedSayingHow() {
        assertThatThrownBy(XProf::deviceMemoryProfile)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("not tracked", "hostTracerLevel(3)", "LiveMemory.track()");
    }

    @Test
    void account_ofTheProgram_isNotEndedByASession() {
        try (LiveMemory own = LiveMemory.track()) {
            Memory.allocated(9, 8);
            recorded(options().hostTracerLevel(3).build());
            assertThat(LiveMemory.current()).containsSame(own);
            assertThat(own.trace().memory().size()).isEqualTo(3);
        }
    }
}
