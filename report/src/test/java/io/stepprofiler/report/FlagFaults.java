package io.stepprofiler.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Faults that virtual machines with certain flags have. */
final class FlagFaults {
    private static final int ARRAYS = 1_000;
    private static final int ARRAY_BYTES = 200_000;
    private static final int THROWS = 20_000;
    private static final int CLASSES = 300;
    private static final int CALLS = 1_000;

    /** Written so that nothing is made in vain. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object garbage;

    /** Classes that are used are not unloaded, nor is their code. */
    private static final List<Object> KEPT = new ArrayList<>();

    private FlagFaults() {}

    /** More at once than a small heap has room for. */
    static void allocate() {
        for (int i = 0; i < ARRAYS; i++) {
            garbage = new byte[ARRAY_BYTES];
        }
    }

    /** Goes beyond the end of an array, which compiled code leaves to the interpreter. */
    static void catchTooLate() {
        int[] numbers = new int[7];
        for (int i = 0; i < THROWS; i++) {
            garbage = at(numbers, i % 8);
        }
    }

    private static int at(int[] numbers, int index) {
        try {
            return numbers[index];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    /** Classes made anew in each step, each with code that is worth compiling. */
    static void compileMuch(int step) throws ReflectiveOperationException {
        for (int i = 0; i < CLASSES; i++) {
            IntUnaryOperator made = Class.forName(Hot.class.getName(), true, new OwnLoader())
                    .asSubclass(IntUnaryOperator.class)
                    .getDeclaredConstructor()
                    .newInstance();
            int sum = 0;
            for (int j = 0; j < CALLS; j++) {
                sum = made.applyAsInt(sum);
            }
            garbage = sum;
            KEPT.add(made);
        }
    }

    /** A class that is loaded again and again. */
    public static final class Hot implements IntUnaryOperator {
        /** For its loader. */
        public Hot() {}

        @Override
        public int applyAsInt(int value) {
            return mix(mix(mix(mix(value, 3), 5), 7), 11);
        }

        /** Inlined wherever it is called, which makes much code of this. */
        private static int mix(int value, int by) {
            int once = turn(turn(turn(value, by), by + 1), by + 2);
            return turn(turn(turn(once, by), by + 1), by + 2);
        }

        private static int turn(int value, int by) {
            int odd = value / by % (by + 13);
            return odd > 0 ? Integer.rotateLeft(value * 31 + odd, by) : Long.hashCode(value * 77L) / (by + 1);
        }
    }

    /** Loads that class anew. */
    private static final class OwnLoader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Hot.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = FlagFaults.class.getResourceAsStream("FlagFaults$Hot.class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
