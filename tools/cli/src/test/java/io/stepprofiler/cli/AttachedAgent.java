package io.stepprofiler.cli;

/** In place of the agent, whose jar this module does not know: answers what it was told. */
public final class AttachedAgent {
    private AttachedAgent() {}

    /**
     * Called by the virtual machine, while the program runs.
     *
     * @param options what it is told; {@code detach}: that it goes; the endings {@code refuse} and {@code incomplete}: how it ends
     */
    public static void agentmain(String options) {
        System.setProperty("io.stepprofiler.agent.said", "told " + options + "\n\u001b[2Jand more\n");
        System.setProperty(
                "io.stepprofiler.agent.result",
                options.endsWith("refuse") ? "refused" : options.equals("incomplete") ? "incomplete" : "done");
        if (options.equals("detach")) {
            System.clearProperty("io.stepprofiler.agent.jar");
        } else {
            System.setProperty("io.stepprofiler.agent.jar", System.getProperty("jar"));
        }
    }
}
