package io.stepprofiler.agent;

import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.BadOptionException;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.agent.options.Verbosity;
import io.stepprofiler.text.OneLine;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Entry point of the agent: {@code -javaagent:step-profiler-agent.jar=dir=log,wait=1,active=3}.
 *
 * <p>Each error is one line on standard error, and the program runs on unprofiled: nothing is thrown, and the exit
 * status is the program's own. A process has at most one agent. Until it is detached, further agents warn that their
 * options are ignored, except that they may add a capture server to the first. A new agent with {@code step=} replaces an
 * agent that waits for captures and has seen no step.
 */
public final class Agent {
    /** Argument that detaches the loaded agent. */
    private static final String DETACH = "detach";

    private static final Object LOCK = new Object();

    /** Guarded by {@link #LOCK}. */
    private static @Nullable Session session;

    private Agent() {}

    /**
     * Called before the program's {@code main}.
     *
     * @param argument options, see docs/AGENT.md; null for none
     * @param instrumentation weaves classes
     */
    public static void premain(@Nullable String argument, Instrumentation instrumentation) {
        start(argument == null ? "" : argument, instrumentation);
    }

    /**
     * Called when the agent is loaded into a running program, whose steps are counted from then on.
     *
     * @param argument options, see docs/AGENT.md; null for none; {@code detach} removes the agent
     * @param instrumentation weaves classes
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
     * Prints the options, for users who run the agent's jar.
     *
     * @param arguments ignored
     */
    public static void main(String[] arguments) {
        Console.answer(help());
    }

    /** Returns whether the request in the argument was carried out. */
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
                if (known != null
                        && known.isWithoutSteps()
                        && !options.get(Option.STEP).isEmpty()) {
                    // It was loaded before the method was known.
                    detach();
                    known = session;
                }
                if (known == null) {
                    return start(options, instrumentation);
                }
                String loaded = "an agent is already loaded: " + known;
                if (options.get(Option.SERVER).isPresent() && (known.serve(options) || known.hasStepOf(options))) {
                    // Not to the program: each capture with a step loads the agent.
                    AttachReport.add("step-profiler: " + OneLine.of(loaded));
                    return true;
                }
                console.warn(loaded + "; these options are ignored: '" + argument + "'; 'stepprof detach "
                        + ProcessHandle.current().pid() + "' removes it");
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
