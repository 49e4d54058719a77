package io.stepprofiler.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Links calls of woven code whose class loader does not find what they call. The agent defines a copy of this class in
 * each such loader; it knows nothing but the JDK, and ends with the loader.
 */
public final class CallLink {
    /**
     * What finds a method, {@code (String owner, String name, MethodType type) → MethodHandle}; set by the agent before
     * woven code runs.
     */
    public static final AtomicReference<@Nullable MethodHandle> FINDER = new AtomicReference<>();

    private CallLink() {}

    /**
     * Links one call. The virtual machine asks for it when the call is first made.
     *
     * @param caller the class that makes it
     * @param name the method
     * @param type its parameters and result
     * @param owner binary name of its class
     * @return the method; one that does nothing if there is none, for that must not become the program's trouble
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
                // The finder has counted it.
            }
        }
        return MethodHandles.empty(type);
    }
}
