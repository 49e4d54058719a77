package io.stepprofiler;

import io.stepprofiler.source.TickSource;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The clock that recording reads: the first usable {@link TickSource}, else {@link System#nanoTime()}.
 *
 * <p>Chosen once and kept in a constant, so that the compiler sees through to the reading itself.
 */
final class Ticks {
    /** With the value {@code nanoTime}, other sources are not asked. */
    static final String PROPERTY = "io.stepprofiler.clock";

    static final TickSource SOURCE = choose(System.getProperty(PROPERTY, ""), Ticks.class.getClassLoader());

    private Ticks() {}

    /** The present reading. */
    static long now() {
        return SOURCE.ticks();
    }

    /** Never throws: a source that fails is not usable. */
    static TickSource choose(String property, ClassLoader loader) {
        if (property.equals("nanoTime")) {
            return new NanoTime("as the system property " + PROPERTY + " asks");
        }
        String reason = "";
        try {
            for (TickSource source : ServiceLoader.load(TickSource.class, loader)) {
                String unusable = source.unusable();
                if (unusable.isEmpty()) {
                    return source;
                }
                reason += (reason.isEmpty() ? "" : "; ") + source.name() + ": " + unusable;
            }
        } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
            reason = e.toString();
        }
        return new NanoTime(reason.isEmpty() ? "there is no other source" : reason);
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
