package io.stepprofiler.cli;

import java.io.IOException;

/**
 * Detects terminals behind the standard streams with the system's {@code test}: Java's console does not distinguish
 * single streams.
 */
final class Terminal {
    private Terminal() {}

    /** True if standard error is known to go to a terminal. */
    static boolean isThere() {
        return isTerminal("2");
    }

    /** True if standard output goes to a terminal that moves its cursor. */
    static boolean isStandardOutput() {
        String type = System.getenv("TERM");
        return type != null && !type.startsWith("dumb") && isTerminal("1");
    }

    private static boolean isTerminal(String stream) {
        try {
            Process test = new ProcessBuilder("test", "-t", stream).inheritIO().start();
            return test.onExit().join().exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
