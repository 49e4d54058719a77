package io.stepprofiler.cli;

import io.stepprofiler.capture.client.ClientOptions;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for access to a running program, which may have no server yet. */
final class TargetAccess {
    @Mixin
    private ServerAccess access = new ServerAccess();

    @Option(
            names = "--agent-jar",
            paramLabel = "FILE",
            description = "the agent, for a process without a server; by default step-profiler-agent*.jar in"
                    + " the directory of stepprof's own jar, or where the build puts it")
    private @Nullable Path agentJar;

    @Option(
            names = "--step",
            paramLabel = "METHOD",
            description = "method that is one step, such as com.acme.Trainer.trainBatch, for a process that marks no"
                    + " steps; the agent weaves it")
    private @Nullable String step;

    /** Made by picocli. */
    TargetAccess() {}

    /**
     * Targets that are reached with these options.
     *
     * @param progress receives the messages of an agent that is loaded
     */
    Targets targets(Consumer<String> progress) {
        return new Targets(access, agentJar, step, progress);
    }

    /** The given options. */
    ClientOptions options() {
        return access.options();
    }
}
