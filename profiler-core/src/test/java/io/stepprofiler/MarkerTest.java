package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings("try") // A scope variable is there to be closed.
class MarkerTest {
    private static final Marker EPOCH = Marker.of("epoch", "training");

    @Test
    void mark_inAWindow_isAnInstantOfItsDomain() {
        Trace trace = Recorded.trace(() -> {
            try (Scope ignored = Scope.open("around")) {
                EPOCH.mark();
            }
        });
        TraceEvent marker = Recorded.event(trace, "epoch");
        TraceEvent around = Recorded.event(trace, "around");
        assertThat(marker.isInstant()).isTrue();
        assertThat(marker.durationNanos()).isZero();
        assertThat(marker.domain()).isEqualTo("training");
        assertThat(marker.kind()).isEqualTo(EventKind.MARKER);
        assertThat(marker.startNanos()).isBetween(around.startNanos(), around.endNanos());
        assertThat(trace.account().begun()).isEqualTo(2);
        assertThat(trace.account().written()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void mark_ofAScope_hasIt(MarkerScope scope) {
        Trace trace = Recorded.trace(() -> EPOCH.mark(scope));
        Track track = trace.tracks().get(0);
        assertThat(trace.markerScope(track.nameId(0))).isEqualTo(scope);
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without a null checker may pass.
    void mark_oddNamesAndScopes_neverThrows() {
        Trace trace = Recorded.trace(() -> {
            Marker.of(null).mark();
            Marker.of("").mark(null);
            Marker.of("x".repeat(5000), null).mark();
        });
        assertThat(Recorded.names(trace)).hasSize(3).startsWith("(unnamed)", "(unnamed)");
        assertThat(trace.events()).allMatch(event -> event.domain().isEmpty());
    }

    @Test
    void mark_manyTimes_isCountedAndTakesNoTimeFromTheScopeAround() {
        Trace trace = Recorded.trace(() -> {
            try (Scope ignored = Scope.open("around")) {
                IntStream.range(0, 20_000).forEach(i -> EPOCH.mark());
            }
        });
        KeyAverages averages = KeyAverages.of(trace);
        KeyAverage markers = averages.rows().stream()
                .filter(row -> row.name().equals("epoch"))
                .findFirst()
                .orElseThrow();
        assertThat(markers.count()).isEqualTo(20_000);
        assertThat(markers.totalNanos()).isZero();
        assertThat(averages.selfNanosTotal())
                .isEqualTo(Recorded.event(trace, "around").durationNanos());
    }
}
