package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.export.ExportMeter;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExportersTest {
    private record Stub(Set<String> suffixes) implements TraceExporter {
        Stub(String... suffixes) {
            this(Set.of(suffixes));
        }

        @Override
        public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) {}
    }

    private static final Stub JSON = new Stub(".json", ".json.gz");
    private static final Stub TORCH = new Stub(".pt.trace.json", ".pt.trace.json.gz");
    private static final Stub PROTOBUF = new Stub(".pb");
    private static final Stub GZIP = new Stub(".gz");
    private static final List<TraceExporter> ALL = List.of(GZIP, JSON, TORCH, PROTOBUF);

    @Test
    void choose_oneEndingMatches_isItsExporter() {
        assertThat(Exporters.choose("trace.pb", ALL, TraceExporter::suffixes)).isSameAs(PROTOBUF);
        assertThat(Exporters.choose("trace.json", ALL, TraceExporter::suffixes)).isSameAs(JSON);
    }

    @Test
    void choose_severalEndingsMatch_takesTheLongestInAnyOrder() {
        assertThat(Exporters.choose("worker.pt.trace.json.gz", ALL, TraceExporter::suffixes))
                .isSameAs(TORCH);
        assertThat(Exporters.choose(
                        "worker.pt.trace.json.gz", List.of(TORCH, PROTOBUF, JSON, GZIP), TraceExporter::suffixes))
                .isSameAs(TORCH);
        assertThat(Exporters.choose("worker.json.gz", ALL, TraceExporter::suffixes))
                .isSameAs(JSON);
        assertThat(Exporters.choose("worker.txt.gz", ALL, TraceExporter::suffixes))
                .isSameAs(GZIP);
    }

    @Test
    void choose_nameIsTheEndingAlone_matches() {
        assertThat(Exporters.choose(".pb", ALL, TraceExporter::suffixes)).isSameAs(PROTOBUF);
    }

    @Test
    void choose_unknownEnding_namesTheFileAndTheKnownOnesInOrder() {
        assertThatThrownBy(() -> Exporters.choose("trace.xml", List.of(PROTOBUF, JSON, GZIP), TraceExporter::suffixes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("file = trace.xml is not allowed: no exporter knows its ending; known endings:"
                        + " [.gz, .json, .json.gz, .pb]");
    }

    @Test
    void choose_endingWithinTheName_doesNotMatch() {
        assertThatThrownBy(() -> Exporters.choose("trace.pb.txt", ALL, TraceExporter::suffixes))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Exporters.choose("tracepb", ALL, TraceExporter::suffixes))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Exporters.choose("", ALL, TraceExporter::suffixes))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void choose_emptyEnding_matchesNothing() {
        assertThatThrownBy(() -> Exporters.choose("trace", List.of(new Stub("")), TraceExporter::suffixes))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
