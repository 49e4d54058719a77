package io.stepprofiler.nativeaccess.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepprofiler.nativeaccess.NativeStatus;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** In a process without CUDA. */
class CudaLibraryTest {
    private static final CuptiOptions OPTIONS = new CuptiOptions(Set.of(CudaKind.KERNELS), 65536, 4, true, false);

    @Test
    void probe_processWithoutCuda_saysSo() {
        assumeTrue(NativeStatus.current().available());
        CudaProbe probe = CudaLibrary.probe();
        assertThat(probe.isUsable()).isFalse();
        assertThat(probe.reason()).contains("no CUDA driver");
        assertThat(probe.devices()).isEmpty();
        assertThat(probe.devicesReason()).isNotEmpty();
        assertThat(probe.cuptiVersion()).isZero();
    }

    @Test
    void open_processWithoutCuda_answersWhyNot() {
        CudaLibrary.probe();
        CudaOpening opening = CudaLibrary.open(OPTIONS);
        assertThat(opening.window()).isEmpty();
        assertThat(opening.reason()).isNotEmpty();
        assertThat(CudaLibrary.heldBytes()).isZero();
    }

    @Test
    void options_numberOutOfRange_isRefusedByName() {
        assertThatThrownBy(() -> new CuptiOptions(Set.of(), 100, 4, false, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bufferBytes");
        assertThatThrownBy(() -> new CuptiOptions(Set.of(), 65536, 0, false, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("buffers");
    }
}
