package io.stepprofiler.agent;

import io.stepprofiler.Profile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * The program's own copy of the profiler, if it has one. It comes first on the class path, so the agent uses it, and
 * scopes of the program and woven ones are in one trace. Both copies must be the same, byte by byte: version numbers do
 * not distinguish two builds of one version.
 */
final class ProgramClasses {
    /** Classes that the program may share with the agent; packaging the agent's jar does not change them. */
    private static final Pattern SHARED = Pattern.compile(
            "io/stepprofiler/((averages|delivery|schedule|schedule/transition|source|trace)/)?[^/]+\\.class");

    private ProgramClasses() {}

    /** Returns a message if the program's copy differs from the agent's. */
    static Optional<String> conflict() {
        Optional<Path> agent = locationOf(Agent.class);
        Optional<Path> core = locationOf(Profile.class);
        if (agent.isEmpty() || agent.equals(core) || !Files.isRegularFile(agent.get())) {
            return Optional.empty();
        }
        try (JarFile jar = new JarFile(agent.get().toFile())) {
            return conflict(jar, ClassLoader.getSystemClassLoader())
                    .map(entry -> "the program brings another version of Step Profiler ("
                            + core.map(Path::toString).orElse("unknown place") + ") than the agent ("
                            + agent.get() + "), they differ in " + entry);
        } catch (IOException e) {
            return Optional.of("cannot compare the program's Step Profiler with the agent's: " + e);
        }
    }

    /** Returns the first class file that the loader finds in another version. */
    static Optional<String> conflict(JarFile jar, ClassLoader loader) throws IOException {
        List<JarEntry> shared = jar.stream()
                .filter(entry -> SHARED.matcher(entry.getName()).matches())
                .toList();
        for (JarEntry entry : shared) {
            try (InputStream ours = jar.getInputStream(entry);
                    InputStream theirs = loader.getResourceAsStream(entry.getName())) {
                // A4: bytes are compared, since versions do not distinguish two builds.
                if (theirs == null || !Arrays.equals(ours.readAllBytes(), theirs.readAllBytes())) {
                    return Optional.of(entry.getName());
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the jar or directory that a class came from, if known. */
    static Optional<Path> locationOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return source == null
                    ? Optional.empty()
                    : Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
