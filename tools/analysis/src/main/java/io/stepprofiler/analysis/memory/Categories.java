package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;
import java.util.Arrays;

/**
 * Category of each allocation, or, where that changes when it is written into, of each of its values. The category of
 * an allocation wins over those of its values, and what is set first wins over what is set later.
 */
final class Categories {
    private static final byte NONE = -1;

    private final DataFlow flow;
    private final byte[] ofAllocations;
    private final byte[] ofValues;

    Categories(DataFlow flow, int allocations) {
        this.flow = flow;
        ofAllocations = new byte[allocations];
        ofValues = new byte[flow.values()];
        Arrays.fill(ofAllocations, NONE);
        Arrays.fill(ofValues, NONE);
    }

    /** Sets the category of an allocation whatever it was before. */
    void state(int allocation, MemoryCategory category) {
        ofAllocations[allocation] = CategoryNumber.of(category);
    }

    void setAllocation(int allocation, MemoryCategory category) {
        if (ofAllocations[allocation] == NONE) {
            ofAllocations[allocation] = CategoryNumber.of(category);
        }
    }

    void setValue(int value, MemoryCategory category) {
        if (ofValues[value] == NONE) {
            ofValues[value] = CategoryNumber.of(category);
        }
    }

    boolean isAllocationSet(int allocation) {
        return ofAllocations[allocation] != NONE;
    }

    boolean isAllocation(int allocation, MemoryCategory category) {
        return ofAllocations[allocation] == CategoryNumber.of(category);
    }

    MemoryCategory ofValue(int value) {
        byte whole = ofAllocations[flow.allocationOf(value)];
        return category(whole != NONE ? whole : ofValues[value]);
    }

    /** The category of an allocation of which there is no value. */
    MemoryCategory ofAllocation(int allocation) {
        return category(ofAllocations[allocation]);
    }

    private static MemoryCategory category(byte number) {
        return number == NONE ? MemoryCategory.UNKNOWN : CategoryNumber.category(number);
    }
}
