package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FrameRatesTest {
    private final FrameRates rates = new FrameRates();

    @Test
    void next_firstOfItsName_isUnknown() {
        assertThat(rates.next(0, 1, 0)).isNaN();
        assertThat(rates.next(1, 1, 10)).isNaN();
    }

    @Test
    void next_eachFrameOfAThread_isTheInverseOfTheTimeBetween() {
        rates.next(0, 1, 0);
        assertThat(rates.next(0, 2, 20_000_000)).isEqualTo(50.0);
        assertThat(rates.next(0, 3, 30_000_000)).isEqualTo(100.0);
    }

    @Test
    void next_framesBetweenAreOnOtherThreads_countsThem() {
        rates.next(0, 1, 0);
        assertThat(rates.next(0, 5, 20_000_000)).isEqualTo(200.0);
    }

    @Test
    void next_sameTimeOrNoLaterNumber_isUnknown() {
        rates.next(0, 2, 5);
        assertThat(rates.next(0, 3, 5)).isNaN();
        assertThat(rates.next(0, -1, 9)).isNaN();
    }
}
