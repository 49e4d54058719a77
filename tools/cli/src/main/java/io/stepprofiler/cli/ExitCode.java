package io.stepprofiler.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Exit codes of commands. */
final class ExitCode {
    static final int DONE = 0;
    static final int INCOMPLETE = 1;
    static final int FAILED = 2;

    private ExitCode() {}

    /** Exit codes with their meanings, for the help of a command. */
    static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        meanings.put(String.valueOf(DONE), "done");
        meanings.put(String.valueOf(INCOMPLETE), "done, but the result is incomplete: see standard error");
        meanings.put(String.valueOf(FAILED), "failed, or not understood");
        return meanings;
    }
}
