package io.stepprofiler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.child.AgentJar;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.live.AttachCommand;
import io.stepprofiler.cli.live.WaitingProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents that are loaded into programs that run, with real processes. */
@EnabledOnOs(OS.LINUX)
class AttachTest {
    @TempDir
    private Path dir;

    private final StepProfRun stepprof = new StepProfRun();
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
    }

    private Process start(String... flags) throws Exception {
        Process process = OwnProcess.start(
                OwnProcess.builder(List.of(flags), OwnProcess.place(WaitingProgram.class), WaitingProgram.class)
                        .redirectErrorStream(true),
                "waiting");
        started.add(process);
        return process;
    }

    private Path agent() throws IOException {
        return AgentJar.in(dir, AttachedAgent.class, Map.of());
    }

    @Test
    void attach_thenDetach_showWhatTheAgentSays() throws Exception {
        String pid = String.valueOf(
                start("-XX:+EnableDynamicAgentLoading", "-Djar=" + agent()).pid());
        String jar = "--agent-jar=" + agent();
        assertThat(stepprof.run("detach", pid)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).isEqualToIgnoringNewLines("detach: there is no agent in process " + pid);
        assertThat(stepprof.run("attach", pid, jar)).isZero();
        assertThat(stepprof.run("attach", pid, "wait=1", "active=2", jar)).isZero();
        assertThat(stepprof.run("attach", pid, "refuse", jar)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.run("attach", pid, "incomplete", jar)).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stepprof.run("detach", pid)).isZero();
        assertThat(stepprof.out().lines())
                .containsExactly(
                        "told " + AttachCommand.DEFAULTS,
                        "\\u001b[2Jand more",
                        "told wait=1,active=2",
                        "\\u001b[2Jand more",
                        "told refuse",
                        "\\u001b[2Jand more",
                        "told incomplete",
                        "\\u001b[2Jand more",
                        "told detach",
                        "\\u001b[2Jand more");
        assertThat(stepprof.run("detach", pid)).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void capture_withAStep_tellsTheAgentAndSaysWhatToDoIfItKnowsOthers() throws Exception {
        String pid = String.valueOf(
                start("-XX:+EnableDynamicAgentLoading", "-Djar=" + agent()).pid());
        String jar = "--agent-jar=" + agent();
        assertThat(stepprof.run("capture", pid, "--step=acme.Train.step", jar)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err())
                .contains("capture: told " + AttachCommand.DEFAULTS + ",step=acme.Train.step", "opened no server");
        stepprof.clear();
        assertThat(stepprof.run("capture", pid, "--step=refuse", jar)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err())
                .endsWith("leave --step out, or run 'stepprof detach " + pid + "' first" + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-XX:+DisableAttachMechanism | was started with -XX:+DisableAttachMechanism: start it without, or with"
                        + " -javaagent",
                "-XX:-EnableDynamicAgentLoading | does not load the agent: agents may not be loaded while it runs;"
                        + " start it with -XX:+EnableDynamicAgentLoading, or with -javaagent"
            })
    void attach_whereTheVirtualMachineForbidsIt_saysWhichFlagAllowsIt(String flag, String why) throws Exception {
        Process process = start(flag);
        assertThat(stepprof.run("attach", String.valueOf(process.pid()), "--agent-jar=" + agent()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err()).hasLineCount(1).startsWith("attach: process " + process.pid() + " " + why);
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void attach_toWhatIsNoJava_saysSoAndDoesNotEndIt() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        started.add(process);
        assertThat(stepprof.run("attach", String.valueOf(process.pid()), "--agent-jar=" + agent()))
                .isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err())
                .isEqualToIgnoringNewLines("attach: process " + process.pid() + " does not run a Java virtual machine");
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void attach_toAProgramWithoutSignals_whoseSocketIsGone_saysSoAndDoesNotEndIt() throws Exception {
        Process other = start("-Djar=" + agent());
        Process process = start("-Xrs");
        String jar = "--agent-jar=" + agent();
        // Leaves a socket beside the one that is removed.
        assertThat(stepprof.run("attach", String.valueOf(other.pid()), jar)).isZero();
        Path socket = Path.of("/tmp/.java_pid" + process.pid());
        await().until(() -> Files.exists(socket));
        Files.delete(socket);
        assertThat(stepprof.run("attach", String.valueOf(process.pid()), jar)).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err())
                .hasLineCount(1)
                .startsWith("attach: process " + process.pid() + " would not survive the attach signal");
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void attach_toAStoppedProgram_saysSo_andTheProgramPrintsNothingWhenItGoesOn() throws Exception {
        Process process = start();
        String pid = String.valueOf(process.pid());
        signal("-STOP", pid);
        await().until(
                        () -> Files.readString(Path.of("/proc/" + pid + "/status")),
                        status -> status.contains("State:\tT"));
        assertThat(stepprof.run("attach", pid, "--agent-jar=" + agent())).isEqualTo(ExitCode.FAILED);
        assertThat(stepprof.err())
                .isEqualToIgnoringNewLines("attach: process " + pid
                        + " is stopped, by a signal or a debugger: continue it first (kill -CONT " + pid + ")");
        signal("-CONT", pid);
        process.getOutputStream().close();
        assertThat(process.waitFor()).isZero();
        assertThat(process.inputReader(StandardCharsets.UTF_8).lines()).isEmpty();
    }

    private static void signal(String signal, String pid) throws Exception {
        assertThat(new ProcessBuilder("kill", signal, pid).start().waitFor()).isZero();
    }
}
