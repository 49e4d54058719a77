package io.stepprofiler.analysis.stacktree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StackTreeTest {
    private static final int SEEDS = 100;

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

    /** A tree whose stacks were added at random, with values of 0 to 4. */
    private static StackTree random(Random random) {
        StackTree tree = new StackTree();
        for (int round = 0; round < 60; round++) {
            int node = StackTree.EMPTY;
            for (int depth = random.nextInt(6); depth > 0; depth--) {
                node = tree.child(node, random.nextInt(3));
            }
            tree.add(node, random.nextInt(5));
        }
        return tree;
    }

    private static boolean isInside(StackTree tree, int node, int outer) {
        int[] path = tree.path(node);
        int[] start = tree.path(outer);
        return path.length >= start.length && Arrays.equals(path, 0, start.length, start, 0, start.length);
    }

    @Test
    void totals_ofRandomTrees_areTheSumsOfTheStacksInside() {
        for (long seed = 0; seed < SEEDS; seed++) {
            StackTree tree = random(new Random(seed));
            long[] totals = tree.totals();
            for (int node = 0; node < tree.size(); node++) {
                int outer = node;
                assertThat(totals[node])
                        .isEqualTo(IntStream.range(0, tree.size())
                                .filter(each -> isInside(tree, each, outer))
                                .mapToLong(tree::value)
                                .sum());
            }
        }
    }

    @Test
    void largest_ofRandomTrees_areTheFirstOfAllWithATotal() {
        for (long seed = 0; seed < SEEDS; seed++) {
            StackTree tree = random(new Random(seed));
            long[] totals = tree.totals();
            List<Integer> all = IntStream.range(1, tree.size())
                    .boxed()
                    .filter(node -> totals[node] > 0)
                    .sorted(Comparator.comparing((Integer node) -> -totals[node]))
                    .toList();
            for (int most = 1; most < 80; most += 7) {
                int[] largest = tree.largest(totals, most);

                assertThat(largest)
                        .as("seed %d", seed)
                        .containsExactly(all.stream()
                                .limit(most)
                                .mapToInt(Integer::intValue)
                                .toArray());
                assertThat(tree.innermostOf(largest))
                        .isEqualTo(IntStream.range(0, tree.size())
                                .map(node -> IntStream.concat(IntStream.of(StackTree.EMPTY), IntStream.of(largest))
                                        .filter(outer -> isInside(tree, node, outer))
                                        .boxed()
                                        .max(Comparator.comparing(outer -> tree.path(outer).length))
                                        .orElseThrow())
                                .toArray());
            }
        }
    }

    @Test
    void visit_ofRandomTrees_comesToEachStackInsideTheStackAroundIt() {
        for (long seed = 0; seed < SEEDS; seed++) {
            StackTree tree = random(new Random(seed));
            int[] some = tree.largest(tree.totals(), 20);
            List<Integer> entered = new ArrayList<>();
            Deque<Integer> open = new ArrayDeque<>(List.of(-1));
            tree.visit(some, new StackTree.Visitor() {
                @Override
                public int enter(int node, int around) {
                    assertThat(around).isEqualTo(open.element());
                    assertThat(node == StackTree.EMPTY ? -1 : tree.parent(node)).isEqualTo(around);
                    entered.add(node);
                    open.push(node);
                    return node;
                }

                @Override
                public void leave(int node, int place) {
                    assertThat(place).isEqualTo(node);
                    assertThat(open.pop()).isEqualTo(node);
                }
            });
            assertThat(open).containsExactly(-1);
            assertThat(entered.subList(1, entered.size()))
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.of(some).boxed().toList());
            // Of the stacks inside one, the larger comes first.
            for (int outer : entered) {
                assertThat(entered.stream()
                                .filter(node -> node != StackTree.EMPTY && tree.parent(node) == outer)
                                .toList())
                        .isEqualTo(IntStream.of(some)
                                .boxed()
                                .filter(node -> tree.parent(node) == outer)
                                .toList());
            }
        }
    }
}
