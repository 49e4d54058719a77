package io.stepprofiler.environment;

import io.stepprofiler.trace.Launch;
import java.nio.file.Path;

/** The launch of this process, read once in about a millisecond. */
public final class LaunchProbe {
    private static final int MAX_COMMAND = 300;
    private static final String JAR = ".jar";

    private static final class Read {
        private static final Launch ONCE =
                of(System.getProperty("sun.java.command", ""), Path.of(System.getProperty("user.dir", ".")));
    }

    private LaunchProbe() {}

    /** {@return the launch as seen at the first call} */
    public static Launch launch() {
        return Read.ONCE;
    }

    static Launch of(String command, Path workingDirectory) {
        String masked = SecretArguments.masked(command.strip());
        return new Launch(
                name(command.strip().split("\\s", 2)[0]),
                masked.length() <= MAX_COMMAND ? masked : masked.substring(0, MAX_COMMAND - 1) + "…",
                GitCommit.of(workingDirectory).orElse(""));
    }

    /** The last part of {@code module/package.Class}, {@code package.Class} or {@code path/file.jar}. */
    private static String name(String main) {
        String last = main.substring(Math.max(main.lastIndexOf('/'), main.lastIndexOf('\\')) + 1);
        return last.endsWith(JAR)
                ? last.substring(0, last.length() - JAR.length())
                : last.substring(Math.max(last.lastIndexOf('.'), last.lastIndexOf('$')) + 1);
    }
}
