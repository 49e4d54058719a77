package io.stepprofiler.examples;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.stepprofiler.Memory;
import io.stepprofiler.event.MemoryCategory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reports arrays of DJL that were created or closed since the last look to the profiler: all that a program without
 * hooks in the allocator can record, and enough to find arrays that are never closed.
 */
final class ArrayWatch {
    private final Map<String, Long> addresses = new HashMap<>();
    private long lastAddress;

    /** Looks at the arrays of some managers; new arrays get {@code category}. */
    void look(MemoryCategory category, NDManager... managers) {
        Set<String> present = new HashSet<>();
        for (NDManager manager : managers) {
            if (manager.isOpen()) {
                for (NDArray array : manager.getManagedArrays()) {
                    present.add(array.getUid());
                    if (!addresses.containsKey(array.getUid())) {
                        addresses.put(array.getUid(), ++lastAddress);
                        Memory.allocated(lastAddress, bytes(array), category);
                    }
                }
            }
        }
        addresses.entrySet().removeIf(known -> {
            boolean gone = !present.contains(known.getKey());
            if (gone) {
                Memory.freed(known.getValue());
            }
            return gone;
        });
    }

    private static long bytes(NDArray array) {
        return array.size() * array.getDataType().getNumOfBytes();
    }
}
