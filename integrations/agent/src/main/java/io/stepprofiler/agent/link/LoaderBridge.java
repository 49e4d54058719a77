package io.stepprofiler.agent.link;

import java.lang.invoke.MethodHandles;

/**
 * Lets the agent define {@link CallLink} in class loaders. The agent opens {@code java.lang} to a module with a copy of
 * this class and nothing else: opening it to the agent's own module would open it to the whole program.
 */
public final class LoaderBridge {
    private LoaderBridge() {}

    /**
     * {@return access to the protected methods of class loaders}
     *
     * @throws IllegalAccessException if {@code java.lang} is not open to the module of this class
     */
    public static MethodHandles.Lookup open() throws IllegalAccessException {
        return MethodHandles.privateLookupIn(ClassLoader.class, MethodHandles.lookup());
    }
}
