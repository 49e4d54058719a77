package io.stepprofiler.cuda;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import io.stepprofiler.nativeaccess.cuda.CudaOpening;
import io.stepprofiler.nativeaccess.cuda.CudaProbe;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.util.Objects;

/**
 * Source of the work of GPUs that this process uses through CUDA, whichever library calls it: kernels, copies, sets and
 * graphs on the streams of their devices, the calls that caused them on their threads and, if requested, waits, memory,
 * ranges of NVTX and counters of the devices.
 *
 * <p>It reads the records of NVIDIA's CUPTI. CUPTI comes with the CUDA toolkit and with libtorch, and is searched only
 * if CUDA's driver is in the process: without CUDA nothing is loaded, and a window costs one check of the loaded
 * libraries. Reasons that prevent recording, such as a driver that is too old, a missing permission or another profiler
 * that uses CUPTI, are in {@link #status()} and in the trace's metadata, under keys that begin with {@code cuda}. A
 * CUDA that is loaded after the profile was started is found when the next window is prepared or started; on Java 24
 * and later without {@code --enable-native-access}, after some windows, since only some of them check.
 *
 * <p>A call of the runtime has the correlation id of the work that it caused, and is nested by time in the operation,
 * scope or module that was open on its thread: tables charge the work to all of these. Java threads are identified if
 * they step or run recorded operations of libtorch, or if their name is unique; any other thread has a separate track.
 * If calls are not recorded, operations of libtorch mark themselves as open for CUPTI, and the work is charged to them
 * and to their enclosing scopes ({@link CudaActivity#OPERATION}).
 *
 * <p>Times are CUPTI's. Work that ended before the window is left out; work that began before or ended after the window
 * keeps its times; both are counted. At the end of a window the profiler's thread waits up to two seconds for the
 * devices to finish its work.
 *
 * <p>One window is open at a time in a process. Records stay in native buffers until they are delivered: at the end of
 * a window or, if there is a journal or a history, about once a second. When all buffers are full, the source
 * {@linkplain ActivityRecording#hasStopped stops} the window with the step; records without room are counted.
 *
 * <p>Immutable; may be used by several profiles, one after another.
 */
public final class CudaSource implements ActivitySource {
    private final CudaOptions options;

    private CudaSource(CudaOptions options) {
        this.options = options;
    }

    /** {@return a source with {@link CudaOptions#DEFAULT}} */
    public static CudaSource create() {
        return of(CudaOptions.DEFAULT);
    }

    /**
     * {@return a source with some options}
     *
     * @param options the options
     */
    public static CudaSource of(CudaOptions options) {
        return new CudaSource(Objects.requireNonNull(options, "options"));
    }

    /**
     * {@return the status of recording in this process now} Takes up to a few milliseconds without CUDA; the first call
     * that finds CUDA loads CUPTI.
     */
    public static CudaStatus status() {
        return LoadedCuda.isThere() ? CudaStatus.of(CudaLibrary.probe()) : CudaStatus.ABSENT;
    }

    @Override
    public Activity activity() {
        return Activity.CUDA;
    }

    @Override
    public boolean collectsWhileOpen() {
        return true;
    }

    @Override
    public void prepare() {
        if (LoadedCuda.isThere()) {
            CudaLibrary.probe();
        }
    }

    @Override
    public ActivityRecording start(RecordingOptions details) {
        if (!LoadedCuda.isThere()) {
            return new NoCudaRecording(CudaStatus.ABSENT.activity());
        }
        CudaProbe probe = CudaLibrary.probe();
        if (!probe.isUsable()) {
            return new NoCudaRecording(probe.reason());
        }
        boolean profilesMemory = details.profileMemory() && options.activities().contains(CudaActivity.MEMORY);
        SteppingThreads stepping = new SteppingThreads(CudaLibrary::threadNumber);
        KernelLog kernels = new KernelLog(options.metricsPerKernel());
        long began = System.nanoTime();
        CudaOpening opening = CudaLibrary.open(new io.stepprofiler.nativeaccess.cuda.CuptiOptions(
                CudaActivity.recorded(options, profilesMemory),
                options.bufferBytes(),
                options.buffers(),
                CudaActivity.marksOperations(options),
                options.queuedTimes()));
        ActivityRecording recording = opening.window()
                .<ActivityRecording>map(
                        window -> new CudaRecording(window, probe, options, profilesMemory, began, stepping, kernels))
                .orElseGet(() -> new NoCudaRecording(opening.reason()));
        return options.metrics().isEmpty()
                ? recording
                : MetricRecording.start(recording, options.metrics(), options.metricsPerKernel(), kernels);
    }
}
