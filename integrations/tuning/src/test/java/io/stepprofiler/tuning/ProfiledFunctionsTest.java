package io.stepprofiler.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.readers.accounting.FunctionTimes;
import io.stepprofiler.readers.xspace.ProfileData;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Times of functions in profiles such as JAX writes them. */
class ProfiledFunctionsTest {
    private static final long PICOS_A_MICRO = 1_000_000;

    /** A profile of one run, with functions of the microseconds given, one after the other. */
    private static ProfileData run(long... micros) throws IOException {
        StringBuilder text = new StringBuilder("planes { name: '/device:GPU:0' lines { id: 1 ");
        long at = 0;
        for (int i = 0; i < micros.length; i++) {
            long picos = micros[i] * PICOS_A_MICRO;
            text.append(String.format(
                    Locale.ROOT, "events { metadata_id: %d offset_ps: %d duration_ps: %d } ", i + 1, at, picos));
            at += 2 * picos;
        }
        text.append("} ");
        for (int i = 0; i < micros.length; i++) {
            text.append(String.format(
                    Locale.ROOT,
                    "event_metadata { key: %d value { id: %d name: 'jit_autotune_fn_%d' } } ",
                    i + 1,
                    i + 1,
                    i));
        }
        return ProfileData.fromTextProto(text.append("}").toString());
    }

    private static FunctionTimes times() throws IOException {
        FunctionTimes times = new FunctionTimes("gpu");
        for (long first : new long[] {40, 50, 90, 60}) {
            times.add(run(first, 20));
        }
        return times;
    }

    @Test
    void functions_haveTheirMeansWithoutExtremes() throws IOException {
        List<VariantTimes> variants = Tuning.profileTimeByFunctionId(times(), 2);
        assertThat(variants).extracting(VariantTimes::id).containsExactly("0", "1");
        assertThat(variants.get(0).calls()).isEqualTo(4);
        assertThat(variants.get(0).meanNanos()).isCloseTo(55_000, within(1e-3));
        assertThat(variants.get(0).deviationNanos()).isCloseTo(5_000, within(1e-3));
        assertThat(variants.get(1).meanNanos()).isCloseTo(20_000, within(1e-3));
    }

    @Test
    void functions_thatAreMissing_areInfinite() throws IOException {
        List<VariantTimes> variants = Tuning.profileTimeByFunctionId(times(), 4);
        assertThat(variants.get(2).meanNanos()).isInfinite();
        assertThat(variants.get(3).deviationNanos()).isInfinite();
    }

    @Test
    void fewerThanHalf_ofTheFunctions_areAnError() throws IOException {
        FunctionTimes times = times();
        assertThatThrownBy(() -> Tuning.profileTimeByFunctionId(times, 5))
                .isInstanceOf(TuningException.class)
                .hasMessageContaining("only 2 of 5");
        assertThatThrownBy(() -> Tuning.profileTimeByFunctionId(times, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("functions = 0");
    }
}
