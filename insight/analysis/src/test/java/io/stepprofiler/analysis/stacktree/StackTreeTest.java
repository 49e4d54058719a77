package io.stepprofiler.analysis.stacktree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StackTreeTest {
    @Test
    void child_ofRandomStacks_isOneNodeForEachStack() {
        Random random = new Random(3);
        StackTree tree = new StackTree();
        Map<String, Integer> nodes = new HashMap<>();
        for (int round = 0; round < 20_000; round++) {
            int[] frames =
                    random.ints(random.nextInt(8), 0, 1 + random.nextInt(10)).toArray();
            int node = StackTree.EMPTY;
            for (int i = 0; i < frames.length; i++) {
                node = tree.child(node, frames[i]);
                String stack =
                        IntStream.of(frames).limit(i + 1).boxed().toList().toString();
                assertThat(nodes.computeIfAbsent(stack, unknown -> nodes.size() + 1))
                        .isEqualTo(node);
            }
            assertThat(tree.path(node)).isEqualTo(frames);
        }
        assertThat(tree.size()).isEqualTo(nodes.size() + 1);
    }

    @Test
    void child_ofDeepStacks_staysFoundWhileTheTreeGrows() {
        StackTree tree = new StackTree();
        int node = StackTree.EMPTY;
        for (int depth = 0; depth < 5_000; depth++) {
            node = tree.child(node, 7);
        }
        tree.add(node, 5);
        assertThat(tree.path(node)).hasSize(5_000).containsOnly(7);
        assertThat(tree.child(StackTree.EMPTY, 7)).isEqualTo(1);
        assertThat(tree.value(node)).isEqualTo(5);
    }
}
