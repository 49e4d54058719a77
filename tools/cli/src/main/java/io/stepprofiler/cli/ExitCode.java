package io.stepprofiler.cli;

/** Exit codes of commands, and their meanings for help. */
final class ExitCode {
    static final int DONE = 0;
    static final int INCOMPLETE = 1;
    static final int FAILED = 2;

    static final String HEADING = "%nExit codes:%n";
    static final String IF_DONE = DONE + ":done";
    static final String IF_INCOMPLETE = INCOMPLETE + ":done, but the result is incomplete: see standard error";
    static final String IF_FAILED = FAILED + ":failed, or not understood";

    private ExitCode() {}
}
