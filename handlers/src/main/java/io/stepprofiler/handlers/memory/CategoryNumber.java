package io.stepprofiler.handlers.memory;

import io.stepprofiler.trace.MemoryCategory;
import java.util.List;

/** The numbers that categories have in the files of PyTorch's memory timeline, from 0. */
final class CategoryNumber {
    static final int COUNT = 8;

    private static final MemoryCategory[] ALL = MemoryCategory.values();

    private CategoryNumber() {}

    static byte of(MemoryCategory category) {
        return switch (category) {
            case PARAMETER -> 0;
            case OPTIMIZER_STATE -> 1;
            case INPUT -> 2;
            case TEMPORARY -> 3;
            case ACTIVATION -> 4;
            case GRADIENT -> 5;
            case AUTOGRAD_DETAIL -> 6;
            case UNKNOWN -> 7;
        };
    }

    static MemoryCategory category(int number) {
        return ALL[number];
    }

    /** The categories in the order of their numbers. */
    static List<MemoryCategory> all() {
        return List.of(ALL);
    }
}
