package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;
import java.util.List;

/** The numbers that categories have in the files of PyTorch's memory timeline, from 0 to {@link #COUNT} - 1. */
public final class CategoryNumber {
    /** Number of categories. */
    public static final int COUNT = 8;

    private static final MemoryCategory[] ALL = MemoryCategory.values();

    private CategoryNumber() {}

    /**
     * {@return the number of a category}
     *
     * @param category the category
     */
    public static byte of(MemoryCategory category) {
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

    /**
     * {@return the category that has a number}
     *
     * @param number the number, 0 to {@link #COUNT} - 1
     */
    public static MemoryCategory category(int number) {
        return ALL[number];
    }

    /** {@return the categories in the order of their numbers} */
    public static List<MemoryCategory> all() {
        return List.of(ALL);
    }
}
