package io.stepprofiler.djl.woven;

import io.stepprofiler.ModuleScope;
import io.stepprofiler.Scope;

/** The forward passes of blocks, as scopes of modules. */
public final class WovenBlocks {
    private static final BlockPlaces PLACES = new BlockPlaces();

    private WovenBlocks() {}

    /**
     * {@return the scope of a block's forward pass, to be closed at its end}
     *
     * @param block the block
     */
    public static Scope enter(Object block) {
        if (!Scope.isRecording()) {
            return Scope.none();
        }
        try {
            BlockPlaces.Place place = PLACES.of(block);
            return ModuleScope.open(place.path(), place.type());
        } catch (Throwable e) {
            // Children that fail to be told, or a class loader that hides DJL from here: the block itself is known.
            String type = BlockPlaces.typeOf(block.getClass());
            return ModuleScope.open(type, type);
        }
    }
}
