package io.stepprofiler.djl.woven;

import io.stepprofiler.ModuleScope;
import io.stepprofiler.Scope;

/** The forward passes of blocks, as scopes of modules. */
public final class WovenBlocks {
    private static final BlockPlaces PLACES = new BlockPlaces();

    private WovenBlocks() {}

    /** The name of a class without its package; of one without a name, what its class file is called. */
    static String typeOf(Class<?> type) {
        String name = type.getName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /**
     * {@return the scope of a block's forward pass, to be closed at its end}
     *
     * @param block the block
     */
    public static Scope enter(Object block) {
        if (!Scope.isRecording()) {
            return Scope.none();
        }
        if (Visibility.OF_DJL) {
            try {
                BlockPlaces.Place place = PLACES.of(block);
                return ModuleScope.open(place.path(), place.type());
            } catch (Throwable e) {
                // A block that fails to tell its children is known itself.
                WovenFailures.count(e);
            }
        }
        String type = typeOf(block.getClass());
        return ModuleScope.open(type, type);
    }
}
