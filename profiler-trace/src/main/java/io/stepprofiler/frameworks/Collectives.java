package io.stepprofiler.frameworks;

import java.util.Locale;

/** Libraries of collective operations, by the names of their events: a thread or stream in one waits for other ranks. */
public final class Collectives {
    /** Prefix of the names of NCCL's collectives on threads. */
    public static final String NCCL_PREFIX = "nccl:";

    /** Prefix of the names of Gloo's collectives, which run on separate threads. */
    public static final String GLOO_PREFIX = "gloo:";

    private static final String NCCL = "nccl";

    private Collectives() {}

    /**
     * {@return whether an event on a thread is a collective}
     *
     * @param name its name
     */
    public static boolean isOne(String name) {
        return name.startsWith(NCCL_PREFIX) || name.startsWith(GLOO_PREFIX);
    }

    /**
     * {@return whether a kernel is of NCCL or RCCL}
     *
     * @param kernel name of the kernel
     */
    public static boolean isOfNccl(String kernel) {
        return kernel.toLowerCase(Locale.ROOT).startsWith(NCCL);
    }

    /**
     * {@return whether a kernel communicates: of NCCL or RCCL, or one of DeepEP that exchanges tokens of experts, within
     * a machine or between machines}
     *
     * @param kernel name of the kernel
     */
    public static boolean communicates(String kernel) {
        return kernel.startsWith(NCCL)
                || kernel.contains("deep_ep::intranode")
                || kernel.contains("deep_ep::internode");
    }
}
