package io.stepprofiler.agent.woven;

import io.stepprofiler.Startup;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Entry point for what frameworks do before the first step: each kind of it is a phase of the {@linkplain Startup
 * start} of the process, the first time it is done. Costs a look at a set afterwards. Safe on any thread; never throws.
 */
public final class WovenStartup {
    /** A framework loads its engine, with native libraries. */
    public static final String ENGINE = "load the engine";

    /** The parameters of a model are made. */
    public static final String MODEL = "build the model";

    /** The gradients of a graph of operations are derived, which makes the graph that is trained. */
    public static final String GRAPH = "build the graph";

    /** What runs while no framework does anything of this. */
    private static final String PROGRAM = "program";

    private static final Set<String> BEGUN = ConcurrentHashMap.newKeySet();

    /** The phase that is going on: a model that is built may load its engine. */
    private static volatile String current = PROGRAM;

    private WovenStartup() {}

    /**
     * Begins a phase, which ends the one before.
     *
     * @param phase what is done
     * @return whether it has begun, and {@link #exit} is to end it
     */
    public static boolean enter(String phase) {
        boolean isFirst = !BEGUN.contains(phase) && BEGUN.add(phase);
        if (isFirst) {
            Startup.ended(current);
            current = phase;
        }
        return isFirst;
    }

    /**
     * Ends a phase.
     *
     * @param begun what {@link #enter} answered
     * @param phase what was done
     */
    public static void exit(boolean begun, String phase) {
        if (begun) {
            Startup.ended(phase);
            current = PROGRAM;
        }
    }
}
