package io.stepprofiler.djl.woven;

import ai.djl.nn.Block;
import ai.djl.nn.LambdaBlock;
import ai.djl.util.Pair;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Where blocks are in their models, by the names that their parents give them: {@code 03SequentialBlock.01Linear}. A
 * block that is met before a block around it is the root of a model, and goes by its type. The first place of a block
 * counts.
 */
final class BlockPlaces {
    /** A block's path in its model, and what it is. */
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

    /** The simple name of the class or, of a function, the name it was given. */
    private static String type(Block block) {
        if (block instanceof LambdaBlock function) {
            String name = function.getName();
            // Functions without a name have that of the class of their lambda expression, or none.
            if (!name.contains("$$Lambda") && !name.equals(LambdaBlock.DEFAULT_NAME) && !name.isEmpty()) {
                return name;
            }
        }
        return WovenBlocks.typeOf(block.getClass());
    }
}
