package io.stepprofiler.handlers.executiontrace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunningTimesTest {
    @Test
    void touch_betweenTheNewestTimes_isToldApart() {
        RunningTimes times = toggled(10_000);

        assertThat(times.touch(99_980, 99_984)).isTrue();
        assertThat(times.touch(99_986, 99_989)).isFalse();
        assertThat(times.touch(99_990, 99_991)).isTrue();
    }

    /** Running from 0 to 5, from 10 to 15 and so on. */
    private static RunningTimes toggled(int count) {
        RunningTimes times = new RunningTimes();
        for (long i = 0; i < count; i++) {
            times.start(i * 10);
            times.stop(i * 10 + 5);
        }
        return times;
    }
}
