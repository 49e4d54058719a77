package io.stepprofiler.agent.options;

import java.nio.file.Path;
import java.util.List;

/**
 * The secret that the capture server wants of those who call it.
 *
 * @param made whether it is made for this process, in a file of its own
 * @param file the file that has it; none if it is made, or if none is wanted
 */
public record ServerToken(boolean made, List<Path> file) {
    /** No secret. */
    public static final ServerToken NONE = new ServerToken(false, List.of());

    /** What a secret that is to be made is called. */
    static final String NEW = "new";

    static final ServerToken MADE = new ServerToken(true, List.of());
}
