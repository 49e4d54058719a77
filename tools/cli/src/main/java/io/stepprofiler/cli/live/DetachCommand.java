package io.stepprofiler.cli.live;

import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes the agent out of a running program. */
@Command(
        name = "detach",
        description = {
            "Takes the agent out of a program, which keeps running.",
            "Its profile ends and writes its last window, its server is closed, and the classes that it wove "
                    + "get their original code back. The agent's own classes, and its native code if it was loaded, "
                    + "stay until the program ends, but are no longer called. The agent can be attached again."
        })
public final class DetachCommand extends Subcommand {
    @Parameters(paramLabel = "PID", description = "process id")
    private long pid;

    @Override
    public Integer call() throws IOException {
        try (RunningJvm machine = RunningJvm.of(pid)) {
            Path jar = machine.agent();
            if (jar == null) {
                throw new IOException("there is no agent in process " + pid);
            }
            RunningJvm.Answer answer = machine.load(jar, "detach");
            answer.said().forEach(each -> out().println(OneLine.of(each)));
            return answer.code();
        }
    }
}
