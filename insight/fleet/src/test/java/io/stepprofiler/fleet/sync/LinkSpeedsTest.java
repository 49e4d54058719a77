package io.stepprofiler.fleet.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.event.Collective;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkSpeedsTest {
    private static final int STEPS = 40;
    private static final long MILLI = 1_000_000;

    /** Pairs of hosts that reduce in each step; one pair is slow from a step on. */
    private static FleetWaits pairs(int pairs, int slow, int slowFrom) {
        SimulatedFleet fleet = new SimulatedFleet(5, 2 * pairs, 1, STEPS, 1_000);
        IntStream.range(0, pairs).forEach(pair -> fleet.group(2 * pair, 2 * pair + 1));
        for (int step = 0; step < STEPS; step++) {
            for (int pair = 0; pair < pairs; pair++) {
                long transfer = pair == slow && step >= slowFrom ? 20 * MILLI : 10 * MILLI;
                long start = step * 1_000L * MILLI;
                fleet.collective(step, pair, 0, transfer, start, start + MILLI);
            }
        }
        return fleet.waits();
    }

    @Test
    void slowLink_amongEqualOnes_isNamedWithBothEnds() {
        FleetWaits waits = pairs(5, 3, 0);
        assertThat(waits.comparedLinks()).isEqualTo(5);
        assertThat(waits.slowLinks()).singleElement().satisfies(link -> {
            assertThat(link.group()).isEqualTo("gd");
            assertThat(link.hosts()).isEqualTo(List.of("host6", "host7"));
            assertThat(link.bytes()).isEqualTo(1 << 20);
            assertThat(link.gigabytesPerSecond()).isCloseTo(0.052, within(0.001));
            assertThat(link.usualGigabytesPerSecond()).isCloseTo(0.105, within(0.002));
        });
    }

    @Test
    void links_thatAreEqual_areNotSlow() {
        assertThat(pairs(5, -1, 0).slowLinks()).isEmpty();
    }

    @Test
    void link_thatIsSlowInOneHalf_isNotNamed() {
        assertThat(pairs(5, 3, STEPS / 2).slowLinks()).isEmpty();
    }

    @Test
    void links_ofTwoGroups_areNotCompared() {
        assertThat(pairs(2, 1, 0).comparedLinks()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 4, 1.5",
        "ALL_GATHER, 4, 0.75",
        "REDUCE_SCATTER, 2, 0.5",
        "ALL_TO_ALL, 10, 0.9",
        "RECV, 2, 1"
    })
    void factor_ofAKind_isThePartOverTheBusiestLink(Collective kind, int members, double factor) {
        assertThat(SyncTransfer.factor(kind, members)).isCloseTo(factor, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "3, 1", "1048576, 20", "2097151, 20"})
    void sizeClass_isThePowerOfTwoBelow(long bytes, int sizeClass) {
        assertThat(new SyncTransfer(0, new SyncEvent(0, 2, Collective.RECV, new int[2], true), new int[2], bytes, 1)
                        .sizeClass())
                .isEqualTo(sizeClass);
    }
}
