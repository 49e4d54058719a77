package io.stepprofiler.handlers.xplane;

import io.stepprofiler.handlers.rows.ModulePaths;
import java.util.Arrays;

/** Enclosing modules and innermost operation at the present place of a line. */
final class EnclosingModules {
    /** Returned if there is no operation. */
    static final int NO_OPERATION = 0;

    private long[] ends = new long[16];
    private int[] paths = new int[16];
    private int[] operations = new int[16];
    private int depth;

    void closeUntil(long time) {
        while (depth > 0 && ends[depth - 1] <= time) {
            depth--;
        }
    }

    /** The path of the modules around. */
    int path() {
        return depth == 0 ? ModulePaths.NONE : paths[depth - 1];
    }

    /** The metadata of the innermost operation. */
    int operation() {
        return depth == 0 ? NO_OPERATION : operations[depth - 1];
    }

    void open(long end, int path, int operation) {
        if (depth == ends.length) {
            ends = Arrays.copyOf(ends, depth * 2);
            paths = Arrays.copyOf(paths, depth * 2);
            operations = Arrays.copyOf(operations, depth * 2);
        }
        ends[depth] = end;
        paths[depth] = path;
        operations[depth++] = operation;
    }
}
