package io.stepprofiler.handlers.executiontrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutionTraceObserverTest {
    @TempDir
    private Path dir;

    private long now = 100;
    private ExecutionTraceObserver observer = ExecutionTraceObserver.to(Path.of("unused.json"));

    @BeforeEach
    void makeObserver() {
        observer = new ExecutionTraceObserver(dir.resolve("et.json"), () -> now);
    }

    private static Trace window(long from, long to) {
        return new TraceBuilder()
                .window(new ClockAnchor(from, from), new ClockAnchor(to, to))
                .build();
    }

    /** Each letter is a call, ten nanoseconds after the one before; W is a window of the five before and after it. */
    @ParameterizedTest
    @CsvSource({
        "'', false, false, 0",
        "r, true, false, 0",
        "s, false, false, 0",
        "rs, true, true, 0",
        "rsp, true, false, 0",
        "rsu, false, false, 0",
        "rsc, false, false, 0",
        "sr, true, false, 0",
        "rss, true, true, 0",
        "rsps, true, true, 0",
        "rrsu, false, false, 0",
        "rsus, false, false, 0",
        "rsurs, true, true, 0",
        "W, false, false, 0",
        "rW, true, false, 0",
        "rsW, true, true, 1",
        "rsWW, true, true, 2",
        "rspW, true, false, 0",
        "rsWpWsW, true, true, 2",
        "rsuW, false, false, 0",
        "rsWuW, false, false, 1",
        "rsWuWrsW, true, true, 2",
        "rsWcW, false, false, 0",
        "rsWcrsW, true, true, 1",
        "pW, false, false, 0",
        "uW, false, false, 0"
    })
    void calls_oneAfterTheOther_leaveTheStateAndFilesOfTorch(
            String calls, boolean registered, boolean running, int windows) throws IOException {
        for (int i = 0; i < calls.length(); i++) {
            now += 10;
            switch (calls.charAt(i)) {
                case 'r' -> observer.register();
                case 's' -> observer.start();
                case 'p' -> observer.stop();
                case 'u' -> observer.unregister();
                case 'c' -> observer.cleanup();
                default -> observer.onTraceReady(window(now - 5, now + 5));
            }
        }
        assertThat(observer.isRegistered()).isEqualTo(registered);
        assertThat(observer.isRunning()).isEqualTo(running);
        assertThat(observer.files()).hasSize(windows);
    }

    @Test
    void window_deliveredAfterTheStop_isWrittenIfItWasRunning() throws IOException {
        observer.register().start();
        now = 200;
        observer.unregister();
        now = 300;
        observer.onTraceReady(window(120, 150));
        observer.onTraceReady(window(190, 250));
        observer.onTraceReady(window(201, 250));
        assertThat(observer.files()).hasSize(2);
    }

    @Test
    void window_deliveredAfterCleanup_isForgotten() throws IOException {
        observer.register().start();
        now = 200;
        observer.cleanup();
        observer.onTraceReady(window(120, 150));
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void files_areNumberedAfterTheFirst() throws IOException {
        observer.register().start();
        for (int i = 0; i < 3; i++) {
            observer.onTraceReady(window(100, 110));
        }
        assertThat(observer.files())
                .containsExactly(dir.resolve("et.json"), dir.resolve("et.2.json"), dir.resolve("et.3.json"));
        for (Path file : observer.files()) {
            assertThat(new ObjectMapper().readTree(file.toFile()).get("nodes")).hasSize(1);
        }
    }

    @Test
    void file_thatIsThere_isNotOverwritten() throws IOException {
        Files.writeString(dir.resolve("et.json"), "mine");
        observer.register().start();
        observer.onTraceReady(window(100, 110));
        assertThat(observer.files()).containsExactly(dir.resolve("et.2.json"));
        assertThat(dir.resolve("et.json")).hasContent("mine");
    }

    @Test
    void file_thatIsCompressed_isNumberedBeforeItsEnding() throws IOException {
        observer = new ExecutionTraceObserver(dir.resolve("a.b.json.gz"), () -> now);
        observer.register().start();
        observer.onTraceReady(window(100, 110));
        observer.onTraceReady(window(100, 110));
        assertThat(observer.files()).containsExactly(dir.resolve("a.b.json.gz"), dir.resolve("a.b.2.json.gz"));
        assertThat(Files.readAllBytes(dir.resolve("a.b.2.json.gz"))).startsWith(0x1f, 0x8b);
    }

    @Test
    void cleanup_andARegistrationAfterIt_beginAnewBesideTheOldFiles() throws IOException {
        observer.register().start();
        observer.onTraceReady(window(100, 110));
        observer.cleanup();
        now = 200;
        observer.register().start();
        observer.onTraceReady(window(200, 210));
        assertThat(observer.files()).containsExactly(dir.resolve("et.2.json"));
    }

    @Test
    void profileStart_registersAndStarts() {
        observer.onStart(RecordingOptions.NONE);
        assertThat(observer.isRegistered()).isTrue();
        assertThat(observer.isRunning()).isTrue();
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void profile_withTheObserverAsAHandler_writesWhatItRecorded() throws IOException {
        ExecutionTraceObserver real = ExecutionTraceObserver.to(dir.resolve("et.json"));
        try (Profile profile = Profile.builder().onTraceReady(real).start()) {
            Scope.open("forward").close();
            // What was recorded before it is not lost, although the window is delivered later.
            real.stop();
            assertThat(profile.failures()).isEmpty();
        }
        assertThat(real.files()).containsExactly(dir.resolve("et.json"));
        WrittenNodes nodes = WrittenNodes.of(
                new ObjectMapper().readTree(dir.resolve("et.json").toFile()));
        assertThat(nodes.allNamed("forward")).hasSize(1);
    }

    @Test
    void profileStart_whereNothingCanBeWritten_isRefused() throws IOException {
        Path file = Files.createFile(dir.resolve("file"));
        ExecutionTraceObserver wrong = ExecutionTraceObserver.to(file.resolve("et.json"));
        assertThatThrownBy(() -> wrong.onStart(RecordingOptions.NONE))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("dir = " + file);
        assertThat(wrong.isRegistered()).isFalse();
    }

    @Test
    void window_thatCannotBeWritten_throwsAndIsNotListed() throws IOException {
        Path file = Files.createFile(dir.resolve("file"));
        observer = new ExecutionTraceObserver(file.resolve("et.json"), () -> now);
        observer.register().start();
        assertThatThrownBy(() -> observer.onTraceReady(window(100, 110))).isInstanceOf(IOException.class);
        assertThat(observer.files()).isEqualTo(List.of());
    }

    @Test
    void file_withAnotherEnding_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExecutionTraceObserver.to(Path.of("et.gz")))
                .withMessageContainingAll("file = et.gz", ".json");
    }

    @Test
    void outputPath_isAbsolute() {
        assertThat(ExecutionTraceObserver.to(Path.of("et.json")).outputPath())
                .isEqualTo(Path.of("et.json").toAbsolutePath());
    }

    @Test
    void fromEnvironment_variable_isTheFile() {
        assertThat(ExecutionTraceObserver.fromEnvironment(Map.of(ExecutionTraceObserver.VARIABLE, "graph.json.gz")))
                .get()
                .returns(Path.of("graph.json.gz").toAbsolutePath(), ExecutionTraceObserver::outputPath);
    }

    @Test
    void fromEnvironment_variableUnsetOrBlank_isEmpty() {
        assertThat(ExecutionTraceObserver.fromEnvironment(Map.of())).isEmpty();
        assertThat(ExecutionTraceObserver.fromEnvironment(Map.of(ExecutionTraceObserver.VARIABLE, " ")))
                .isEmpty();
    }
}
