package io.stepprofiler;

import io.stepprofiler.source.TickSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;

/**
 * The clock that recording reads: the first usable {@link TickSource}, else {@link System#nanoTime()}.
 *
 * <p>Chosen once and kept in a constant, so that the compiler sees through to the reading itself. Choosing may take some tens
 * of milliseconds, in which sources are verified.
 */
final class Ticks {
    /** With the value {@code nanoTime}, other sources are not asked. */
    static final String PROPERTY = "io.stepprofiler.clock";

    /** A list of services that is broken in every line ends here. */
    private static final int MOST_FAILURES = 16;

    static final TickSource SOURCE = choose(System.getProperty(PROPERTY, ""), Ticks.class.getClassLoader());

    private Ticks() {}

    /** The present reading. */
    static long now() {
        return SOURCE.ticks();
    }

    /** What traces say of the clock, such as {@code time-stamp counter, 2.595 GHz}. */
    static String describe() {
        return describe(SOURCE);
    }

    static String describe(TickSource source) {
        if (source instanceof NanoTime nanoTime) {
            return source.name() + ", " + nanoTime.reason();
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
        List<String> reasons = new ArrayList<>();
        try {
            Iterator<TickSource> sources =
                    ServiceLoader.load(TickSource.class, loader).iterator();
            while (reasons.size() < MOST_FAILURES) {
                try {
                    if (!sources.hasNext()) {
                        break;
                    }
                    TickSource source = sources.next();
                    String reason = reasonAgainst(source);
                    if (reason.isEmpty()) {
                        return source;
                    }
                    reasons.add(source.name() + ": " + reason);
                } catch (Throwable e) {
                    reasons.add(e.toString());
                }
            }
        } catch (Throwable e) {
            // Whatever it is: this runs in the initializer of a class that all recording needs.
            reasons.add(e.toString());
        }
        return new NanoTime(reasons.isEmpty() ? "there is no other source" : String.join("; ", reasons));
    }

    private static String reasonAgainst(TickSource source) {
        String unusable = source.unusable();
        if (!unusable.isEmpty()) {
            return unusable;
        }
        double rate = source.ticksPerNano();
        return rate > 0 && rate < Double.POSITIVE_INFINITY ? "" : rate + " ticks a nanosecond cannot be";
    }

    /** What is used if nothing else can be. */
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
        public long ticks() {
            return System.nanoTime();
        }
    }
}
