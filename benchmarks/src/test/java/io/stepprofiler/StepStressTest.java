package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** The stress of steps can run: it starts a profile for each of its trials. */
class StepStressTest {
    @Test
    void trial_ofTwoProfilesByOneThread_countsEachCall() {
        new StepStress();
        StepStress trial = new StepStress();
        trial.one();
        trial.other();
        JJ_Result result = new JJ_Result();
        trial.count(result);
        assertThat(result.r1).isEqualTo(2);
        assertThat(result.r2).isZero();
    }
}
