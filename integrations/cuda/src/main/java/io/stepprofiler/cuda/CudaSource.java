package io.stepprofiler.cuda;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import io.stepprofiler.nativeaccess.cuda.CudaOpening;
import io.stepprofiler.nativeaccess.cuda.CudaProbe;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.util.Objects;

/**
 * A source of the work of GPUs that this process uses through CUDA, whichever library calls it: kernels, copies, sets
 * and graphs on the streams of their devices, the calls that caused them on the threads that made them and, where asked
 * for, waits, memory, ranges of NVTX and counters of the devices.
 *
 * <p>It reads what NVIDIA's CUPTI records. CUPTI comes with the CUDA toolkit and with libtorch, and is looked for only
 * if CUDA's driver is in the process: without CUDA nothing is loaded, and a window costs a look at the list of
 * libraries. What keeps it from recording, such as a driver that is too old, missing permission or another profiler that
 * uses CUPTI, is in {@link #status()} and in the trace's metadata, under keys that begin with {@code cuda}. A CUDA that
 * is loaded after the profile was started is found when the next window is prepared or started; on Java 24 and later
 * without {@code --enable-native-access}, after one of the next, since only some of them look.
 *
 * <p>A call of the runtime has the correlation number of the work that it caused, and lies by its time inside the
 * operation, scope or module that was open on its thread: tables charge the work to all of these. The threads are
 * those that step or run operations of libtorch that are recorded, which are known, and others whose name is theirs
 * alone; a thread that cannot be found this way has a track of its own. Where calls are not recorded, operations of
 * libtorch tell CUPTI that they are open, and the work is charged to them and to what is around them ({@link
 * CudaActivity#OPERATION}).
 *
 * <p>Times are those that CUPTI gives to the work. Work that was over when the window began is left out; what began
 * before, or ended after the window, keeps its times; both are counted. At the end of a window the profiler's thread
 * waits up to two seconds for the devices to finish what was begun in it.
 *
 * <p>One window is open at a time in a process. What is recorded lives in native buffers until it is delivered: at the
 * end of a window or, if there is a journal or a history, about once a second. When all buffers are full, the source
 * {@linkplain ActivityRecording#hasStopped stops} the window with the step; records without room are counted.
 *
 * <p>Immutable; may be used by several profiles, one after the other.
 */
public final class CudaSource implements ActivitySource {
    private final CudaOptions options;

    private CudaSource(CudaOptions options) {
        this.options = options;
    }

    /** {@return a source of what {@link CudaOptions#DEFAULT} names} */
    public static CudaSource create() {
        return of(CudaOptions.DEFAULT);
    }

    /**
     * {@return a source with some options}
     *
     * @param options what is recorded, and how much
     */
    public static CudaSource of(CudaOptions options) {
        return new CudaSource(Objects.requireNonNull(options, "options"));
    }

    /**
     * {@return what can be recorded in this process now} Without CUDA it takes up to a few milliseconds; the first call
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
    public ActivityRecording start(CaptureOptions details) {
        if (!LoadedCuda.isThere()) {
            return new NoRecording(CudaStatus.ABSENT.activity());
        }
        CudaProbe probe = CudaLibrary.probe();
        if (!probe.isUsable()) {
            return new NoRecording(probe.reason());
        }
        boolean profilesMemory = details.profileMemory() && options.activities().contains(CudaActivity.MEMORY);
        SteppingThreads stepping = new SteppingThreads(CudaLibrary::threadNumber);
        KernelLog kernels = new KernelLog(options.metricsPerKernel());
        long began = System.nanoTime();
        CudaOpening opening = CudaLibrary.open(new io.stepprofiler.nativeaccess.cuda.CudaOptions(
                CudaActivity.recorded(options, profilesMemory),
                options.bufferBytes(),
                options.buffers(),
                CudaActivity.marksOperations(options),
                options.queuedTimes()));
        ActivityRecording recording = opening.window()
                .<ActivityRecording>map(
                        window -> new CudaRecording(window, probe, options, profilesMemory, began, stepping, kernels))
                .orElseGet(() -> new NoRecording(opening.reason()));
        return options.metrics().isEmpty()
                ? recording
                : MetricRecording.start(recording, options.metrics(), options.metricsPerKernel(), kernels);
    }
}
