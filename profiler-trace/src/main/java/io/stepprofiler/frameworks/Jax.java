package io.stepprofiler.frameworks;

/** JAX, whose programs are in Python. */
public final class Jax {
    /** Argument of events that are steps: their number. */
    public static final String STEP_NUMBER = "step_num";

    /** What the profiler knows of it. */
    public static final Framework FRAMEWORK = Framework.named("JAX")
            .inPython()
            .evidence("STEPS", "events with the argument " + STEP_NUMBER + " of JAX")
            .framework();

    private Jax() {}
}
