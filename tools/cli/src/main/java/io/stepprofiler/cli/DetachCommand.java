package io.stepprofiler.cli;

import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes the agent out of a running program. */
@Command(
        name = "detach",
        description = {
            "Takes the agent out of a program, which keeps running.",
            "Its profile ends and writes its last window, its server is closed, and the classes that it wove "
                    + "get their original code back. The agent's own classes, and its native code if it was loaded, "
                    + "stay until the program ends, but are no longer called. The agent can be attached again."
        },
        mixinStandardHelpOptions = true)
final class DetachCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PID", description = "process id")
    private long pid;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        try (RunningJvm machine = RunningJvm.of(pid)) {
            Path jar = machine.agent();
            if (jar == null) {
                throw new IOException("there is no agent in process " + pid);
            }
            RunningJvm.Answer answer = machine.load(jar, "detach");
            answer.said().forEach(each -> line.getOut().println(OneLine.of(each)));
            return answer.code();
        }
    }
}
