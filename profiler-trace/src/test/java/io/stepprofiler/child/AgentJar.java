package io.stepprofiler.child;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Jars that virtual machines take for agents. */
public final class AgentJar {
    private AgentJar() {}

    /** Writes one with a class of the tests, as the agent at the start and later, and further attributes. */
    public static Path in(Path dir, Class<?> agent, Map<String, String> attributes) throws IOException {
        Path jar = dir.resolve("agent.jar");
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Premain-Class", agent.getName());
        main.putValue("Agent-Class", agent.getName());
        attributes.forEach(main::putValue);
        String name = agent.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream to = new JarOutputStream(file, manifest);
                InputStream from = agent.getResourceAsStream("/" + name)) {
            to.putNextEntry(new JarEntry(name));
            from.transferTo(to);
            to.closeEntry();
        }
        return jar;
    }
}
