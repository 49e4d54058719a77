package io.stepprofiler.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The terminal, if standard error is known to go to one. */
final class Terminal {
    /**
     * Linux tells; a console of Java says nothing of standard error, and there is one without a terminal in newer
     * releases.
     */
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private static final Pattern DEVICE = Pattern.compile("/dev/(pts/.*|tty.*|console)");

    private Terminal() {}

    static boolean isThere() {
        try {
            return DEVICE.matcher(Files.readSymbolicLink(STANDARD_ERROR).toString())
                    .matches();
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
