package io.stepprofiler.readers.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.readers.accounting.NestedAccounting.Repeats;
import io.stepprofiler.readers.spaces.SpaceBuilder;
import io.stepprofiler.readers.spaces.SpaceBuilder.Line;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfilePlane;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class NestedAccountingTest {
    private static final long MICRO = 1_000_000;

    @Test
    void seconds_withRegex_areTheMergedNestedEvents() throws IOException {
        NestedAccounting fusions =
                NestedAccounting.builder().nestedRegex("fusion").build();

        assertThat(seconds(
                        fusions,
                        line -> line.event("jit_a", 10 * MICRO, 20 * MICRO)
                                .event("fusion.1", 10 * MICRO, 4 * MICRO)
                                .event("fusion.2", 12 * MICRO, 4 * MICRO)
                                .event("fusion.3", 16 * MICRO, MICRO)
                                .event("copy", 20 * MICRO, 5 * MICRO)
                                .event("fusion.ends at the end", 29 * MICRO, MICRO)
                                .event("fusion.goes on behind it", 29 * MICRO, 2 * MICRO)
                                .event("fusion.began before", 9 * MICRO, 2 * MICRO)))
                .containsExactly(entry("jit_a(None-None)", 8e-6));
    }

    @Test
    void key_hasModuleProgramAndScope() throws IOException {
        assertThat(seconds(
                        NestedAccounting.defaults(),
                        line -> line.event("x", 0, MICRO, "hlo_module", "jit_m", "program_id", 7, "run_id", 8)
                                .event("jit_n", 1, MICRO, "run_id", 8, "scope_range_id", 9)))
                .containsOnlyKeys("jit_m(7-None)", "jit_n(8-9)");
    }

    @Test
    void key_ofValuesThatAreZero_hasNoneAsInEjkernel() throws IOException {
        assertThat(seconds(
                        NestedAccounting.defaults(),
                        line -> line.event("jit_x", 0, MICRO, "program_id", 0, "run_id", 8, "scope_range_id", 0)))
                .containsOnlyKeys("jit_x(None-None)");
    }

    @Test
    void key_thatComesTwice_isSummedUpIfAsked() throws IOException {
        NestedAccounting sums = NestedAccounting.builder().repeats(Repeats.SUM).build();

        assertThat(seconds(sums, line -> line.event("jit_a", 10, 2 * MICRO).event("jit_a", 5, 3 * MICRO)))
                .containsExactly(entry("jit_a(None-None)", 5e-6));
    }

    @Test
    void shortEvents_areLeftOutAndCounted() throws IOException {
        NestedTimes times = NestedAccounting.defaults()
                .account(plane(line -> line.event("jit_short", 0, MICRO - 1).event("jit_long", 0, MICRO)));

        assertThat(times.seconds()).containsOnlyKeys("jit_long(None-None)");
        assertThat(times.tooShort()).isEqualTo(1);
        assertThat(times.kept()).isEqualTo(1);
        assertThat(times.notRead()).isZero();
    }

    @Test
    void minDuration_isCutToWholePicos() throws IOException {
        NestedAccounting fine =
                NestedAccounting.builder().minDurationNanos(0.0029).build();

        assertThat(seconds(fine, line -> line.event("jit_1", 0, 1).event("jit_2", 0, 2)))
                .containsOnlyKeys("jit_2(None-None)");
    }

    @Test
    void maxEvents_countsThoseThatAreKept() throws IOException {
        NestedTimes times = NestedAccounting.builder()
                .maxEvents(2)
                .build()
                .account(plane(line -> line.event("short", 0, 1)
                        .event("jit_a", 0, MICRO)
                        .event("short", 0, 1)
                        .event("jit_b", 0, MICRO)
                        .event("jit_c", 0, MICRO)
                        .event("jit_d", 0, MICRO)));

        assertThat(times.seconds()).containsOnlyKeys("jit_a(None-None)", "jit_b(None-None)");
        assertThat(times.tooShort()).isEqualTo(2);
        assertThat(times.notRead()).isEqualTo(2);
    }

    @Test
    void planes_byPartOfTheirName_ignoreCase() throws IOException {
        ProfileData profile = devices();

        assertThat(NestedAccounting.planes(profile, "gPu"))
                .extracting(ProfilePlane::name)
                .containsExactly("/device:GPU:0", "/device:GPU:1");
        assertThat(NestedAccounting.planes(profile, "")).hasSize(3);
    }

    @Test
    void planes_thatAreAbsent_nameThoseThatThereAre() throws IOException {
        ProfileData profile = devices();

        assertThatThrownBy(() -> NestedAccounting.planes(profile, "tpu"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("device = tpu is not allowed: no plane is called so; there are [/host:CPU, /device:GPU:0,"
                        + " /device:GPU:1]");
    }

    @Test
    void planeIndex_outOfRange_isRefused() throws IOException {
        ProfileData profile = devices();

        for (int index : new int[] {-1, 3}) {
            assertThatThrownBy(() -> NestedAccounting.defaults().account(profile, index))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("plane = " + index)
                    .hasMessageContaining("below 3");
        }
    }

    @Test
    void options_thatMakeNoSense_areRefusedByName() {
        assertThatThrownBy(() -> NestedAccounting.builder().nestedRegex("(")).hasMessageContaining("nestedRegex = (");
        assertThatThrownBy(() -> NestedAccounting.builder().maxEvents(0)).hasMessageContaining("maxEvents = 0");
        for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> NestedAccounting.builder().minDurationNanos(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("minDurationNanos = " + wrong);
        }
    }

    private static ProfileData devices() throws IOException {
        return ProfileData.from(SpaceBuilder.of("""
                /host:CPU
                /device:GPU:0
                /device:GPU:1
                """).bytes());
    }

    private static Map<String, Double> seconds(NestedAccounting accounting, Consumer<Line> events) throws IOException {
        return accounting.account(plane(events)).seconds();
    }

    private static ProfilePlane plane(Consumer<Line> events) throws IOException {
        return ProfileData.from(new SpaceBuilder()
                        .plane("p", plane -> plane.line(1, "l", 0, events))
                        .bytes())
                .planes()
                .get(0);
    }
}
