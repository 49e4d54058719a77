package io.stepprofiler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.Services;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class TicksTest {
    /** One that works. */
    public static class Usable implements TickSource {
        @Override
        public String name() {
            return "counter";
        }

        @Override
        public String unusable() {
            return "";
        }

        @Override
        public double ticksPerNano() {
            return 2.5951;
        }

        @Override
        public long ticks() {
            return 42;
        }
    }

    /** One that says why not. */
    public static final class Unusable extends Usable {
        @Override
        public String unusable() {
            return "it is Sunday";
        }
    }

    /** One whose rate cannot be. */
    public static final class WithoutRate extends Usable {
        @Override
        public double ticksPerNano() {
            return Double.NaN;
        }
    }

    /** One that cannot be asked. */
    public static final class Throwing extends Usable {
        @Override
        public String unusable() {
            throw new UnsatisfiedLinkError("on purpose");
        }
    }

    /** One that cannot be made. */
    public static final class Unmade extends Usable {
        public Unmade() {
            throw new IllegalStateException("not made");
        }
    }

    @Test
    void choose_usableSource_isIt() {
        assertThat(choose("", Usable.class).ticks()).isEqualTo(42);
    }

    @Test
    void choose_usableSourceBehindBrokenOnes_isIt() {
        assertThat(choose("", Throwing.class, Unmade.class, Unusable.class, Usable.class))
                .extracting(source -> source.getClass().getName())
                .isEqualTo(Usable.class.getName());
    }

    @Test
    void choose_propertyNanoTime_asksNobody() {
        TickSource source = choose("nanoTime", Usable.class);
        assertThat(Ticks.describe(source))
                .isEqualTo("System.nanoTime(), as the system property io.stepprofiler.clock asks");
    }

    @Test
    void choose_noSource_isNanoTime() {
        long before = System.nanoTime();
        TickSource source = choose("");
        assertThat(Ticks.describe(source)).isEqualTo("System.nanoTime(), there is no other source");
        assertThat(source.ticks() - before).isNotNegative();
        assertThat(source.ticksPerNano()).isEqualTo(1);
    }

    @Test
    void choose_onlyUnusableSources_saysWhatIsWrongWithEach() {
        assertThat(Ticks.describe(choose("", Unusable.class, WithoutRate.class, Throwing.class, Unmade.class)))
                .startsWith("System.nanoTime(), counter: it is Sunday; counter: NaN ticks a nanosecond cannot be; ")
                .contains("UnsatisfiedLinkError: on purpose", "Unmade");
    }

    @Test
    void choose_endlessListOfBrokenServices_ends() {
        String[] names = Collections.nCopies(1000, 0).stream()
                .map(i -> "no.such.Service" + System.identityHashCode(new Object()))
                .toArray(String[]::new);
        ClassLoader loader = Services.of(TickSource.class, getClass(), names);
        assertThat(Ticks.choose("", loader)).isInstanceOf(Ticks.NanoTime.class);
    }

    @Test
    void describe_source_hasItsFrequency() {
        assertThat(Ticks.describe(new Usable())).isEqualTo("counter, 2.595 GHz");
        assertThat(Ticks.describe(new Usable() {
                    @Override
                    public double ticksPerNano() {
                        return 0.024;
                    }
                }))
                .isEqualTo("counter, 24.000 MHz");
    }

    @SafeVarargs
    private static TickSource choose(String property, Class<? extends TickSource>... sources) {
        String[] names = new String[sources.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = sources[i].getName();
        }
        return Ticks.choose(property, Services.of(TickSource.class, TicksTest.class, names));
    }
}
