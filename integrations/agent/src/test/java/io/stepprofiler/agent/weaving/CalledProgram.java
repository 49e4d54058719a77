package io.stepprofiler.agent.weaving;

import java.util.List;
import java.util.function.Supplier;

/** Code of many shapes, to be woven. */
public final class CalledProgram implements Supplier<String> {
    private final String name;

    public CalledProgram(String name) {
        this.name = name;
    }

    /** Loops, branches and handlers, between which variables of all sizes live on. */
    public double mixed(long first, double second, int count) {
        double sum = second;
        for (int i = 0; i < count; i++) {
            long wide = first + i;
            try {
                if (i == 1) {
                    throw new IllegalStateException("caught");
                }
                sum += wide;
            } catch (IllegalStateException e) {
                sum += e.getMessage().length();
            } finally {
                count--;
            }
            if (sum > 1e9) {
                return -1;
            }
        }
        return sum;
    }

    public String text(String given) {
        if (given.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return given.length() == 1 ? given : name + given;
    }

    public static List<String> list(String given) {
        return List.of(given);
    }

    /** Has a bridge. */
    @Override
    public String get() {
        return name;
    }

    public void nothing() {}
}
