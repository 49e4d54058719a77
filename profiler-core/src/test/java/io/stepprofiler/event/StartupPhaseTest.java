package io.stepprofiler.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartupPhaseTest {
    private static StartupPhase phase(String name, String... libraries) {
        return new StartupPhase(name, 0, -5, 7, 100, 1, 2, 3, 4, -1, 6, List.of(libraries));
    }

    @Test
    void phases_asText_areReadBack() {
        List<StartupPhase> phases = List.of(phase("program"), phase("step 0", "libtorch.so", "libc10.so"));
        assertThat(StartupPhase.ofText(StartupPhase.toText(phases))).isEqualTo(phases);
    }

    @Test
    void name_withSeparators_doesNotBreakTheText() {
        List<StartupPhase> phases = List.of(phase("load, then; build\nall", "my lib,1.so"));
        assertThat(StartupPhase.ofText(StartupPhase.toText(phases))).isEqualTo(phases);
        assertThat(phases.get(0).name()).isEqualTo("load_ then_ build_all");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "anything",
                "phase,step,start_ns,end_ns,classes,loading_ns,initializing_ns,jit_ns,gc_ns,cpu_ns,profiler_ns,libraries; a,b",
                "phase,step,start_ns,end_ns,classes,loading_ns,initializing_ns,jit_ns,gc_ns,cpu_ns,profiler_ns,libraries;"
                        + " a,x,0,0,0,0,0,0,0,0,0,"
            })
    void text_thatIsNoneOfOurs_hasNoPhases(String text) {
        assertThat(StartupPhase.ofText(text)).isEmpty();
    }

    @Test
    void text_withMorePhasesThanThereMayBe_hasNone() {
        String text = StartupPhase.toText(Collections.nCopies(1001, phase("a")));
        assertThat(StartupPhase.ofText(text)).isEmpty();
    }
}
