package io.stepprofiler.djl.woven;

import ai.djl.nn.Block;
import ai.djl.nn.LambdaBlock;
import ai.djl.util.Pair;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Paths of blocks in their models, by the names in their parents: {@code 03SequentialBlock.01Linear}. A block that runs
 * before any enclosing block is the root of a model, and is named by its type. The first path of a block counts.
 */
final class BlockPlaces {
    /** Path and type of a block. */
    record Place(String path, String type) {}

    private final Map<Block, Place> places = Collections.synchronizedMap(new WeakHashMap<>());

    Place of(Object object) {
        Block block = (Block) object;
        Place known = places.get(block);
        if (known != null) {
            return known;
        }
        Place root = new Place(type(block), type(block));
        places.put(block, root);
        addChildren(block, "");
        return root;
    }

    private void addChildren(Block parent, String prefix) {
        for (Pair<String, Block> child : parent.getChildren()) {
            Block block = child.getValue();
            String path = prefix + child.getKey();
            if (places.putIfAbsent(block, new Place(path, type(block))) == null) {
                addChildren(block, path + ".");
            }
        }
    }

    /** Returns the simple name of the class or, for a function, its own name. */
    private static String type(Block block) {
        if (block instanceof LambdaBlock function) {
            String name = function.getName();
            // Functions without a name have the name of their lambda class, or none.
            if (!name.contains("$$Lambda") && !name.equals(LambdaBlock.DEFAULT_NAME) && !name.isEmpty()) {
                return name;
            }
        }
        return WovenBlocks.typeOf(block.getClass());
    }
}
