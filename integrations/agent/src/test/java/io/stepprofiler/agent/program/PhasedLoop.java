package io.stepprofiler.agent.program;

import io.stepprofiler.BatchSize;
import io.stepprofiler.Scope;
import java.util.function.DoubleSupplier;

/** A loop with step methods of all sorts. */
public final class PhasedLoop {
    private static final int TOO_OFTEN = 3000;

    private final Net net = new Net();

    public PhasedLoop() {}

    public double plain() {
        return net.backward(net.forward(1));
    }

    /** A step whose work is in a method with a loop. */
    public double wrapped() {
        return batches() + Math.sqrt(4);
    }

    private double batches() {
        double sum = 0;
        for (int batch = 0; batch < 2; batch++) {
            sum += net.forward(batch);
        }
        return sum;
    }

    /** A step that calls the network through a short method. */
    public double delegated() {
        return shortly();
    }

    private double shortly() {
        return net.forward(2);
    }

    public double lambda() {
        DoubleSupplier supplier = () -> net.forward(3);
        return supplier.getAsDouble();
    }

    public double caught() {
        try {
            net.fail();
        } catch (IllegalStateException e) {
            return net.forward(4);
        }
        return 0;
    }

    public double failed() {
        return net.forward(net.fail());
    }

    public double recursive() {
        return deep(3);
    }

    private double deep(int levels) {
        double sum = 0;
        for (int i = 0; i < levels; i++) {
            sum += i;
        }
        return levels == 0 ? sum : sum + deep(levels - 1);
    }

    public double again() {
        return net.level == 0 ? net.enter(this) : net.forward(5);
    }

    public double frequent() {
        double sum = 0;
        for (int i = 0; i < TOO_OFTEN; i++) {
            sum = net.add(sum);
        }
        return net.forward(sum);
    }

    @SuppressWarnings("try") // The scope variable is there to be closed.
    public double scoped() {
        try (Scope ignored = Scope.open("forward")) {
            return net.forward(6);
        }
    }

    public double counted() {
        BatchSize.record(2);
        return net.forward(7);
    }

    public double nested() {
        double sum = 0;
        for (int i = 0; i < 2; i++) {
            sum = net.forward(sum);
            for (int j = 0; j < 2; j++) {
                sum = net.add(sum);
            }
            sum = net.backward(sum);
        }
        while (sum > 0) {
            sum -= net.scale();
        }
        return sum;
    }

    /** A network. */
    public static final class Net {
        private int level;

        private Net() {}

        double forward(double x) {
            return x + 1;
        }

        double backward(double x) {
            return 2 * x;
        }

        double add(double x) {
            return x + 1;
        }

        double scale() {
            return 2;
        }

        double fail() {
            throw new IllegalStateException("failed");
        }

        double enter(PhasedLoop loop) {
            level++;
            try {
                return loop.again();
            } finally {
                level--;
            }
        }
    }
}
