package io.stepprofiler.frameworks;

/** JAX, whose programs are in Python. */
public final class Jax {
    /** Argument of events that are steps: their number. */
    public static final String STEP_NUMBER = "step_num";

    /** Its entry in the list of frameworks. */
    public static final Framework FRAMEWORK =
            new Framework("JAX").records("STEPS", "events with the argument " + STEP_NUMBER + " of JAX");

    private Jax() {}
}
