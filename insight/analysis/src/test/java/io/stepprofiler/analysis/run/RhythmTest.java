package io.stepprofiler.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RhythmTest {
    @ParameterizedTest
    @CsvSource({"20, 19, 300", "7, 0, 100", "2, 1, 5000", "50, 49, 200", "1000, 999, 20000", "25, 24, 120"})
    void rhythm_ofEachNthStep_isFound(long period, long first, long steps) {
        long[] slow = LongStream.range(0, steps)
                .filter(number -> number % period == first % period)
                .toArray();

        assertThat(Rhythm.of(slow, 0, steps)).contains(new Rhythm(period, slow[0], slow.length));
    }

    @Test
    void rhythm_withOtherSlowSteps_isFound() {
        Random random = new Random(5);
        long[] slow = LongStream.range(0, 1000)
                .filter(number -> number % 20 == 19 || random.nextInt(100) == 0)
                .toArray();

        assertThat(Rhythm.of(slow, 0, 999).map(Rhythm::period)).contains(20L);
    }

    @Test
    void rhythm_thatMissesSomeSteps_isFound() {
        Random random = new Random(6);
        long[] slow = LongStream.range(0, 1000)
                .filter(number -> number % 10 == 3 && random.nextInt(10) > 0)
                .toArray();

        assertThat(Rhythm.of(slow, 0, 999).map(Rhythm::period)).contains(10L);
    }

    @Test
    void slowSteps_atRandom_haveARhythmInFewRuns() {
        int found = 0;
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            int steps = 50 + random.nextInt(500);
            int oneOf = 2 + random.nextInt(30);
            long[] slow = LongStream.range(0, steps)
                    .filter(number -> random.nextInt(oneOf) == 0)
                    .toArray();
            found += Rhythm.of(slow, 0, steps - 1).isPresent() ? 1 : 0;
        }

        assertThat(found).isLessThanOrEqualTo(10);
    }

    @Test
    void slowSteps_thatAreFew_haveNoRhythm() {
        assertThat(Rhythm.of(new long[] {19, 39}, 0, 50)).isEqualTo(Optional.empty());
        assertThat(Rhythm.of(new long[0], 0, 50)).isEmpty();
    }

    @Test
    void slowSteps_inOneBurst_haveNoRhythm() {
        assertThat(Rhythm.of(LongStream.range(100, 110).toArray(), 0, 500)).isEmpty();
    }
}
