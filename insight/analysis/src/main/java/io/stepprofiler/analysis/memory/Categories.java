package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;
import java.util.Arrays;

/**
 * Category of each allocation, or of each of its values if writes change it. The category of an allocation takes
 * precedence over the categories of its values, and the first one set over later ones.
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

    /** Sets the category of an allocation, and replaces an earlier one. */
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

    /** The category of an allocation without values. */
    MemoryCategory ofAllocation(int allocation) {
        return category(ofAllocations[allocation]);
    }

    private static MemoryCategory category(byte number) {
        return number == NONE ? MemoryCategory.UNKNOWN : CategoryNumber.category(number);
    }
}
