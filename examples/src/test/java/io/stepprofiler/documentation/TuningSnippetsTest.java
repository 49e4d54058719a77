package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Scope;
import io.stepprofiler.readers.accounting.TrimmedMean;
import io.stepprofiler.tuning.Tuning;
import io.stepprofiler.tuning.TuningCache;
import io.stepprofiler.tuning.TuningResult;
import io.stepprofiler.tuning.VariantTimes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code of docs/guide.md and of Javadoc comments about tuning, as it stands there. */
class TuningSnippetsTest {
    private final double[] a = {1, 2, 3};
    private final double[] b = {4, 5, 6};

    private static double multiply(double[] left, double[] right, int block) {
        double sum = 0;
        for (int from = 0; from < left.length; from += block) {
            for (int i = from; i < Math.min(from + block, left.length); i++) {
                sum += left[i] * right[i];
            }
        }
        return sum;
    }

    @Test
    void guide_saysWhichVariantIsFaster() {
        TuningResult result = Tuning.of("product")
                .variants(List.of(16, 32, 64), block -> () -> multiply(a, b, block))
                .calls(20)
                .inputs("512x512", "double")
                .cache(TuningCache.in(Path.of("target/log/tuning.json")))
                .run();
        System.out.println(result.table());
        assertThat(result.variants()).extracting(VariantTimes::id).containsExactly("16", "32", "64");
    }

    @Test
    void comment_saysWhatTheAnswerIs() {
        TuningResult result = Tuning.of("product")
                .variants(List.of(16, 32, 64), block -> () -> multiply(a, b, block))
                .calls(20)
                .run();
        String answer = result.isDecided() ? result.fastest() : "any of " + result.tied() + " or " + result.fastest();
        assertThat(answer).contains(result.fastest());
    }

    @Test
    @SuppressWarnings("try") // The scope is there to be closed.
    void comment_findsTheTimesOfNumberedFunctions() {
        List<Integer> blocks = List.of(16, 32, 64);
        Runnable closure = () -> {
            for (int id = 0; id < blocks.size(); id++) {
                try (Scope ignored = Scope.open("jit_autotune_fn_" + id)) {
                    multiply(a, b, blocks.get(id));
                }
            }
        };
        Map<Long, TrimmedMean> seconds = Tuning.profileTimeByFunctionId(closure, "cpu", 10);
        assertThat(seconds).containsOnlyKeys(0L, 1L, 2L);
    }
}
