package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.link.LoaderBridge;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Access to the protected methods of class loaders that find and define classes. */
final class LoaderAccess {
    private final MethodHandle findLoaded;
    private final MethodHandle define;

    private LoaderAccess(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        findLoaded = lookup.findVirtual(
                ClassLoader.class, "findLoadedClass", MethodType.methodType(Class.class, String.class));
        define = lookup.findVirtual(
                ClassLoader.class,
                "defineClass",
                MethodType.methodType(
                        Class.class, String.class, byte[].class, int.class, int.class, ProtectionDomain.class));
    }

    /** Opens {@code java.lang}. */
    static LoaderAccess open(Instrumentation instrumentation) throws ReflectiveOperationException {
        return new LoaderAccess(lookup(instrumentation, ClassLoader.class));
    }

    /** Opens the package of a class of the JDK to a copy of {@link LoaderBridge}, and to no other class. */
    static MethodHandles.Lookup lookup(Instrumentation instrumentation, Class<?> type)
            throws ReflectiveOperationException {
        String door = LoaderBridge.class.getName();
        BridgedClasses behind =
                new BridgedClasses(ClassLoader.getPlatformClassLoader(), List.of(LoaderBridge.class.getPackageName()));
        instrumentation.redefineModule(
                type.getModule(),
                Set.of(),
                Map.of(),
                Map.of(type.getPackageName(), Set.of(behind.getUnnamedModule())),
                Set.of(),
                Map.of());
        return (MethodHandles.Lookup)
                behind.loadClass(door).getMethod("open", Class.class).invoke(null, type);
    }

    /** Returns the class of a name that the loader itself has defined, or null. */
    @Nullable
    Class<?> find(ClassLoader loader, String name) throws Throwable {
        Class<?> found = (Class<?>) findLoaded.invokeExact(loader, name);
        return found != null && found.getClassLoader() == loader ? found : null;
    }

    /** Defines a class of ours in a loader that does not have it. */
    Class<?> define(ClassLoader loader, String name) throws Throwable {
        byte[] bytes = BridgedClasses.bytesOf(name);
        return (Class<?>)
                define.invokeExact(loader, name, bytes, 0, bytes.length, LoaderAccess.class.getProtectionDomain());
    }
}
