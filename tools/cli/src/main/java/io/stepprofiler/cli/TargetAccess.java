package io.stepprofiler.cli;

import io.stepprofiler.capture.client.ClientOptions;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for how a running program is reached, which may have no server yet. */
final class TargetAccess {
    @Mixin
    private ServerAccess access = new ServerAccess();

    @Option(
            names = "--agent-jar",
            paramLabel = "FILE",
            description = "the agent, for a process without a server; by default step-profiler-agent*.jar beside"
                    + " stepprof's own jar")
    private @Nullable Path agentJar;

    /** Made by picocli. */
    TargetAccess() {}

    /**
     * The programs, as reached by these options.
     *
     * @param progress told what an agent says that is loaded
     */
    Targets targets(Consumer<String> progress) {
        return new Targets(access, agentJar, progress);
    }

    /** What was given. */
    ClientOptions options() {
        return access.options();
    }
}
