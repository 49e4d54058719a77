package io.stepprofiler.agent.woven;

import io.stepprofiler.ModuleScope;
import io.stepprofiler.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Layers of models whose frameworks are woven. A method that is called by another woven method of the same layer, such
 * as a superclass's, is part of that call.
 *
 * <p>Woven code asks {@link #isWanted()} before anything else. Safe on any thread: the state is kept per thread.
 */
public final class WovenModules {
    private WovenModules() {}

    /** An open layer, and the layer around it. */
    private record Opened(Scope scope, @Nullable Object outer) {}

    /** {@return whether layers that begin now are to be recorded} */
    public static boolean isWanted() {
        return Scope.isRecording();
    }

    /**
     * {@return a token for {@link #close}; null if there is nothing to close}
     *
     * @param module the layer
     * @param path its place in the model
     */
    public static @Nullable Object forward(Object module, String path) {
        return open(module) ? new Opened(ModuleScope.open(path, typeOf(module)), entered(module)) : null;
    }

    /**
     * {@return a token for the layer's backward pass, a scope named after the layer; null if there is nothing to close}
     *
     * @param module the layer
     * @param path its place in the model
     */
    public static @Nullable Object backward(Object module, String path) {
        return open(module) ? new Opened(Scope.open(path.concat(" backward")), entered(module)) : null;
    }

    /**
     * Closes a layer.
     *
     * @param opened from {@link #forward} or {@link #backward}; null is ignored
     */
    public static void close(@Nullable Object opened) {
        if (opened instanceof Opened layer) {
            OpenKinds.ofThread().module = layer.outer();
            layer.scope().close();
        }
    }

    private static boolean open(Object module) {
        return OpenKinds.ofThread().module != module;
    }

    private static @Nullable Object entered(Object module) {
        OpenKinds open = OpenKinds.ofThread();
        Object outer = open.module;
        open.module = module;
        return outer;
    }

    private static String typeOf(Object module) {
        return module.getClass().getSimpleName();
    }
}
