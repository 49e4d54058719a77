package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A process that has no libtorch at first. */
class NoTorchTest {
    @Test
    void windows_haveOperationsFromWhenLibtorchWasLoaded() {
        Recorded.assumeNativeLibrary();
        TorchStatus before = TorchSource.status();
        assertThat(before.isAvailable()).isFalse();
        assertThat(before.operations()).isEqualTo("no libtorch is loaded in this process");
        assertThat(before.version()).isEmpty();
        List<Trace> traces = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(2).build())
                .source(TorchSource.create())
                .onTraceReady(traces::add)
                .start()) {
            profile.step();
            Scope.open("scope").close();
            profile.step();
            try (TinyMlp mlp = new TinyMlp()) {
                mlp.step();
                profile.step();
                mlp.step();
                profile.step();
            }
            assertThat(profile.failures()).isEmpty();
        }
        assertThat(Recorded.names(traces.get(0))).containsExactly("scope");
        assertThat(Recorded.note(traces.get(0), "torch"))
                .isEqualTo("not recorded: no libtorch is loaded in this process");
        assertThat(Recorded.names(traces.get(1))).contains("aten::addmm");
    }
}
