package io.stepprofiler.agent;

import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.BadOptionException;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.agent.options.Verbosity;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the virtual machine enters the agent: {@code -javaagent:step-profiler-agent.jar=dir=log,wait=1,active=3}.
 *
 * <p>Each error is one line on standard error, and the program runs on unprofiled. Nothing is thrown, and the
 * program's exit status is its own. A process has one agent at most: the first that profiles stays until it is
 * detached, others say so and do nothing; but a server of captures is added to the first if they ask for one.
 */
public final class Agent {
    /** The argument with which an agent that is there is taken out again. */
    private static final String DETACH = "detach";

    private static final Object LOCK = new Object();

    /** Guarded by the lock. */
    private static @Nullable Session session;

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
     * @param argument options, see docs/AGENT.md; null for none; or {@code detach}: to take the agent out again
     * @param instrumentation what lets classes be woven
     */
    public static void agentmain(@Nullable String argument, Instrumentation instrumentation) {
        AttachReport.begin();
        boolean done = false;
        try {
            String told = argument == null ? "" : argument;
            if (told.equals(DETACH)) {
                done = detach();
            } else {
                done = start(told, instrumentation);
            }
        } finally {
            AttachReport.end(done);
        }
    }

    /**
     * Prints the options, for those who run the agent's jar.
     *
     * @param arguments ignored
     */
    public static void main(String[] arguments) {
        Console.answer(help());
    }

    /** Answers whether it was done what the argument says. */
    private static boolean start(String argument, Instrumentation instrumentation) {
        Console console = new Console(Verbosity.NORMAL);
        synchronized (LOCK) {
            try {
                AgentOptions options = options(argument);
                if (options.get(Option.HELP)) {
                    Console.print(help());
                    return true;
                }
                if (!options.get(Option.ENABLED)) {
                    return true;
                }
                Session known = session;
                if (known == null) {
                    return start(options, instrumentation);
                }
                if (options.get(Option.SERVER).isPresent() && known.serve(options)) {
                    return true;
                }
                console.warn("an agent is there already; what this one was told is ignored: '" + argument + "'");
            } catch (BadOptionException e) {
                console.warn(e.getMessage() + "; the program runs unprofiled");
            } catch (Throwable e) {
                console.warn("cannot start: " + e + "; the program runs unprofiled");
            }
            return false;
        }
    }

    private static AgentOptions options(String argument) throws BadOptionException {
        String variable =
                Optional.ofNullable(System.getenv(AgentOptions.VARIABLE)).orElse("");
        return AgentOptions.of(argument, variable, Path.of(""));
    }

    private static boolean start(AgentOptions options, Instrumentation instrumentation) {
        Console console = new Console(options.get(Option.LOG));
        Optional<String> conflict = ProgramClasses.conflict();
        if (conflict.isPresent()) {
            console.warn(conflict.get() + "; the program runs unprofiled");
            return false;
        }
        session = Session.start(options, instrumentation, console);
        AttachReport.present(true);
        return true;
    }

    private static boolean detach() {
        synchronized (LOCK) {
            Session known = session;
            if (known == null) {
                new Console(Verbosity.NORMAL).warn("there is nothing to detach");
                return false;
            }
            session = null;
            AttachReport.present(false);
            known.detach();
            return true;
        }
    }

    private static String help() {
        return "-javaagent:step-profiler-agent.jar=name=value,name=value,...\n"
                + "Options also come from the environment variable " + AgentOptions.VARIABLE + " and from the file "
                + AgentOptions.FILE + ".\n\n" + Option.toText();
    }
}
