package io.stepprofiler.agent.link;

import java.lang.invoke.MethodHandles;

/**
 * Door to a package of the JDK, through which the agent defines {@link CallLink} in class loaders. The agent opens the
 * package to a module with a copy of this class and nothing else: opening it to the agent's own module would open it to
 * the whole program.
 */
public final class LoaderBridge {
    private LoaderBridge() {}

    /**
     * {@return access to the members of a class}
     *
     * @param type the class
     * @throws IllegalAccessException if its package is not open to the module of this class
     */
    public static MethodHandles.Lookup open(Class<?> type) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }
}
