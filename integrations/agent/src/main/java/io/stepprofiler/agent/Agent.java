package io.stepprofiler.agent;

import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.BadOptionException;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.agent.options.Verbosity;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Where the virtual machine enters the agent: {@code -javaagent:step-profiler-agent.jar=dir=log,wait=1,active=3}.
 *
 * <p>Each error is one line on standard error, and the program runs on unprofiled. Nothing is thrown, and the
 * program's exit status is its own. A process has one agent at most: the first that profiles stays, others say so and
 * do nothing.
 */
public final class Agent {
    private static final AtomicBoolean RUNNING = new AtomicBoolean();

    private Agent() {}

    /**
     * Called before the program's {@code main}.
     *
     * @param argument options, see docs/AGENT.md; null for none
     * @param instrumentation what lets classes be woven
     */
    public static void premain(@Nullable String argument, Instrumentation instrumentation) {
        start(argument == null ? "" : argument, instrumentation);
    }

    /**
     * Called if the agent is loaded into a running program, whose steps then count from there.
     *
     * @param argument options, see docs/AGENT.md; null for none
     * @param instrumentation what lets classes be woven
     */
    public static void agentmain(@Nullable String argument, Instrumentation instrumentation) {
        start(argument == null ? "" : argument, instrumentation);
    }

    /**
     * Prints the options, for those who run the agent's jar.
     *
     * @param arguments ignored
     */
    public static void main(String[] arguments) {
        Console.answer(help());
    }

    private static void start(String argument, Instrumentation instrumentation) {
        Console console = new Console(Verbosity.NORMAL);
        if (RUNNING.get()) {
            console.warn("an agent is there already; what this one was told is ignored: '" + argument + "'");
            return;
        }
        try {
            String variable =
                    Optional.ofNullable(System.getenv(AgentOptions.VARIABLE)).orElse("");
            AgentOptions options = AgentOptions.of(argument, variable, Path.of(""));
            if (options.get(Option.HELP)) {
                Console.print(help());
            } else if (options.get(Option.ENABLED)) {
                start(options, instrumentation);
            }
        } catch (BadOptionException e) {
            console.warn(e.getMessage() + "; the program runs unprofiled");
        } catch (Throwable e) {
            console.warn("cannot start: " + e + "; the program runs unprofiled");
        }
    }

    private static void start(AgentOptions options, Instrumentation instrumentation) {
        Console console = new Console(options.get(Option.LOG));
        Optional<String> conflict = ProgramClasses.conflict();
        if (conflict.isPresent()) {
            console.warn(conflict.get() + "; the program runs unprofiled");
        } else if (!RUNNING.getAndSet(true)) {
            Session.start(options, instrumentation, console);
        }
    }

    private static String help() {
        return "-javaagent:step-profiler-agent.jar=name=value,name=value,...\n"
                + "Options also come from the environment variable " + AgentOptions.VARIABLE + " and from the file "
                + AgentOptions.FILE + ".\n\n" + Option.toText();
    }
}
