package io.stepprofiler.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the agent's jar. */
final class AgentJar {
    private static final String PREFIX = "step-profiler-agent";

    /** Directory of the agent in a build, from the directory of the jar of this command. */
    private static final String BUILT = "../../../integrations/agent/target";

    private AgentJar() {}

    /**
     * The given jar, else the agent's jar in the directory of this command's own jar, or where the build puts it.
     *
     * @throws IOException if neither exists
     */
    static Path find(@Nullable Path named) throws IOException {
        if (named != null) {
            if (!Files.isRegularFile(named)) {
                throw new IOException("--agent-jar " + named + " is not a file");
            }
            return named.toAbsolutePath().normalize();
        }
        Path own = own();
        Path beside = own == null ? null : own.toAbsolutePath().getParent();
        return beside(beside)
                .orElseThrow(() -> new IOException("the agent is not in the directory of stepprof's jar (" + beside
                        + "): name it with --agent-jar=" + PREFIX + ".jar"));
    }

    /** The agent's jar in a directory or, if the build made the directory, in its sibling for the agent. */
    static Optional<Path> beside(@Nullable Path directory) throws IOException {
        if (directory == null) {
            return Optional.empty();
        }
        for (Path each : List.of(directory, directory.resolve(BUILT).normalize())) {
            if (Files.isDirectory(each)) {
                try (Stream<Path> files = Files.list(each)) {
                    Optional<Path> found =
                            files.filter(AgentJar::isAgent).sorted().findFirst();
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isAgent(Path file) {
        String name = String.valueOf(file.getFileName());
        boolean isOther = name.endsWith("-sources.jar") || name.endsWith("-javadoc.jar");
        return name.startsWith(PREFIX) && name.endsWith(".jar") && !isOther;
    }

    private static @Nullable Path own() {
        CodeSource source = AgentJar.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
