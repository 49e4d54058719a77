package io.stepprofiler.schedule;

/** State of the program in a recorded window. */
public enum Warmth {
    /** The step time was steady, or the schedule does not examine it. */
    WARM(""),
    /** The window began at a limit although the step time still fell, or code was still being compiled. */
    NOT_STEADY("steps were still getting faster, or code was still being compiled, when the window had to begin"),
    /** The window is from the start of the program, and stands in for a warm one; kept back until the run ends. */
    COLD("the window is from the start of the program, which ended before its step time was steady");

    private final String reason;

    Warmth(String reason) {
        this.reason = reason;
    }

    /** {@return the reason why figures of the window may be too high, as a clause; empty if the program was warm} */
    public String reason() {
        return reason;
    }
}
