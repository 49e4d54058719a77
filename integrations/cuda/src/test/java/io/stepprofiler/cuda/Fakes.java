package io.stepprofiler.cuda;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.nativeaccess.NativeStatus;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * CUDA and CUPTI as the build of native makes fakes of them, for the life of this process: a loop says what its calls
 * would do, and the fake records that, wanted or not, when it is asked for its records.
 */
final class Fakes {
    static final Path BUILT = Path.of(System.getProperty("cuda.fakes", "../../native/target/c-fakes"));

    private static Fakes loaded;

    private final Path script;
    private final List<String> lines = new ArrayList<>();
    private long correlation;

    private Fakes(Path script) {
        this.script = script;
    }

    /** Loads them; without a C compiler the build has none, and nothing to test. */
    static synchronized Fakes load() throws IOException {
        assumeThat(NativeStatus.current().available())
                .as(NativeStatus.current().reason())
                .isTrue();
        if (loaded != null) {
            return loaded;
        }
        Path folder = Files.createTempDirectory("step-profiler-cuda-fakes");
        Path driver = Files.copy(BUILT.resolve("fake_cuda.so"), folder.resolve("libcuda.so.1"));
        Path cupti = Files.copy(BUILT.resolve("fake_cupti.so"), folder.resolve("libcupti.so"));
        System.load(driver.toAbsolutePath().toString());
        System.setProperty(CudaLibrary.CUPTI_PROPERTY, cupti.toAbsolutePath().toString());
        loaded = new Fakes(cupti.resolveSibling("libcupti.so.script"));
        return loaded;
    }

    /** Says something to the fake, in the words of fake_cupti.c. */
    Fakes say(String line) {
        lines.add(line);
        return this;
    }

    /** Whether the fake has not done yet what was said. */
    boolean isWaiting() {
        return Files.exists(script);
    }

    /** A call on this thread, now, that makes a kernel of so many nanoseconds. */
    long launch(String kernel, long nanos) {
        return launch(kernel, System.nanoTime(), 5000, nanos);
    }

    /** A call on this thread, now, that makes a kernel whose times CUPTI does not take. */
    long launchWithoutTimes(String kernel) {
        long now = System.nanoTime();
        return launch(kernel, now, -now, 0);
    }

    private long launch(String kernel, long now, long delay, long nanos) {
        correlation++;
        say("force runtime 0 cbid=211 start=" + now + " end=" + (now + 1000) + " thread=" + CudaLibrary.threadNumber()
                + " correlation=" + correlation);
        say("force kernel 0 start=" + (now + delay) + " end=" + (now + delay + nanos) + " correlation=" + correlation
                + " device=0 context=1 stream=7 registers=32 gridX=64 gridY=1 gridZ=1 blockX=256 blockY=1 blockZ=1 name="
                + kernel);
        // The call takes that long on the thread, too, so that it lies inside the scope that is open.
        while (System.nanoTime() < now + 2000) {
            Thread.onSpinWait();
        }
        return correlation;
    }

    /** Has the fake do all that was said, when it is asked for its records the next time. */
    void ready() throws IOException {
        Path written = Files.write(script.resolveSibling("written"), lines);
        lines.clear();
        Files.move(written, script);
    }

    static String note(Trace trace, String key) {
        MetadataValue value = trace.metadata().get(key);
        return value == null ? "" : value.text();
    }
}
