package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.capture.announced.Announcement;
import io.stepprofiler.capture.announced.Announcements;
import io.stepprofiler.capture.client.CaptureClient;
import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.capture.client.FetchedTrace;
import io.stepprofiler.capture.client.RemoteCapture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The agent, loaded into a program that runs, and taken out again. */
@EnabledOnOs(OS.LINUX)
class AttachTest {
    private static final String ON_DEMAND = LoadedAgent.STEP + ",onDemand,jvm=off,serverToken=new";
    private static final String WINDOW = LoadedAgent.STEP + ",jvm=off,wait=0,active=3,format=tensorboard";

    @TempDir
    private Path dir;

    @Test
    void loopThatRuns_isCountedAndCanBeCapturedUntilTheAgentIsDetached() throws Exception {
        Files.writeString(dir.resolve("log"), "This is no directory, and none is needed.");
        try (LoadedAgent program = new LoadedAgent(dir)) {
            List<String> said = program.report(ON_DEMAND);
            assertThat(said).hasSize(2).allMatch(line -> line.startsWith("step-profiler: "));
            assertThat(said.get(0)).contains("counts steps, records on request; weaves step, djl");
            assertThat(said.get(1)).contains("captures on port ");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.DONE);
            assertThat(Announcements.of(program.pid())).hasValueSatisfying(server -> {
                assertThat(said.get(1)).endsWith(String.valueOf(server.port()));
                assertThat(server.token())
                        .hasValueSatisfying(file -> assertThat(file).exists());
            });
            assertThat(program.report("detach"))
                    .first()
                    .asString()
                    .matches("step-profiler: \\d+ steps; wove step 1 class.*");
            assertThat(Announcements.of(program.pid())).isEmpty();
            assertThat(program.properties()).doesNotContainKey(AttachReport.JAR);
            assertThat(program.end()).singleElement().asString().startsWith("trained ");
        }
    }

    @Test
    void loop_afterDetach_hasItsOwnCodeAndCanBeAttachedAgain() throws Exception {
        try (LoadedAgent program = new LoadedAgent(dir)) {
            for (int attached = 1; attached <= 2; attached++) {
                int expected = attached;
                program.report(WINDOW);
                await().until(() -> windows().size() == expected);
                assertThat(program.report("detach"))
                        .anyMatch(line -> line.contains(" 1 window of ") && line.contains(" 0 dropped"))
                        .last()
                        .asString()
                        .startsWith("step-profiler: detached: 1 class has its own code again");
            }
            program.end();
            assertThat(program.errors())
                    .filteredOn(line -> line.contains("WARN"))
                    .isEmpty();
            for (Path window : windows()) {
                assertThat(unpacked(window)).contains("traceEvents");
            }
        }
    }

    @Test
    void capture_whileTheProgramEnds_isSentBefore() throws Exception {
        try (LoadedAgent program = new LoadedAgent(dir)) {
            program.report(ON_DEMAND);
            Announcement server = Announcements.of(program.pid()).orElseThrow();
            ClientOptions options =
                    ClientOptions.DEFAULT.withToken(server.token().orElseThrow());
            try (CaptureClient client = CaptureClient.connect(server.host(), server.port(), options)) {
                AtomicLong done = new AtomicLong();
                CompletableFuture<FetchedTrace> fetched = CompletableFuture.supplyAsync(() -> {
                    try {
                        return client.capture(
                                RemoteCapture.ofSteps(10_000),
                                dir.resolve("trace.json.gz"),
                                state -> done.set(state.stepsDone()));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                await().until(() -> done.get() > 1);

                program.end();

                assertThat(fetched.get(20, TimeUnit.SECONDS).trace().steps()).isGreaterThan(1);
            }
        }
    }

    @Test
    void agentWithoutServer_loadsNoClassOfIt() throws Exception {
        List<String> libraries =
                List.of("io.stepprofiler.capture.", "io.grpc.", "com.google.protobuf.", "okio.", "kotlin.");
        try (LoadedAgent program = new LoadedAgent(dir)) {
            program.report(LoadedAgent.STEP + ",jvm=off,wait=0,active=3,repeat=1,format=report");
            await().until(() -> program.hasLoaded("io.stepprofiler.report."));
            for (String library : libraries) {
                assertThat(program.hasLoaded(library)).as(library).isFalse();
            }
            program.report("server=0");
            assertThat(program.hasLoaded("io.stepprofiler.capture.")).isTrue();
            assertThat(program.hasLoaded("io.grpc.")).isTrue();
        }
    }

    private static String unpacked(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<Path> windows() throws IOException {
        Path log = dir.resolve("log");
        if (!Files.isDirectory(log)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(log)) {
            return files.filter(file -> file.toString().endsWith(".json.gz")).toList();
        }
    }

    @Test
    void programWithAnAgent_isToldTwice_keepsTheFirst_butOpensAServer() throws Exception {
        try (LoadedAgent program = new LoadedAgent(dir)) {
            program.report(LoadedAgent.STEP + ",jvm=off,wait=100000");
            assertThat(program.report("wait=3"))
                    .singleElement()
                    .asString()
                    .startsWith("step-profiler: an agent is already loaded: profiling, ")
                    .contains("; weaves step")
                    .endsWith("; these options are ignored: 'wait=3'; 'stepprof detach " + program.pid()
                            + "' removes it");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.REFUSED);
            List<String> said = program.report("server=0");
            assertThat(said).hasSize(2);
            assertThat(said.get(0)).contains("captures on port ");
            assertThat(said.get(1)).contains("an agent is already loaded: profiling, ");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.DONE);
            assertThat(program.report("server=0"))
                    .singleElement()
                    .asString()
                    .contains("; captures on port ", "these options are ignored");
        }
    }

    @Test
    void agentThatKnowsNoStep_isReplacedByOneWithAStep() throws Exception {
        try (LoadedAgent program = new LoadedAgent(dir)) {
            program.report("onDemand,jvm=off,serverToken=new");
            assertThat(program.report(ON_DEMAND)).last().asString().contains("captures on port ");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.DONE);
            assertThat(program.report(ON_DEMAND + ",server=0"))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "step-profiler: an agent is already loaded: counts steps, records on request; weaves step")
                    .contains("; captures on port ");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.DONE);
            assertThat(program.report("detach"))
                    .anyMatch(line -> line.matches("step-profiler: \\d+ steps; wove step 1 class.*"));
        }
    }

    @Test
    void server_thatCannotBeOpened_isSaidAndLeavesTheLoadIncomplete() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LoadedAgent program = new LoadedAgent(dir)) {
            assertThat(program.report(LoadedAgent.STEP + ",jvm=off,onDemand,server=" + taken.getLocalPort()))
                    .last()
                    .asString()
                    .startsWith("step-profiler: cannot open the server for captures: ");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.INCOMPLETE);
            program.report("server=0");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.DONE);
        }
    }

    @Test
    void wrongOption_isSaidToTheOneWhoAttaches_andNothingIsThereAfterwards() throws Exception {
        try (LoadedAgent program = new LoadedAgent(dir)) {
            assertThat(program.report("wati=3")).singleElement().asString().contains("unknown option 'wati'");
            assertThat(program.properties())
                    .containsEntry(AttachReport.RESULT, AttachReport.REFUSED)
                    .doesNotContainKey(AttachReport.JAR);
            assertThat(program.report("detach")).containsExactly("step-profiler: there is nothing to detach");
        }
    }
}
