package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
    private static final Environment LIMITED = new Environment(
            "OpenJDK 64-Bit Server VM 17.0.12+7 (Acme)",
            "17.0.12",
            "Linux 6.1 amd64",
            "G1",
            1 << 28,
            1L << 32,
            4,
            new Environment.Limits(16, OptionalLong.of(1L << 36), OptionalDouble.of(1.5), OptionalLong.of(1L << 33)),
            List.of("-Xmx4g", "-XX:+UseG1GC"),
            Map.of("UseNUMA", "false", "G1HeapRegionSize", "1048576"),
            Map.of("DJL", "0.36.0"));

    private static Trace with(MetadataValue value) {
        return new TraceBuilder().metadata(Environment.KEY, value).build();
    }

    @Test
    void metadata_ofAnEnvironment_isReadAsTheSame() {
        assertThat(Environment.of(with(LIMITED.toMetadata()))).contains(LIMITED);
    }

    @Test
    void metadata_ofAnEnvironmentOfWhichLittleIsKnown_isReadAsTheSame() {
        Environment unknown = new Environment(
                "",
                "",
                "",
                "",
                0,
                0,
                1,
                new Environment.Limits(0, OptionalLong.empty(), OptionalDouble.empty(), OptionalLong.empty()),
                List.of(),
                Map.of(),
                Map.of());
        assertThat(Environment.of(with(unknown.toMetadata()))).contains(unknown);
    }

    @Test
    void text_thatIsAnythingElse_isAnEmptyEnvironment() {
        Environment odd = Environment.of(with(
                        new MetadataValue("=; x; heap.max=-3; processors=many; container.processors=NaN;;", false)))
                .orElseThrow();
        assertThat(odd.maxHeapBytes()).isZero();
        assertThat(odd.processors()).isZero();
        assertThat(odd.limits().containerProcessors()).isEmpty();
        assertThat(odd.flags()).isEmpty();
    }

    @Test
    void trace_ofOthers_hasNone() {
        assertThat(Environment.of(new TraceBuilder().build())).isEmpty();
    }
}
