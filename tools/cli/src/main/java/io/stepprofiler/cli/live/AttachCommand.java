package io.stepprofiler.cli.live;

import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Loads the agent into a running program. */
@Command(
        name = "attach",
        description = {
            "Loads the agent into a running Java program, given its process id.",
            "Takes the options of -javaagent, separated by spaces or commas. If none are given, the agent "
                    + "only counts steps and opens a server for 'stepprof capture' and 'stepprof top', which no other "
                    + "user of this machine may use (onDemand=true,server=0,serverToken=new).",
            "",
            "  stepprof attach 4711",
            "  stepprof attach 4711 step=com.acme.Trainer.trainBatch dir=/tmp/log",
            "",
            "Classes that are loaded already are woven, too. A method that is running continues in its old "
                    + "code until it is called again: for step= name a method that is called once per step, not the "
                    + "method that contains the loop. From JDK 21 on the program prints a warning that an agent was "
                    + "loaded dynamically. It is harmless; the flag -XX:+EnableDynamicAgentLoading at its start turns "
                    + "it off. 'stepprof detach' takes the agent out again."
        })
public final class AttachCommand extends Subcommand {
    /** Options of the agent if none are given: it records nothing until a capture is requested. */
    public static final String DEFAULTS = "onDemand=true,server=0,serverToken=new";

    @Parameters(index = "0", paramLabel = "PID", description = "process id")
    private long pid;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "NAME=VALUE", description = "options of the agent")
    private List<String> options = List.of();

    @Mixin
    private AgentJar agent = new AgentJar();

    @Override
    public Integer call() throws IOException {
        Path jar = agent.find();
        try (RunningJvm machine = RunningJvm.of(pid)) {
            RunningJvm.Answer answer = machine.load(jar, options.isEmpty() ? DEFAULTS : String.join(",", options));
            answer.said().forEach(each -> out().println(OneLine.of(each)));
            machine.warning().ifPresent(out()::println);
            return answer.code();
        }
    }
}
