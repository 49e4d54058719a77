package io.stepprofiler.agent.woven;

import io.stepprofiler.DataLoader;
import io.stepprofiler.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Data loading by woven frameworks. A loader that is called by another one is part of its loading.
 *
 * <p>Safe on any thread: the state is kept per thread.
 */
public final class WovenLoaders {
    private WovenLoaders() {}

    /**
     * {@return a token for {@link #end}; null if nothing is recorded}
     *
     * @param loader the loader
     */
    public static @Nullable Object begin(Object loader) {
        if (!Scope.isRecording()) {
            return null;
        }
        OpenKinds open = OpenKinds.ofThread();
        if (open.loading) {
            return null;
        }
        Scope scope = DataLoader.open(loader.getClass().getSimpleName());
        open.loading = true;
        return scope;
    }

    /**
     * Ends the loading.
     *
     * @param begun from {@link #begin}; null is ignored
     */
    public static void end(@Nullable Object begun) {
        if (begun instanceof Scope scope) {
            OpenKinds.ofThread().loading = false;
            scope.close();
        }
    }
}
