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
 * The program's own copy of the profiler, if it brings one. It comes first on the class path, so the agent works with
 * it: scopes in the program and woven ones land in one trace. That needs both to be the same, byte by byte; version
 * numbers would not tell two builds of one version apart.
 */
final class ProgramClasses {
    /** What the program may share with the agent; the packing of its jar leaves these as they are. */
    private static final Pattern SHARED =
            Pattern.compile("io/stepprofiler/((averages|delivery|schedule|source|trace)/)?[^/]+\\.class");

    private ProgramClasses() {}

    /** What is wrong, if the program's copy is another one than the agent's. */
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

    /** The first class that the loader finds another version of. */
    static Optional<String> conflict(JarFile jar, ClassLoader loader) throws IOException {
        List<JarEntry> shared = jar.stream()
                .filter(entry -> SHARED.matcher(entry.getName()).matches())
                .toList();
        for (JarEntry entry : shared) {
            try (InputStream ours = jar.getInputStream(entry);
                    InputStream theirs = loader.getResourceAsStream(entry.getName())) {
                if (theirs == null || !Arrays.equals(ours.readAllBytes(), theirs.readAllBytes())) {
                    return Optional.of(entry.getName());
                }
            }
        }
        return Optional.empty();
    }

    /** The jar or directory that a class came from, if that is known. */
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
