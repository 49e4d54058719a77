package io.stepprofiler.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.readers.accounting.TrimmedMean;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.SpanReport;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Times of parts of a closure that scopes and sources name by number. */
class ProfiledFunctionsTest {
    private static final double MICRO = 1e-6;

    private final FakeTime time = new FakeTime();

    @AfterEach
    void giveTheClockBack() {
        time.close();
    }

    @SuppressWarnings("try") // The scope is there to be closed.
    private void function(int id, long nanos) {
        try (Scope ignored = Scope.open("jit_autotune_fn_" + id)) {
            time.pass(nanos);
        }
    }

    @Test
    void functions_haveTheirMeansWithoutExtremesOfEachCall() {
        long[] first = {40_000, 50_000, 90_000, 60_000};
        int[] call = {0};
        Map<Long, TrimmedMean> seconds = Tuning.profileTimeByFunctionId(
                () -> {
                    function(0, first[call[0]++]);
                    function(12, 20);
                    Scope.open("other").close();
                },
                "cpu",
                4);
        assertThat(seconds).containsOnlyKeys(0L, 12L);
        assertThat(seconds.get(0L).kept()).isEqualTo(2);
        assertThat(seconds.get(0L).mean()).isCloseTo(55 * MICRO, within(1e-12));
        assertThat(seconds.get(0L).deviation()).isCloseTo(5 * MICRO, within(1e-12));
        assertThat(seconds.get(12L).mean()).isCloseTo(0.02 * MICRO, within(1e-12));
    }

    /** A device that says when the window ends what it did from its beginning. */
    private static final class FakeDevice implements ActivitySource {
        @Override
        public ActivityRecording start(RecordingOptions options) {
            long start = Ticks.now();
            return new ActivityRecording() {
                @Override
                public void stop() {}

                @Override
                public void collect(ActivitySink sink) {
                    sink.span(new SpanReport()
                            .onStream(Device.cuda(0), 7)
                            .named("jit_autotune_fn_3", start, 30_000)
                            .kind(EventKind.KERNEL)
                            .correlation(1));
                }
            };
        }
    }

    @Test
    void functions_ofAPlatform_areThoseThatItsSourceReports() {
        Map<Long, TrimmedMean> seconds =
                Tuning.profileTimeByFunctionId(() -> function(0, 50_000), "gpu", 1, new FakeDevice());
        assertThat(seconds).containsOnlyKeys(3L);
        assertThat(seconds.get(3L).mean()).isCloseTo(30 * MICRO, within(1e-12));
    }

    @Test
    void closureWithoutFunctions_hasNone() {
        assertThat(Tuning.profileTimeByFunctionId(() -> time.pass(1), "cpu", 1)).isEmpty();
    }

    @Test
    void platformWithoutAPlane_isRefusedNamingThoseThatThereAre() {
        assertThatThrownBy(() -> Tuning.profileTimeByFunctionId(() -> function(0, 1), "gpu", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("device = gpu", "/host:CPU");
    }

    @Test
    void callsThatCannotBe_areRefusedBeforeAnythingIsCalled() {
        assertThatThrownBy(() -> Tuning.profileTimeByFunctionId(
                        () -> {
                            throw new AssertionError("called");
                        },
                        "cpu",
                        0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("calls = 0 is not allowed");
    }

    @Test
    void otherProfile_thatRuns_isToldAndGoesOn() {
        try (Profile other = Profile.builder().name("training").start()) {
            assertThatThrownBy(() -> Tuning.profileTimeByFunctionId(() -> function(0, 1), "cpu", 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("training");
            assertThat(other.isRunning()).isTrue();
        }
    }
}
