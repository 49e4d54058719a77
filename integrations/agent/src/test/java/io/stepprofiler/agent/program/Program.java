package io.stepprofiler.agent.program;

import java.util.function.Supplier;

/** Methods of all sorts. */
public final class Program implements Supplier<String>, Greeter {
    public Program() {}

    public Program(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    @Override
    public String get() {
        return "got";
    }

    public static int twice(int value) {
        return 2 * value;
    }

    public long fail() {
        throw new IllegalStateException("failed");
    }

    public int depth(int levels) {
        return levels == 0 ? 0 : 1 + depth(levels - 1);
    }

    public double caught() {
        try {
            return fail();
        } catch (IllegalStateException e) {
            return hidden(1, 2.5, "x");
        }
    }

    private double hidden(long a, double b, String c) {
        return a + b + c.length();
    }

    public Supplier<Integer> lambda() {
        return () -> twice(21);
    }

    /** A step that is made of others. */
    public void train(int batches) {
        if (batches > 1) {
            train(batches - 1);
        }
        if (batches == 13) {
            throw new IllegalStateException("bad batch");
        }
    }

    /** A nested class. */
    public static final class Layer {
        public double forward(double x) {
            return x + 1;
        }
    }
}
