package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.link.CallLink;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Prepares class loaders of the program for woven code that they could not link: loaders that do not find the agent,
 * and loaders whose framework the agent does not find. Each gets a {@link CallLink}, which leads to copies of the
 * called classes.
 *
 * <p>State of a loader is kept in that loader alone. Safe on any thread, without a lock, because loaders call back.
 */
final class ForeignLoaders {
    /** Packages whose code names classes of DJL. */
    private static final List<String> COPIED = List.of("io.stepprofiler.djl.woven", "io.stepprofiler.djl.training");

    private static final String LINK = CallLink.class.getName();

    private final Instrumentation instrumentation;
    private volatile @Nullable LoaderAccess access;

    ForeignLoaders(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Prepares the loader of a module, whose class must not be woven if this throws. */
    void prepare(ClassLoader loader, Module module) throws Throwable {
        Class<?> link = link(loader);
        @SuppressWarnings("unchecked") // As declared in CallLink.
        AtomicReference<@Nullable MethodHandle> finder = (AtomicReference<@Nullable MethodHandle>)
                link.getField("FINDER").get(null);
        if (finder.get() == null) {
            finder.compareAndSet(null, new Finder(new BridgedClasses(loader, COPIED)).handle());
        }
        if (!module.canRead(link.getModule())) {
            instrumentation.redefineModule(module, Set.of(link.getModule()), Map.of(), Map.of(), Set.of(), Map.of());
        }
    }

    private Class<?> link(ClassLoader loader) throws Throwable {
        LoaderAccess known = access;
        if (known == null) {
            known = LoaderAccess.open(instrumentation);
            access = known;
        }
        Class<?> there = known.find(loader, LINK);
        if (there != null) {
            return there;
        }
        try {
            return known.define(loader, LINK);
        } catch (LinkageError e) {
            // Another thread may have defined the class.
            there = known.find(loader, LINK);
            if (there == null) {
                throw e;
            }
            return there;
        }
    }

    /** Finds the methods that woven code calls. */
    private record Finder(BridgedClasses copies) {
        MethodHandle handle() throws ReflectiveOperationException {
            return MethodHandles.lookup()
                    .bind(
                            this,
                            "find",
                            MethodType.methodType(MethodHandle.class, String.class, String.class, MethodType.class));
        }

        @SuppressWarnings("UnusedMethod") // Called through the handle.
        MethodHandle find(String owner, String name, MethodType type) throws ReflectiveOperationException {
            return MethodHandles.publicLookup().findStatic(copies.loadClass(owner), name, type);
        }
    }
}
