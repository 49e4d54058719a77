package io.stepprofiler.analysis.memory;

import java.util.StringJoiner;

/**
 * Account of a trace's memory events on all devices, with those that made no sense, by kind.
 *
 * @param allocated events that allocate
 * @param freed events that free
 * @param preexisting pieces of memory that were there before the window and were touched in it
 * @param outOfMemory events that tell that there was no memory
 * @param withoutSize allocations of 0 or fewer bytes; taken as 0
 * @param freedWithoutSize freed without having been allocated in the window, the size not told; taken as 0 unless a
 *     tensor tells
 * @param freedTwice freed once more; left out
 * @param allocatedTwice allocated at an address that was allocated; that one is taken as freed then
 * @param foreign foreign pieces of memory, such as buffers that tensors wrap: operations or statements name
 *     them at an address that had been freed, and nothing tells how large they are and when they end; left out, and
 *     nothing odd
 * @param withoutDevice pieces of memory that only operations name, on an unknown device; left out
 */
public record TimelineAccount(
        long allocated,
        long freed,
        long preexisting,
        long outOfMemory,
        long withoutSize,
        long freedWithoutSize,
        long freedTwice,
        long allocatedTwice,
        long foreign,
        long withoutDevice) {
    /** {@return whether everything made sense} */
    public boolean isClean() {
        return withoutSize + freedWithoutSize + freedTwice + allocatedTwice + withoutDevice == 0;
    }

    /** {@return one line of text: what there was, then the oddities that occurred} */
    public String summary() {
        StringJoiner odd = new StringJoiner(", ", "; odd: ", "").setEmptyValue("; nothing odd");
        add(odd, "out of memory", outOfMemory);
        add(odd, "allocated without a size", withoutSize);
        add(odd, "freed, not allocated in the window, size not told", freedWithoutSize);
        add(odd, "freed twice", freedTwice);
        add(odd, "allocated twice", allocatedTwice);
        add(odd, "on an unknown device", withoutDevice);
        return allocated + " allocated, " + freed + " freed, " + preexisting + " there before"
                + (foreign > 0 ? ", " + foreign + " of others" : "") + odd;
    }

    private static void add(StringJoiner text, String what, long count) {
        if (count > 0) {
            text.add(what + ": " + count);
        }
    }

    static TimelineAccount of(Evidence evidence, long withoutDevice) {
        Allocations allocations = evidence.allocations();
        long allocated = 0;
        long freed = 0;
        long outOfMemory = 0;
        for (int e = 0; e < evidence.events().size(); e++) {
            switch (evidence.events().action(e)) {
                case ALLOCATE -> allocated++;
                case FREE -> freed++;
                case OUT_OF_MEMORY -> outOfMemory++;
                case CATEGORIZE -> {}
            }
        }
        long preexisting = 0;
        for (int i = 0; i < allocations.size(); i++) {
            preexisting += allocations.isPreexisting(i) ? 1 : 0;
        }
        return new TimelineAccount(
                allocated,
                freed,
                preexisting,
                outOfMemory,
                allocations.withoutSize(),
                allocations.freedWithoutSize(),
                allocations.freedTwice(),
                allocations.replacedCount(),
                allocations.categorizedFree() + allocations.foreign(),
                withoutDevice);
    }
}
