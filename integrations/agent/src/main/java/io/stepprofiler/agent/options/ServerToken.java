package io.stepprofiler.agent.options;

import java.nio.file.Path;
import java.util.List;

/**
 * The secret that the capture server requires of its clients.
 *
 * @param made whether it is generated for this process, in a file of its own
 * @param file the file that contains it; empty if it is generated or not required
 */
public record ServerToken(boolean made, List<Path> file) {
    /** No secret. */
    public static final ServerToken NONE = new ServerToken(false, List.of());

    /** Option value that asks for a generated secret. */
    static final String NEW = "new";

    static final ServerToken MADE = new ServerToken(true, List.of());
}
