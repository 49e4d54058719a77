package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.EnumCounts;
import io.stepprofiler.recording.EventName;
import io.stepprofiler.recording.NameTable;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModuleScopeTest {
    @ParameterizedTest
    @CsvSource({
        "encoder.layer.0, layer",
        "encoder.layer, layer",
        "encoder, encoder",
        "layers.10.20, layers",
        "12, 12",
        "., .",
        "a..7., a"
    })
    void open_pathAlone_hasTheTypeThatThePathEndsWith(String path, String type) {
        Trace trace = Recorded.trace(() -> ModuleScope.open(path).close());
        int name = trace.tracks().get(0).nameId(0);
        assertThat(trace.name(name)).isEqualTo(path);
        assertThat(trace.kind(name)).isEqualTo(EventKind.MODULE);
        assertThat(trace.moduleType(name)).isEqualTo(type);
    }

    @Test
    void names_ofOneTextAndSeveralKindsAndTypes_areDistinct() {
        Trace trace = Recorded.trace(() -> {
            Scope.open("same").close();
            ModuleScope.open("same", "Linear").close();
            ModuleScope.open("same", "Other").close();
            Scope.open(Label.of("same")).close();
            ModuleScope.open("same", "Linear").close();
        });
        Track track = trace.tracks().get(0);
        assertThat(trace.nameCount()).isEqualTo(3);
        assertThat(track.nameId(0)).isEqualTo(track.nameId(3));
        assertThat(track.nameId(1)).isEqualTo(track.nameId(4)).isNotEqualTo(track.nameId(2));
        assertThat(trace.moduleType(track.nameId(2))).isEqualTo("Other");
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void open_nullEmptyOrLongTexts_isDealtWith() {
        Trace trace = Recorded.trace(() -> {
            ModuleScope.open(null).close();
            ModuleScope.open("").close();
            ModuleScope.open(null, null).close();
            ModuleScope.open("x".repeat(5000), "y".repeat(5000)).close();
        });
        Track track = trace.tracks().get(0);
        assertThat(trace.account().written()).isEqualTo(4);
        assertThat(Recorded.names(trace).subList(0, 3)).containsOnly("(unnamed)");
        assertThat(track.eventName(3)).hasSize(Label.MAX_LENGTH + 1);
        assertThat(trace.moduleType(track.nameId(3))).hasSize(Label.MAX_LENGTH + 1);
    }

    @Test
    void open_aroundOperations_containsThem() {
        Trace trace = Recorded.trace(() -> {
            Scope module = ModuleScope.open("layer", "Linear");
            Scope.open("inside").close();
            module.close();
        });
        assertThat(Recorded.event(trace, "layer").endNanos())
                .isGreaterThanOrEqualTo(Recorded.event(trace, "inside").endNanos());
    }

    @Test
    void open_moreThanTheEventLimit_isDroppedAndCounted() {
        Trace trace = Recorded.trace(builder -> builder.limits(limits -> limits.withMaxEvents(10)), () -> {
            for (int i = 0; i < 30; i++) {
                ModuleScope.open("layer", "Linear").close();
            }
        });
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.EVENT_LIMIT, 20L));
    }

    /** The path of labels beyond those that get a number, without using the numbers of the process up. */
    @Test
    void refOf_namesOfOtherKinds_keepTheirKindUntilThereAreTooMany() {
        EnumCounts<Anomaly> anomalies = new EnumCounts<>(Anomaly.class);
        NameTable names = new NameTable(anomalies, new Budget(0, 1 << 20), 100);
        List<Integer> refs = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            refs.add(names.refOf(new EventName("layer " + i % 50, EventKind.MODULE, i < 50 ? "Linear" : "Other")));
        }
        assertThat(refs).doesNotHaveDuplicates();
        assertThat(names.name(refs.get(70))).isEqualTo(new EventName("layer 20", EventKind.MODULE, "Other"));
        assertThat(names.refOf(new EventName("layer 20", EventKind.MODULE, "Other")))
                .isEqualTo(refs.get(70));
        int beyond = names.refOf(new EventName("one more", EventKind.MODULE, ""));
        assertThat(names.text(beyond)).isEqualTo("(too many names)");
        assertThat(anomalies.get(Anomaly.TOO_MANY_NAMES)).isEqualTo(1);
    }
}
