package io.stepprofiler.cli.live;

import io.stepprofiler.cli.spark.SiblingJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the agent's jar. */
public final class AgentJar {
    private static final String PREFIX = "step-profiler-agent";
    static final SiblingJar SIBLING = new SiblingJar(PREFIX, "../../../integrations/agent/target");

    @Option(
            names = "--agent-jar",
            paramLabel = "FILE",
            description = "the agent to load; by default step-profiler-agent*.jar in the directory of stepprof's own"
                    + " jar, or where the build puts it")
    private @Nullable Path named;

    /**
     * The given jar, else the agent's jar in the directory of this command's own jar, or where the build puts it.
     *
     * @throws IOException if neither exists
     */
    public Path find() throws IOException {
        if (named != null) {
            if (!Files.isRegularFile(named)) {
                throw new IOException("--agent-jar " + named + " is not a file");
            }
            return named.toAbsolutePath().normalize();
        }
        Path beside = SiblingJar.directory();
        return SIBLING.beside(beside)
                .orElseThrow(() -> new IOException("the agent is not in the directory of stepprof's jar (" + beside
                        + "): name it with --agent-jar=" + PREFIX + ".jar"));
    }
}
