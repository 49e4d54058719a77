package io.stepprofiler.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Links calls of woven code whose class loader does not find the called classes. The agent defines a copy of this class
 * in each such loader; it depends on the JDK only, and is unloaded with the loader.
 */
public final class CallLink {
    /**
     * Finder of methods, {@code (String owner, String name, MethodType type) → MethodHandle}; set by the agent before
     * woven code runs.
     */
    public static final AtomicReference<@Nullable MethodHandle> FINDER = new AtomicReference<>();

    private CallLink() {}

    /**
     * Links one call. Called by the virtual machine when the call is first made.
     *
     * @param caller the class that makes it
     * @param name the method
     * @param type its parameters and result
     * @param owner binary name of its class
     * @return the method; one that does nothing if it is not found, so that the program does not fail
     */
    public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type, String owner) {
        return new ConstantCallSite(found(name, type, owner));
    }

    private static MethodHandle found(String name, MethodType type, String owner) {
        MethodHandle finder = FINDER.get();
        if (finder != null) {
            try {
                return (MethodHandle) finder.invokeExact(owner, name, type);
            } catch (Throwable e) {
                // Woven code must not make the program fail.
            }
        }
        return MethodHandles.empty(type);
    }
}
