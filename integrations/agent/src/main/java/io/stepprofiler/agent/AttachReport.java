package io.stepprofiler.agent;

import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What a tool that loads the agent into a running program reads of it afterwards: system properties of that program.
 * The program has its standard error, so that the tool does not see what the agent says there.
 */
final class AttachReport {
    /** Where the agent came from, as long as it does something; a tool that wants to end it loads that jar again. */
    static final String JAR = "io.stepprofiler.agent.jar";

    /**
     * What the last load of the agent into the running program came to: {@value #DONE}, {@value #INCOMPLETE} or {@value
     * #REFUSED}.
     */
    static final String RESULT = "io.stepprofiler.agent.result";

    /** What the agent said during that. */
    static final String SAID = "io.stepprofiler.agent.said";

    static final String DONE = "done";
    static final String INCOMPLETE = "incomplete";
    static final String REFUSED = "refused";

    /** Null while no tool waits. */
    private static @Nullable StringBuilder said;

    private static boolean complete = true;

    private AttachReport() {}

    /** From here on it is kept what the agent says. */
    static synchronized void begin() {
        said = new StringBuilder();
        complete = true;
    }

    /** Adds what the agent says, if a tool is waiting for it. */
    static synchronized void add(String text) {
        if (said != null) {
            said.append(text).append('\n');
        }
    }

    /** Something that the tool asks for is not there; what the agent says has why. */
    static synchronized void lacks() {
        complete = false;
    }

    /** Tells how it ended. */
    static synchronized void end(boolean done) {
        String text = String.valueOf(said);
        said = null;
        Properties properties = System.getProperties();
        properties.setProperty(SAID, text);
        properties.setProperty(RESULT, !done ? REFUSED : complete ? DONE : INCOMPLETE);
    }

    /** Tells that the agent is there, and where it came from; or is not any more. */
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
