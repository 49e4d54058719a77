package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.capture.Announcements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
        try (LoadedAgent program = new LoadedAgent(dir)) {
            List<String> said = program.tell(ON_DEMAND);
            assertThat(said).hasSize(2).allMatch(line -> line.startsWith("step-profiler: "));
            assertThat(said.get(0)).contains("counts steps, records what is asked for; weaves step, djl");
            assertThat(said.get(1)).contains("captures through port ");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.DONE);
            assertThat(Announcements.of(program.pid())).hasValueSatisfying(server -> {
                assertThat(said.get(1)).endsWith(String.valueOf(server.port()));
                assertThat(server.token())
                        .hasValueSatisfying(file -> assertThat(file).exists());
            });
            assertThat(program.tell("detach"))
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
                program.tell(WINDOW);
                await().until(() -> windows().size() == expected);
                assertThat(program.tell("detach"))
                        .anyMatch(line -> line.contains(" 1 window of ") && line.contains(" 0 dropped"))
                        .last()
                        .asString()
                        .startsWith("step-profiler: detached: 1 class has its own code again");
            }
            program.end();
            assertThat(program.errors())
                    .filteredOn(line -> line.contains("WARN"))
                    .isEmpty();
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
            program.tell(LoadedAgent.STEP + ",jvm=off,wait=100000");
            assertThat(program.tell("wait=3"))
                    .containsExactly(
                            "step-profiler: an agent is there already; what this one was told is ignored: 'wait=3'");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.REFUSED);
            assertThat(program.tell("server=0")).singleElement().asString().contains("captures through port ");
            assertThat(program.properties()).containsEntry(AttachReport.RESULT, AttachReport.DONE);
            assertThat(program.tell("server=0")).singleElement().asString().contains("is ignored");
        }
    }

    @Test
    void wrongOption_isSaidToTheOneWhoAttaches_andNothingIsThereAfterwards() throws Exception {
        try (LoadedAgent program = new LoadedAgent(dir)) {
            assertThat(program.tell("wati=3")).singleElement().asString().contains("unknown option 'wati'");
            assertThat(program.properties())
                    .containsEntry(AttachReport.RESULT, AttachReport.REFUSED)
                    .doesNotContainKey(AttachReport.JAR);
            assertThat(program.tell("detach")).containsExactly("step-profiler: there is nothing to detach");
        }
    }
}
