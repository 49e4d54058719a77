package io.stepprofiler.nativeaccess;

import io.stepprofiler.clock.TickSource;

/**
 * The processor's counter: the time-stamp counter of x86-64, the virtual counter of AArch64.
 *
 * <p>Usable on Linux with the native library, if its rate never changes, the kernel uses it as its clock source, and it
 * was measured to be linear in the monotonic clock on all processors of this process. Needs native access: if a newer
 * Java version would warn about the library or refuse it, it is not loaded for this purpose.
 *
 * <p>A reading takes about ten nanoseconds. Because of out-of-order execution, it may be some tens of nanoseconds older
 * than a reading that another thread took just before it published data to this one.
 */
public final class TimeStampCounter implements TickSource {
    /** Verdict on the counter, reached once per process. */
    private record Verdict(double ticksPerNano, String reason) {
        static final Verdict HERE = reach();

        private static Verdict reach() {
            try {
                if (!NativeLibrary.isWelcome()) {
                    return new Verdict(0, "native access is not enabled, see --enable-native-access");
                }
                NativeStatus library = NativeLibrary.status();
                if (!library.available()) {
                    return new Verdict(0, library.reason());
                }
                double[] ticksPerNano = new double[1];
                String reason = verify(ticksPerNano);
                return new Verdict(ticksPerNano[0], reason);
            } catch (RuntimeException | LinkageError e) {
                return new Verdict(0, "asking the native library failed: " + e);
            }
        }
    }

    /** Creates the provider for the service loader; the first call of {@link #unusable()} verifies the counter. */
    public TimeStampCounter() {}

    @Override
    public String name() {
        return "time-stamp counter";
    }

    /**
     * {@inheritDoc} The first call takes about 60 ms, during which the calling thread sleeps and another one watches
     * the counter on each processor; on a very busy machine, a quarter of a second for each of two attempts.
     */
    @Override
    public String unusable() {
        return Verdict.HERE.reason;
    }

    @Override
    public double ticksPerNano() {
        return Verdict.HERE.ticksPerNano;
    }

    /** {@inheritDoc} May only be called if this source is usable. */
    @Override
    public long ticks() {
        return read();
    }

    /** Static and without arguments: the cost is only the JVM's overhead of a native call. */
    private static native long read();

    /** Returns the reason why the counter cannot be trusted, or an empty text and its rate. */
    private static native String verify(double[] ticksPerNano);
}
