package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import org.junit.jupiter.api.Test;

class SoFarTest {
    @Test
    void soFar_ofAWindow_hasAllThatWasRecordedAndTheTraceToo() {
        Profile profile = Profile.builder().start();
        try (profile) {
            Scope epoch = Scope.open("epoch");
            for (int i = 0; i < 1000; i++) {
                Scope.open("step").close();
                if (i % 100 == 99) {
                    Trace soFar = profile.soFar().orElseThrow();
                    assertThat(soFar.account().begun()).isEqualTo(i + 2L);
                    assertThat(soFar.events().get(0).unfinished()).isTrue();
                }
            }
            epoch.close();
        }
        Trace trace = profile.lastTrace().orElseThrow();
        assertThat(trace.account().begun()).isEqualTo(1001);
        assertThat(trace.account().written()).isEqualTo(1001);
        assertThat(trace.events()).noneMatch(TraceEvent::unfinished);
        assertThat(profile.windowCount()).isEqualTo(1);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void soFar_whileNoWindowIsOpen_isEmpty() {
        Profile stopped = Profile.builder().start();
        stopped.close();
        assertThat(stopped.soFar()).isEmpty();
        assertThat(stopped.failures()).isEmpty();
    }

    @Test
    void soFar_withSources_hasWhatTheyHaveSeen() {
        try (Profile profile = Profile.builder().source(JvmCounters.create()).start()) {
            assertThat(profile.soFar().orElseThrow().counters())
                    .extracting(CounterTrack::name)
                    .contains("jvm heap MiB");
        }
    }
}
