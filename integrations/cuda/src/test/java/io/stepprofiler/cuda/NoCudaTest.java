package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a process of its own, which has no CUDA. */
class NoCudaTest {
    @Test
    void window_withoutCuda_saysSoAndLoadsNothing() throws IOException {
        List<Trace> traces = new ArrayList<>();
        Profile.builder()
                .source(CudaSource.create())
                .onTraceReady(traces::add)
                .start()
                .close();

        assertThat(CudaSource.status()).isEqualTo(CudaStatus.ABSENT);
        assertThat(Fakes.note(traces.get(0), "cuda"))
                .isEqualTo("not recorded: no CUDA driver is loaded in this process");
        assertThat(traces.get(0).events()).isEmpty();
        if (Files.exists(Path.of("/proc/self/maps"))) {
            assertThat(Files.readString(Path.of("/proc/self/maps"))).doesNotContain("libcupti", "libcuda.");
        }
    }

    @Test
    void driver_amongTheMappedFiles_isFound(@TempDir Path folder) throws IOException {
        Path maps = folder.resolve("maps");
        Files.writeString(maps, "7f00-7f01 r-xp 0 08:01 1 /usr/lib/libcudart.so.12\n");
        assertThat(LoadedCuda.isIn(maps)).isFalse();
        Files.writeString(maps, "7f00-7f01 r-xp 0 08:01 1 /usr/lib/x86_64-linux-gnu/libcuda.so.550.54\n");
        assertThat(LoadedCuda.isIn(maps)).isTrue();
        assertThat(LoadedCuda.isIn(folder.resolve("none"))).isFalse();
    }

    @Test
    void look_withoutNativeCode_isRarerTheMoreThereWere() {
        assertThat(IntStream.rangeClosed(1, 40).filter(LoadedCuda::isDue)).containsExactly(1, 2, 4, 8, 16, 32);
    }
}
