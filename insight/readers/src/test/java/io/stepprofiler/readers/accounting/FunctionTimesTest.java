package io.stepprofiler.readers.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.readers.spaces.SpaceBuilder;
import io.stepprofiler.readers.xspace.ProfileData;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionTimesTest {
    @Test
    void functions_ofSeveralProfiles_areCollectedByNumber() throws IOException {
        FunctionTimes times =
                new FunctionTimes("gpu").add(run(4, 40)).add(run(2, 20)).add(run(3, 90));

        assertThat(times.seconds())
                .containsExactly(entry(1L, List.of(4e-6, 2e-6, 3e-6)), entry(12L, List.of(40e-6, 20e-6, 90e-6)));
    }

    @Test
    void means_ofThree_areThatOfTheMiddleOne() throws IOException {
        FunctionTimes times =
                new FunctionTimes("gpu").add(run(4, 40)).add(run(2, 20)).add(run(3, 90));

        assertThat(times.means())
                .containsExactly(entry(1L, new TrimmedMean(3e-6, 0, 1)), entry(12L, new TrimmedMean(40e-6, 0, 1)));
    }

    @Test
    void functions_ofTheFirstPlaneOnly_count() throws IOException {
        ProfileData profile = ProfileData.from(SpaceBuilder.of("""
                /device:GPU:0
                  1 l
                    jit_autotune_fn_1 0+1000
                /device:GPU:1
                  1 l
                    jit_autotune_fn_2 0+1000
                """).bytes());

        assertThat(new FunctionTimes("gpu").add(profile).seconds()).containsOnlyKeys(1L);
    }

    @Test
    void functions_thatAreAbsent_areNoError() throws IOException {
        assertThat(new FunctionTimes("gpu").means()).isEmpty();
        assertThat(new FunctionTimes("host").add(run(1, 1)).means()).isEmpty();
    }

    @Test
    void numbers_ofMoreDigitsThanAnyFunctionHas_areNone() throws IOException {
        ProfileData profile = ProfileData.from(SpaceBuilder.of("""
                gpu
                  1 l
                    jit_autotune_fn_999999999999999999999999999999 0+1000
                """).bytes());

        assertThat(new FunctionTimes("gpu").add(profile).seconds()).isEmpty();
    }

    @Test
    void device_thatIsAbsent_isRefused() throws IOException {
        ProfileData profile = run(1, 1);

        assertThatThrownBy(() -> new FunctionTimes("tpu").add(profile))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("device = tpu");
    }

    @Test
    void trimmedMean_ofFour_leavesOutOneAtEachEnd() {
        TrimmedMean mean = TrimmedMean.of(100, 2, 4, -50);

        assertThat(mean.mean()).isEqualTo(3);
        assertThat(mean.deviation()).isCloseTo(1, within(1e-12));
        assertThat(mean.kept()).isEqualTo(2);
    }

    @Test
    void trimmedMean_ofTwo_keepsBoth() {
        assertThat(TrimmedMean.of(1, 3)).isEqualTo(new TrimmedMean(2, 1, 2));
        assertThat(TrimmedMean.of(5)).isEqualTo(new TrimmedMean(5, 0, 1));
    }

    @Test
    void trimmedMean_ofNothing_isRefused() {
        assertThatThrownBy(TrimmedMean::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("samples");
    }

    private static ProfileData run(long firstMicros, long secondMicros) throws IOException {
        return ProfileData.from(
                SpaceBuilder.of("""
                /host:CPU
                /device:GPU:0
                  1 l
                    jit_autotune_fn_1 0+%d000
                    x 5+9000 hlo_module=jit_autotune_fn_12_more
                    x 6+%d000 hlo_module=jit_autotune_fn_12_more
                    jit_autotune_fn_x 7+1000
                """.formatted(firstMicros, secondMicros)).bytes());
    }
}
