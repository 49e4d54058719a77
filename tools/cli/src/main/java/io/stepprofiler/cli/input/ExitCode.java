package io.stepprofiler.cli.input;

/** Exit codes of commands, and their meanings for help. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int INCOMPLETE = 1;
    public static final int FAILED = 2;

    public static final String HEADING = "%nExit codes:%n";
    public static final String IF_DONE = DONE + ":done";
    public static final String IF_INCOMPLETE = INCOMPLETE + ":done, but the result is incomplete: see standard error";
    public static final String IF_FAILED = FAILED + ":failed, or not understood";

    private ExitCode() {}
}
