package io.stepprofiler.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelDetailsTest {
    private static final Map<String, Object> ARGUMENTS = Map.of(
            "registers per thread",
            64L,
            "static shared memory",
            16L,
            "shared memory",
            40L,
            "est. achieved occupancy %",
            12.5,
            "grid",
            "[16,2,1]",
            "block",
            "[128,1,1]");
    private static final String TEXT =
            "stream:7 regs:64 static_shared:16 occ_pct:12.5 dynamic_shared:24 grid:16,2,1 block:128,1,1";

    @Test
    void text_ofALaunch_hasSharedMemoryThatIsNotStaticApart() {
        assertThat(KernelDetails.text(7, ARGUMENTS)).isEqualTo(TEXT);
    }

    @Test
    void arguments_ofAText_areThoseThatItWasMadeOf() {
        assertThat(KernelDetails.arguments(TEXT)).isEqualTo(ARGUMENTS);
    }

    @Test
    void arguments_ofUnknownKeys_keepThem() {
        assertThat(KernelDetails.arguments(" kind_src:pageable\nsize:4096 dynamic_shared:much "))
                .containsOnly(entry("kind_src", "pageable"), entry("bytes", 4096L), entry("dynamic_shared", "much"));
    }

    @Test
    void arguments_ofAnotherText_areNone() {
        assertThat(KernelDetails.arguments("")).isEmpty();
        assertThat(KernelDetails.arguments("regs:32 and more")).isEmpty();
    }
}
