package io.stepprofiler.clock;

import io.stepprofiler.services.FoundServices;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The clock that recording reads: the first usable {@link TickSource}, else {@link System#nanoTime()}.
 *
 * <p>Chosen once and kept in a constant, so that the compiler sees through to the reading itself. Choosing may take
 * tens of milliseconds, in which sources are verified.
 */
public final class Ticks {
    /** System property; with the value {@code nanoTime}, no {@link TickSource} is used. */
    static final String PROPERTY = "io.stepprofiler.clock";

    // C5: a constant, which compilers fold; a test sets the clock of the process.
    /** The source of ticks that this process uses. */
    public static final TickSource SOURCE = choose(System.getProperty(PROPERTY, ""), Ticks.class.getClassLoader());

    private Ticks() {}

    /** {@return whether ticks are nanoseconds of traces, which need no conversion} */
    public static boolean areNanos() {
        return SOURCE.areNanos();
    }

    /** {@return the present reading, in ticks of {@link #SOURCE}} */
    public static long now() {
        return SOURCE.ticks();
    }

    /** {@return the description of the clock in traces, such as {@code time-stamp counter, 2.595 GHz}} */
    public static String describe() {
        return describe(SOURCE);
    }

    static String describe(TickSource source) {
        if (source instanceof NanoTime nanoTime) {
            return source.name() + ", " + nanoTime.reason();
        }
        if (source.areNanos()) {
            return source.name();
        }
        double gigahertz = source.ticksPerNano();
        return gigahertz >= 1
                ? String.format(Locale.ROOT, "%s, %.3f GHz", source.name(), gigahertz)
                : String.format(Locale.ROOT, "%s, %.3f MHz", source.name(), gigahertz * 1000);
    }

    /** Never throws: a source that fails is not usable. */
    static TickSource choose(String property, ClassLoader loader) {
        if (property.equals("nanoTime")) {
            return new NanoTime("as the system property " + PROPERTY + " asks");
        }
        return FoundServices.first(
                ServiceLoader.load(TickSource.class, loader),
                (source, against) -> source.areNanos() ? use(source, against) : null,
                ignored ->
                        FoundServices.first(ServiceLoader.load(TickSource.class, loader), Ticks::use, NanoTime::new));
    }

    private static @Nullable TickSource use(TickSource source, Consumer<String> against) {
        String reason = reasonAgainst(source);
        if (reason.isEmpty()) {
            return source;
        }
        against.accept(source.name() + ": " + reason);
        return null;
    }

    private static String reasonAgainst(TickSource source) {
        String unusable = source.unusable();
        if (!unusable.isEmpty()) {
            return unusable;
        }
        double rate = source.ticksPerNano();
        return rate > 0 && rate < Double.POSITIVE_INFINITY ? "" : rate + " ticks a nanosecond cannot be";
    }

    /** The clock that is always usable. */
    record NanoTime(String reason) implements TickSource {
        @Override
        public String name() {
            return "System.nanoTime()";
        }

        @Override
        public String unusable() {
            return "";
        }

        @Override
        public double ticksPerNano() {
            return 1;
        }

        @Override
        public boolean areNanos() {
            return true;
        }

        @Override
        public long ticks() {
            return System.nanoTime();
        }
    }
}
