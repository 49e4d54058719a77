package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.OperationGraph.Gaps;
import io.stepprofiler.event.Device;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A small graph made at random, and apart from it a script of what each operation reads and writes: which version of
 * which memory.
 */
final class RandomGraph {
    /** An operation reads the memory in one version, and writes it in another; -1 if it does not. */
    record Touch(int memory, int reads, int writes) {}

    private final Random random;
    private final OperationGraphBuilder builder = new OperationGraphBuilder();
    private final List<List<Touch>> script = new ArrayList<>();
    /** The memory of each value that may be read, and the version of each memory. */
    private final Map<Integer, Integer> memoryOf = new HashMap<>();

    private final List<Integer> versions = new ArrayList<>();
    final OperationGraph graph;

    private RandomGraph(long seed, int operations, boolean twoDevices) {
        random = new Random(seed);
        for (int i = random.nextInt(3); i > 0; i--) {
            memoryOf.put(builder.input(Optional.of(Device.CPU)), newMemory());
        }
        for (int i = 0; i < operations; i++) {
            operation(i, twoDevices);
        }
        memoryOf.keySet().stream().filter(value -> random.nextInt(4) == 0).forEach(builder::output);
        graph = builder.build(List.of(), Gaps.NONE);
    }

    static RandomGraph of(long seed, int operations) {
        return new RandomGraph(seed, operations, false);
    }

    static RandomGraph onTwoDevices(long seed, int operations) {
        return new RandomGraph(seed, operations, true);
    }

    private void operation(int number, boolean twoDevices) {
        builder.operation("op" + number, "", "");
        List<Touch> touches = new ArrayList<>();
        script.add(touches);
        List<Integer> readable = new ArrayList<>(memoryOf.keySet());
        for (int i = readable.isEmpty() ? 0 : random.nextInt(3); i > 0; i--) {
            int value = readable.get(random.nextInt(readable.size()));
            builder.read(value);
            touches.add(new Touch(memoryOf.get(value), versions.get(memoryOf.get(value)), -1));
        }
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            result(touches, twoDevices);
        }
    }

    private void result(List<Touch> touches, boolean twoDevices) {
        List<Integer> readable = new ArrayList<>(memoryOf.keySet());
        int kind = readable.isEmpty() ? 0 : random.nextInt(5);
        long bytes = random.nextInt(8) == 0 ? -1 : random.nextInt(100);
        if (kind < 3) {
            Device device = twoDevices && random.nextBoolean() ? Device.cuda(0) : Device.CPU;
            int memory = newMemory();
            memoryOf.put(builder.create(bytes, Optional.of(device), ""), memory);
            touches.add(new Touch(memory, -1, 0));
            return;
        }
        int value = readable.get(random.nextInt(readable.size()));
        int memory = memoryOf.get(value);
        int version = versions.get(memory);
        if (kind == 3) {
            memoryOf.put(builder.view(value, bytes, ""), memory);
            touches.add(new Touch(memory, version, -1));
        } else {
            int written = builder.overwrite(value, bytes, "");
            memoryOf.values().removeIf(each -> each == memory);
            memoryOf.put(written, memory);
            versions.set(memory, version + 1);
            touches.add(new Touch(memory, version, version + 1));
        }
    }

    private int newMemory() {
        versions.add(0);
        return versions.size() - 1;
    }

    /** Whether each operation reads what it read when the script was made. */
    boolean isSameWhenDoneIn(int[] order) {
        Map<Integer, Integer> now = new HashMap<>();
        for (int operation : order) {
            for (Touch touch : script.get(operation)) {
                if (touch.reads() >= 0
                        && now.getOrDefault(touch.memory(), inputVersion(touch.memory())) != touch.reads()) {
                    return false;
                }
                if (touch.writes() >= 0) {
                    now.put(touch.memory(), touch.writes());
                }
            }
        }
        return true;
    }

    /** Memory that some operation begins is not there before. */
    private int inputVersion(int memory) {
        boolean isBegun =
                script.stream().flatMap(List::stream).anyMatch(touch -> touch.memory() == memory && touch.reads() < 0);
        return isBegun ? -1 : 0;
    }
}
