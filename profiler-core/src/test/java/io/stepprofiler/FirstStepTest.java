package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Trace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstStepTest {
    @Test
    void trace_afterTheFirstStep_saysHowLongItTookToCome() {
        List<Trace> traces = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(1).build())
                .synchronousDelivery(true)
                .onTraceReady(traces::add)
                .start()) {
            profile.step();
            profile.step();
        }

        assertThat(traces).singleElement().satisfies(trace -> {
            assertThat(trace.metadata().get(Environment.FIRST_STEP).text()).matches("[0-9.]+ (ms|s)");
            assertThat(Instant.parse(
                            trace.metadata().get(Environment.PROCESS_START).text()))
                    .isBefore(Instant.now());
        });
    }
}
