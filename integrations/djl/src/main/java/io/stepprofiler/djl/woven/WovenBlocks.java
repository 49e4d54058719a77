package io.stepprofiler.djl.woven;

import io.stepprofiler.ModuleScope;
import io.stepprofiler.Scope;
import io.stepprofiler.djl.recording.WovenFailures;
import org.jspecify.annotations.Nullable;

/** Recorder of forward passes of blocks, as scopes of modules. */
public final class WovenBlocks {
    private static final BlockPlaces PLACES = new BlockPlaces();

    private WovenBlocks() {}

    /** Returns the name of a class without its package; for an anonymous class, the name of its class file. */
    static String typeOf(Class<?> type) {
        String name = type.getName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /**
     * {@return the scope for {@link #exit}; null if nothing is recorded}
     *
     * @param block the block
     */
    public static @Nullable Object enter(Object block) {
        if (!Scope.isRecording()) {
            return null;
        }
        try {
            BlockPlaces.Place place = PLACES.of(block);
            return ModuleScope.open(place.path(), place.type());
        } catch (Throwable e) {
            // A block that fails to list its children still has a type.
            WovenFailures.count(e);
        }
        String type = typeOf(block.getClass());
        return ModuleScope.open(type, type);
    }

    /**
     * Ends a forward pass.
     *
     * @param entered from {@link #enter}; null is ignored
     */
    public static void exit(@Nullable Object entered) {
        if (entered instanceof Scope scope) {
            scope.close();
        }
    }
}
