package io.stepprofiler.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentJarTest {
    @TempDir
    private Path root;

    private Path file(String name) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    @Test
    void agent_besideTheCommand_isFound() throws IOException {
        Path agent = file("opt/step-profiler-agent-0.1.0.jar");
        file("opt/step-profiler-agent-0.1.0-sources.jar");
        assertThat(AgentJar.SIBLING.beside(root.resolve("opt"))).contains(agent);
    }

    @Test
    void agent_ofTheSameBuild_isFound() throws IOException {
        Path command = file("tools/cli/target/stepprof.jar");
        Path agent = file("integrations/agent/target/step-profiler-agent.jar");
        assertThat(AgentJar.SIBLING.beside(command.getParent())).contains(agent);
    }

    @Test
    void agent_thatIsNowhere_isNotFound() throws IOException {
        assertThat(AgentJar.SIBLING.beside(file("opt/stepprof.jar").getParent()))
                .isEmpty();
    }
}
