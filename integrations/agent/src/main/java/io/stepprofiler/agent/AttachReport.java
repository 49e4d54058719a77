package io.stepprofiler.agent;

import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Report for a tool that loads the agent into a running program: system properties of that program, because the tool
 * does not see the program's standard error.
 */
final class AttachReport {
    /** Location of the agent's jar while the agent is active; a tool detaches the agent by loading that jar again. */
    static final String JAR = "io.stepprofiler.agent.jar";

    /**
     * Result of the last load of the agent into the running program: {@value #DONE}, {@value #INCOMPLETE} or {@value
     * #REFUSED}.
     */
    static final String RESULT = "io.stepprofiler.agent.result";

    /** Messages of the agent during the last load. */
    static final String SAID = "io.stepprofiler.agent.said";

    static final String DONE = "done";
    static final String INCOMPLETE = "incomplete";
    static final String REFUSED = "refused";

    /** Messages collected so far; null while no tool waits. */
    private static @Nullable StringBuilder said;

    private static boolean complete = true;

    private AttachReport() {}

    /** Begins to collect messages. */
    static synchronized void begin() {
        said = new StringBuilder();
        complete = true;
    }

    /** Adds a message if a tool waits for it. */
    static synchronized void add(String text) {
        if (said != null) {
            said.append(text).append('\n');
        }
    }

    /** Marks the result as incomplete; a message has the reason. */
    static synchronized void lacks() {
        complete = false;
    }

    /** Publishes the result and the messages. */
    static synchronized void end(boolean done) {
        String text = String.valueOf(said);
        said = null;
        Properties properties = System.getProperties();
        properties.setProperty(SAID, text);
        properties.setProperty(RESULT, !done ? REFUSED : complete ? DONE : INCOMPLETE);
    }

    /** Publishes the location of the agent's jar, or removes it. */
    static void present(boolean there) {
        Properties properties = System.getProperties();
        if (there) {
            properties.setProperty(
                    JAR,
                    ProgramClasses.locationOf(Agent.class).map(String::valueOf).orElse(""));
        } else {
            properties.remove(JAR);
        }
    }
}
