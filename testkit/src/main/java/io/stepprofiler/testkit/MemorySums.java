package io.stepprofiler.testkit;

import io.stepprofiler.trace.MemoryEvents;
import java.util.stream.IntStream;

/**
 * Sums of a trace's memory events, on all devices.
 *
 * @param allocated allocated bytes
 * @param freed bytes that were freed
 */
record MemorySums(long allocated, long freed) {
    static MemorySums of(MemoryEvents events) {
        long allocated = 0;
        long freed = 0;
        for (int i : IntStream.range(0, events.size()).toArray()) {
            switch (events.action(i)) {
                case ALLOCATE -> allocated += events.bytes(i);
                case FREE -> freed -= events.bytes(i);
                default -> {}
            }
        }
        return new MemorySums(allocated, freed);
    }

    long kept() {
        return allocated - freed;
    }

    @Override
    public String toString() {
        return allocated + " bytes allocated, " + freed + " freed";
    }
}
