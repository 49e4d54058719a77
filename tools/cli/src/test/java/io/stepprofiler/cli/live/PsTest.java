package io.stepprofiler.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.cli.StepProfRun;
import io.stepprofiler.frameworks.Fact;
import io.stepprofiler.frameworks.Frameworks;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PsTest {
    private final StepProfRun stepprof = new StepProfRun();

    private static JavaProcess process(String... frameworks) {
        return new JavaProcess(4711, "com.acme.Main", new LinkedHashSet<>(List.of(frameworks)), frameworks.length > 0);
    }

    @Test
    void of_thisProcess_isOneOfJava() {
        assertThat(JavaProcess.of(ProcessHandle.current().pid())).hasValueSatisfying(found -> {
            assertThat(found.program()).isNotEmpty();
            assertThat(found.agent()).isFalse();
        });
    }

    @Test
    void of_whatIsNoJava_isEmpty() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(JavaProcess.of(process.pid())).isEmpty();
        } finally {
            process.destroyForcibly();
        }
        assertThat(JavaProcess.of(2_000_000_000)).isEmpty();
    }

    private static Process waiting() throws Exception {
        // It tells of itself, whatever the environment says.
        List<String> options = List.of("-XX:+UsePerfData", "-XX:-PerfDisableSharedMem");
        return OwnProcess.start(
                OwnProcess.builder(options, OwnProcess.place(WaitingProgram.class), WaitingProgram.class), "waiting");
    }

    @Test
    void list_asJson_hasEachProcessOnce() throws Exception {
        Process waiting = waiting();
        try {
            assertThat(stepprof.run("ps", "--all", "--json")).isZero();
            JsonNode list = new ObjectMapper().readTree(stepprof.out());
            assertThat(list.findValuesAsText("pid"))
                    .doesNotHaveDuplicates()
                    .contains(String.valueOf(waiting.pid()))
                    .doesNotContain(String.valueOf(ProcessHandle.current().pid()));
            for (JsonNode each : list) {
                if (each.get("pid").asLong() == waiting.pid()) {
                    assertThat(each.get("program").asText()).isEqualTo(WaitingProgram.class.getName());
                    assertThat(each.get("frameworks")).isEmpty();
                    assertThat(each.get("agent").asBoolean()).isFalse();
                    assertThat(each.has("server")).isFalse();
                }
            }
        } finally {
            waiting.destroyForcibly();
        }
    }

    @Test
    void listed_whereNothingIsShownOfProcesses_hasThemByWhatTheyTell() throws Exception {
        Process waiting = waiting();
        try {
            assertThat(JavaProcess.listed())
                    .filteredOn(each -> each.pid() == waiting.pid())
                    .containsExactly(new JavaProcess(waiting.pid(), WaitingProgram.class.getName(), Set.of(), false));
        } finally {
            waiting.destroyForcibly();
        }
    }

    @Test
    void attach_whereNothingIsShownOfProcesses_refusesOneThatMayBeNoJava() {
        assertThatThrownBy(() -> RunningJvm.checkListed(1, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("process 1 is not listed as a Java virtual machine of this user");
    }

    private static List<String> cells(JobSnapshot job) {
        return List.of(
                JobSnapshot.text(List.of(job)).lines().toList().get(1).strip().split(" {2,}"));
    }

    @Test
    void text_withoutAServer_saysHowToGetOne() {
        assertThat(cells(new JobSnapshot(process(), null, null)))
                .containsExactly("4711", "com.acme.Main", "-", "-", "-", "-", "no server: stepprof attach 4711");
    }

    @Test
    void text_withAPosition_hasStepRateAndWhatIsDone() {
        assertThat(cells(
                        new JobSnapshot(process("DJL", "PyTorch"), null, new JobSnapshot.Position(8120, 12.4, "idle"))))
                .containsExactly("4711", "com.acme.Main", "DJL, PyTorch, agent", "-", "8120", "12.4", "idle");
        assertThat(cells(new JobSnapshot(process(), null, new JobSnapshot.Position(-1, 0.25, "no profile"))))
                .contains("-", "0.25", "no profile");
    }

    @Test
    void frameworks_ofAProcess_areThoseOfItsFilesAndThisProfiler() {
        assertThat(JavaProcess.frameworks(
                        Set.of("/tmp/libtorch_cpu.so", "/app/lib/djl-api-0.36.0.jar", "/app/step-profiler-core-1.jar")))
                .containsExactly("DJL", "PyTorch", "Step Profiler");
        assertThat(JavaProcess.frameworks(Set.of("/usr/lib/libc.so.6"))).isEmpty();
    }

    @Test
    void help_ofPs_namesTheFrameworks() {
        assertThat(stepprof.run("ps", "--help")).isZero();
        assertThat(stepprof.out()).contains(Set.of("DJL", "TensorFlow", "XGBoost", "Spark", "Tribuo", "Smile"));
        assertThat(Frameworks.ALL)
                .filteredOn(each -> !each.names(Fact.FILES).isEmpty())
                .allSatisfy(each -> assertThat(stepprof.out()).contains(each.name()));
    }
}
