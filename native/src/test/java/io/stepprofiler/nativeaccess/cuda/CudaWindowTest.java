package io.stepprofiler.nativeaccess.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.nativeaccess.NativeStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the fakes of CUDA and CUPTI that the build makes, in a process of their own. */
class CudaWindowTest {
    /** Where build.sh puts them; there are none where there is no compiler, and so no native library. */
    private static final Path FAKES = Path.of("target", "c-fakes");

    @Test
    void window_withFakeOfCupti_isReadAsItWasTold(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(NativeStatus.current().available());
        Files.copy(FAKES.resolve("fake_cuda.so"), folder.resolve("libcuda.so.1"));
        Files.copy(FAKES.resolve("fake_cupti.so"), folder.resolve("libcupti.so"));
        List<String> lines = run(folder);
        assertThat(lines.get(0)).isEqualTo("probe true  12.6 12060 true");
        assertThat(lines.get(1))
                .startsWith("device CudaDevice[index=0, name=Fake 0, uuid=00102030")
                .contains("memoryBytes=42949672960, computeMajor=8, computeMinor=0, multiprocessors=108, warpSize=32, "
                        + "block=Block[threads=1024, registers=65536, sharedBytes=49152, sharedBytesOptin=166912, "
                        + "reservedSharedBytes=1024], multiprocessor=Multiprocessor[threads=2048, blocks=32, "
                        + "registers=65536, sharedBytes=167936]");
        assertThat(lines.get(2)).isEqualTo("second another window of CUDA's activity is open");
        String thread = lines.get(5).substring("thread ".length());
        assertThat(lines.get(3)).matches("record 5 cudaLaunchKernel_v7000 ours true \\d+ " + thread);
        assertThat(lines.get(4)).matches("record 1 (add\\(float\\*\\)|_Z3addPf) ours true \\d+ 0");
        assertThat(lines.get(6)).isEqualTo("finish true");
        assertThat(lines.get(7))
                .isEqualTo("counts CudaCounts[records=2, lateBuffers=0, dropped=3, refusedBuffers=0, "
                        + "wrongSize=0, unknownKind=0, brokenBytes=0, lostNames=0, keptBuffers=0] "
                        + "missing {} notes  full false clock 0");
        assertThat(lines.get(8)).isEqualTo("held 0");
    }

    private static List<String> run(Path folder) throws IOException, InterruptedException {
        OwnProcess ended = OwnProcess.run(List.of("-Xshare:auto", "-Xcheck:jni"), CudaProgram.class, folder.toString());
        assertThat(ended.exit()).as(ended.output()).isZero();
        return ended.output()
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("WARNING"))
                .toList();
    }
}
