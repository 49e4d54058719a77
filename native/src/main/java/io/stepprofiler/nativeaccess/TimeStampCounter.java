package io.stepprofiler.nativeaccess;

import io.stepprofiler.clock.TickSource;

/**
 * The processor's own counter: the time-stamp counter of x86-64, the virtual counter of AArch64.
 *
 * <p>Usable on Linux where the native library is, where its rate never changes, where the kernel itself keeps time by
 * it, and where it was seen on one line with the monotonic clock on all processors of this process. It needs native
 * access: where newer Java versions would warn of the library or refuse it, it is not loaded for this.
 *
 * <p>A reading takes about ten nanoseconds. It may be older, by some tens of nanoseconds, than one that another thread
 * took just before it told this one something: the processor looks ahead.
 */
public final class TimeStampCounter implements TickSource {
    /** Verdict on the counter, once a process. */
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

    /** The counter of this machine; what is known of it is found out by the first call of {@link #unusable()}. */
    public TimeStampCounter() {}

    @Override
    public String name() {
        return "time-stamp counter";
    }

    /**
     * {@inheritDoc} The first call takes about 60 ms, in which the calling thread sleeps and another one watches the
     * counter on each processor; a quarter of a second for each of two attempts on a machine so busy that it hardly
     * gets there.
     */
    @Override
    public String unusable() {
        return Verdict.HERE.reason;
    }

    @Override
    public double ticksPerNano() {
        return Verdict.HERE.ticksPerNano;
    }

    /** {@inheritDoc} Only to be called if it is usable. */
    @Override
    public long ticks() {
        return read();
    }

    /** Static and without arguments: what the JVM does around a native method is all that it costs. */
    private static native long read();

    /** Why the counter is not to be trusted, or nothing and its rate. */
    private static native String verify(double[] ticksPerNano);
}
