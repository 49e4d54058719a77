package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Label;
import io.stepprofiler.Memory;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.Scope;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryCategory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // The variables are there to be closed.
class MemoryScopeTest {
    private static final String HEADER = "\"Attribute Name\",\"Requested Size\",\"Device\",\"Actual Size\",\"Reuse?\"";

    @TempDir
    private Path directory;

    private Control control = new Control(ProfilerConfig.builder().build());

    private ProfilerConfig.Builder config() {
        return ProfilerConfig.builder()
                .filename(directory.resolve("profile.json"))
                .gpuMemoryProfileFilenamePrefix(directory.resolve("memory").toString())
                .continuousDump(false)
                .aggregateStats(true);
    }

    private void run(ProfilerConfig.Builder config) {
        control = new Control(config.build());
        control.run(Command.RUN);
    }

    @AfterEach
    void stop() {
        control.run(Command.EXIT);
    }

    private List<String> csv() throws IOException {
        return Files.readAllLines(
                directory.resolve("memory-pid_" + ProcessHandle.current().pid() + ".csv"));
    }

    private static String row(String attribute, long bytes, String device) {
        return "\"" + attribute + "\",\"" + bytes + "\",\"" + device + "\",\"" + bytes + "\",\"0\"";
    }

    @Test
    void names_nestedOrNot_areThoseOfMxnet() {
        try (MemoryScope outer = Profiler.scope("net")) {
            assertThat(outer.name()).isEqualTo("net:");
            try (MemoryScope inner = Profiler.scope("dense0:")) {
                assertThat(inner.name()).isEqualTo("net:dense0:");
            }
            try (MemoryScope alone = Profiler.scope("other", false)) {
                assertThat(alone.name()).isEqualTo("other:");
            }
            try (MemoryScope again = Profiler.scope("")) {
                assertThat(again.name()).isEqualTo("net:<unk>:");
            }
        }
        try (MemoryScope first = Profiler.scope("first")) {
            assertThat(first.name()).isEqualTo("first:");
        }
    }

    @Test
    void scope_leftByAnException_isRestored() {
        try (MemoryScope ignored = Profiler.scope("failing")) {
            throw new IllegalStateException("on purpose");
        } catch (IllegalStateException e) {
            try (MemoryScope next = Profiler.scope("next")) {
                assertThat(next.name()).isEqualTo("next:");
            }
        }
    }

    @Test
    void csv_ofADump_hasWhatIsLiveByScope() throws IOException {
        run(config());
        Memory.allocated(1, 100);
        try (MemoryScope ignored = Profiler.scope("net")) {
            Memory.allocated(2, 200, MemoryCategory.PARAMETER);
            try (MemoryScope inner = Profiler.scope("dense0")) {
                Memory.allocated(Device.cuda(1), 3, 3_000_000_000L, -1, 0, MemoryCategory.GRADIENT);
                Memory.allocated(4, 400);
            }
            Memory.allocated(5, 500);
        }
        Memory.freed(4);
        control.run(Command.DUMP);
        assertThat(csv())
                .containsExactly(
                        HEADER,
                        row("<unk>:unknown", 100, "cpu/0"),
                        row("net:dense0:gradient", 3_000_000_000L, "1"),
                        row("net:parameter", 200, "cpu/0"),
                        row("net:unknown", 500, "cpu/0"));
    }

    @Test
    void memory_insideAModule_isAttributedToIt() throws IOException {
        run(config());
        try (Scope ignored = ModuleScope.open("net.conv1")) {
            Memory.allocated(1, 8);
            control.run(Command.DUMP);
            Memory.allocated(2, 16);
        }
        control.run(Command.FINISH);
        assertThat(csv())
                .containsExactly(HEADER, row("net.conv1:unknown", 16, "cpu/0"), row("net.conv1:unknown", 8, "cpu/0"));
    }

    @Test
    void memory_inAScopeWithALongName_isAttributedToIt() throws IOException {
        run(config());
        try (MemoryScope outer = Profiler.scope("outer");
                MemoryScope ignored = Profiler.scope("x".repeat(2 * Label.MAX_LENGTH))) {
            Memory.allocated(1, 8);
        }
        control.run(Command.FINISH);
        String shown = ("outer:" + "x".repeat(Label.MAX_LENGTH)).substring(0, Label.MAX_LENGTH);
        assertThat(csv()).containsExactly(HEADER, row(shown + "…:unknown", 8, "cpu/0"));
    }

    @Test
    void piecesBeyondTheLimit_areToldAsMissingFromTheList() throws IOException {
        run(config());
        for (int i = 0; i < LiveAllocations.MAX_PIECES + 3; i++) {
            Memory.allocated(i, 8);
        }
        control.run(Command.FINISH);
        assertThat(csv()).hasSize(1 + LiveAllocations.MAX_PIECES);
        assertThat(control.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.kind() + " " + failure.message())
                        .startsWith("RECORDING_FAILED The list of live memory ")
                        .endsWith(
                                "is not complete: 3 allocations are missing, which were made while 262144 were live"));
    }

    @Test
    void memory_freedInAPause_isNotLive() throws IOException {
        run(config());
        Memory.allocated(1, 8);
        control.run(Command.PAUSE);
        Memory.freed(1);
        Memory.allocated(2, 16);
        control.run(Command.RESUME);
        control.run(Command.FINISH);
        assertThat(csv()).containsExactly(HEADER, row("<unk>:unknown", 16, "cpu/0"));
    }

    @Test
    void memory_freedBetweenTwoRuns_isNotLive() throws IOException {
        run(config());
        Memory.allocated(1, 8);
        control.run(Command.STOP);
        Memory.freed(1);
        control.run(Command.RUN);
        Memory.allocated(2, 16);
        control.run(Command.FINISH);
        assertThat(csv()).containsExactly(HEADER, row("<unk>:unknown", 16, "cpu/0"));
    }

    @Test
    void memory_beforeAConfigurationInTheMiddle_isNotLive() throws IOException {
        run(config());
        Memory.allocated(1, 8);
        control.configure(config().build());
        Memory.allocated(2, 16);
        control.run(Command.FINISH);
        assertThat(csv()).containsExactly(HEADER, row("<unk>:unknown", 16, "cpu/0"));
    }

    @Test
    void memory_thatIsLiveAtTheEndOfAFile_isLiveInTheNext() throws IOException {
        run(config().maxFileBytes(1 << 16));
        Memory.allocated(1, 1000);
        for (int i = 0; i < 1000; i++) {
            Scope.open("work").close();
        }
        control.run(Command.DUMP);
        Memory.allocated(2, 2000);
        Memory.freed(1);
        assertThat(control.dumps(DumpsOptions.JSON))
                .contains("{\"Memory: cpu/0\":{\"Count\":3,\"Min\":1,\"Max\":3,\"Avg\":2}}");
        control.run(Command.FINISH);
        assertThat(directory.resolve("profile.2.json")).exists();
        assertThat(csv()).containsExactly(HEADER, row("<unk>:unknown", 2000, "cpu/0"));
    }

    @Test
    void csv_whereNoMemoryWasRecorded_isNotWritten() {
        run(config());
        Scope.open("work").close();
        control.run(Command.DUMP);
        control.run(Command.FINISH);
        assertThat(directory.toFile().list()).containsExactly("profile.json");
    }

    @Test
    void memory_switchedOff_hasNeitherFileNorStatistics() {
        run(config().profile(ProfileCategory.MEMORY, false));
        Memory.allocated(1, 8);
        assertThat(control.dumps(DumpsOptions.TABLE)).doesNotContain("Memory");
        control.run(Command.FINISH);
        assertThat(directory.toFile().list()).containsExactly("profile.json");
    }

    @Test
    void statistics_ofMemory_areBytesInUseAndNeverLessThanNothing() {
        run(config());
        Memory.allocated(1, 3_000_000_000L);
        Memory.freed(1);
        Memory.freed(77, 5000); // It was in use before the run.
        Memory.allocated(Device.cuda(0), 2, 1000, 1000, 4000, MemoryCategory.UNKNOWN);
        String json = control.dumps(DumpsOptions.JSON);
        assertThat(json)
                .contains("\"Device Storage\":{\"Memory: gpu/0\":{\"Count\":1,\"Min\":1,\"Max\":1,\"Avg\":1},"
                        + "\"Memory: cpu/0\":{\"Count\":3,\"Min\":0,\"Max\":3000005,\"Avg\":1000003.3333333334}}")
                .contains("\"Pool Memory\":{\"Memory: gpu/0\":{\"Count\":1,\"Min\":4,\"Max\":4,\"Avg\":4}}");
    }
}
