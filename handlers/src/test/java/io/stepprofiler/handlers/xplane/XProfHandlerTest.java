package io.stepprofiler.handlers.xplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XProfHandlerTest {
    private static final long START = 1_795_253_118_397_382_707L;

    @TempDir
    private Path dir;

    private static TraceBuilder window() {
        TraceBuilder builder = new TraceBuilder()
                .process(new ProcessInfo(4711, "box:1"))
                .window(new ClockAnchor(0, START), new ClockAnchor(100, START + 100));
        TrackBuilder main = builder.thread(1, "main");
        for (int i = 0; i < 10; i++) {
            builder.step(new StepMark(i, i * 10L, 10, 1, false));
            main.add(builder.nameId("forward"), i * 10L, 5);
        }
        return builder;
    }

    private static Trace rank(int rank) {
        return window().distributed(new DistributedInfo(rank, 2, "gloo", "")).build();
    }

    private static String time() {
        return DateTimeFormatter.ofPattern("yyyy_MM_dd_HH_mm_ss")
                .format(Instant.ofEpochSecond(START / 1_000_000_000).atZone(ZoneId.systemDefault()));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> dir.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private List<String> sessions() throws IOException {
        try (Stream<Path> sessions = Files.list(dir.resolve("plugins/profile"))) {
            return sessions.map(session -> session.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void window_withDefaults_isASessionOfItsTimeWithAFileForTheHost() throws IOException {
        Path written = XProfHandler.to(dir).write(window().build());

        assertThat(files())
                .containsExactly(
                        "events.out.tfevents.1795253118.box_1.profile-empty",
                        "plugins/profile/" + time() + "/box_1.xplane.pb");
        assertThat(written).isEqualTo(dir.resolve("plugins/profile").resolve(time()));
        Opened opened = Opened.read(Files.readAllBytes(written.resolve("box_1.xplane.pb")));
        assertThat(opened.line("main")).hasSize(20);
    }

    @Test
    void windows_ofOneSecond_areDifferentSessions() throws IOException {
        XProfHandler handler = XProfHandler.to(dir);
        handler.onTraceReady(window().build());
        handler.onTraceReady(window().build());
        handler.onTraceReady(window().build());

        assertThat(sessions()).containsExactly(time(), time() + "_2", time() + "_3");
    }

    @Test
    void ranks_ofOneSessionId_areFilesOfOneSession() throws IOException {
        XProfHandler handler = XProfHandler.to(dir).sessionId("run-7");
        for (int window = 0; window < 2; window++) {
            handler.onTraceReady(rank(0));
            handler.onTraceReady(rank(1));
        }

        assertThat(files())
                .contains(
                        "plugins/profile/run-7/box_1_0.xplane.pb",
                        "plugins/profile/run-7/box_1_1.xplane.pb",
                        "plugins/profile/run-7_2/box_1_0.xplane.pb",
                        "plugins/profile/run-7_2/box_1_1.xplane.pb")
                .hasSize(5);
    }

    @Test
    void chromeTraces_asked_areBesideIt() throws IOException {
        XProfHandler handler =
                XProfHandler.to(dir).sessionId("run").chromeTrace(true).perfettoTrace(true);
        handler.host("a").onTraceReady(window().build());
        handler.host("b").onTraceReady(window().build());

        assertThat(dir.resolve("plugins/profile/run").toFile().list())
                .containsExactlyInAnyOrder(
                        "a.xplane.pb",
                        "a.trace.json.gz",
                        "perfetto_trace.json.gz",
                        "b.xplane.pb",
                        "b.trace.json.gz",
                        "b.perfetto_trace.json.gz");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../esc", "a/b", "/tmp/x", ".hidden", "a b", "a\\b", "ä", "a\u0000"})
    void sessionId_thatIsNoPlainName_isRefused(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> XProfHandler.to(dir).sessionId(id))
                .withMessageContaining("sessionId = '" + id + "' is not allowed");
    }

    @Test
    void host_thatWouldLeadOutOfTheDirectory_isMadeSafe() throws IOException {
        XProfHandler.to(dir).sessionId("s").host("../../etc:x").onTraceReady(window().build());

        assertThat(dir.resolve("plugins/profile/s").toFile().list()).containsExactly(".._.._etc_x.xplane.pb");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> XProfHandler.to(dir).host(""))
                .withMessageContaining("host = ''");
    }

    @Test
    void host_withAnotherName_hasItInTheFile() throws IOException {
        Path session = XProfHandler.to(dir).host("trainer:4").write(window().build());

        Opened opened = Opened.read(Files.readAllBytes(session.resolve("trainer_4.xplane.pb")));
        assertThat(opened.space.getHostnamesList()).containsExactly("trainer_4");
    }

    @Test
    void eventFile_isOneRecordThatSaysTheVersion() throws IOException {
        XProfHandler handler = XProfHandler.to(dir);
        handler.onTraceReady(window().build());
        handler.onTraceReady(window().build());
        List<String> events =
                files().stream().filter(file -> file.endsWith(".profile-empty")).toList();
        assertThat(events).hasSize(1);
        byte[] bytes = Files.readAllBytes(dir.resolve(events.get(0)));

        assertThat(bytes).hasSize(40);
        ByteBuffer record = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(record.getLong(0)).isEqualTo(24);
        assertThat(record.getInt(8)).isEqualTo(masked(Arrays.copyOf(bytes, 8)));
        assertThat(record.getInt(36)).isEqualTo(masked(Arrays.copyOfRange(bytes, 12, 36)));
        assertThat(record.getDouble(13)).isEqualTo(START / 1e9);
        assertThat(new String(bytes, 23, 13, StandardCharsets.US_ASCII)).isEqualTo("brain.Event:2");
    }

    private static int masked(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        int value = (int) checksum.getValue();
        return ((value >>> 15) | (value << 17)) + 0xa282ead8;
    }

    @Test
    void trace_tooLongForAFile_isRefusedAndLeavesNothing() throws IOException {
        XProfHandler handler = new XProfHandler(
                new Sessions(dir, "run"), "h", false, false, ExportOptions.DEFAULT, new XPlaneExporter(100));

        assertThatThrownBy(() -> handler.onTraceReady(window().build()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("readers of .xplane.pb take no more than 100")
                .hasMessageContaining("record fewer active steps in a window");
        assertThat(files()).isEmpty();
        assertThat(sessions()).isEmpty();
    }

    @Test
    void onStart_directoryThatCannotBeWritten_failsNamingIt() throws IOException {
        Path file = Files.createFile(dir.resolve("file"));

        assertThatThrownBy(() -> XProfHandler.to(file).onStart(RecordingOptions.NONE))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(file.toString());
    }
}
