package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A process that has no libtorch when its only window begins. */
class LateTorchTest {
    private final List<Trace> traces = new CopyOnWriteArrayList<>();

    private Trace snapshot(Profile profile) {
        int before = traces.size();
        profile.snapshot("because");
        await().until(() -> traces.size() > before);
        return traces.get(before);
    }

    @Test
    void windowThatIsOpen_hasOperationsFromWhenLibtorchIsFoundOn() {
        Recorded.assumeNativeLibrary();
        assertThat(TorchSource.status().copies()).isZero();
        Profile profile = Profile.builder()
                .source(TorchSource.create())
                .profileMemory(true)
                .history(History.ofSteps(10))
                .onTraceReady(traces::add)
                .start();
        try (profile) {
            profile.step();
            assertThat(Recorded.note(snapshot(profile), "torch"))
                    .isEqualTo("not recorded: no libtorch is loaded in this process");
            try (TinyMlp mlp = new TinyMlp()) {
                // What was seen is asked for, and libtorch found.
                assertThat(Recorded.names(snapshot(profile))).doesNotContain("aten::addmm");
                mlp.step();
                profile.step();
            }
            Trace trace = snapshot(profile);
            assertThat(Recorded.names(trace)).contains("aten::addmm");
            assertThat(trace.memory().size()).isZero();
            assertThat(trace.account().droppedTotal()).isZero();
            assertThat(Recorded.note(trace, "torch"))
                    .startsWith("libtorch ")
                    .endsWith("it was loaded while the window was open");
            assertThat(Recorded.note(trace, "torch.memory")).startsWith("not recorded: libtorch was loaded");
        }
        assertThat(profile.failures()).isEmpty();
    }
}
