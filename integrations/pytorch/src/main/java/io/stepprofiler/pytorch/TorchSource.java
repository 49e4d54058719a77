package io.stepprofiler.pytorch;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.nativeaccess.torch.TorchLibrary;
import io.stepprofiler.nativeaccess.torch.TorchWindow;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.util.Optional;

/**
 * A source of the operations of PyTorch and the memory of its tensors, on all threads, forward and backward, without a
 * change to the program: it works with any libtorch in the process, such as DJL's or JavaCPP's.
 *
 * <p>It records name and overload, thread, time, and the sequence number that links backward to forward operations; if
 * the profile records shapes, also the shapes, element types and addresses of input tensors and the values of input
 * numbers; if it profiles memory, also every allocation and free.
 *
 * <p>It is native code that registers callbacks with libtorch while a window is open, and tests on the first libtorch
 * that it finds that everything is at its expected place. Abilities that fail the test are left out; the reason is in
 * {@link #status()} and in the trace's metadata, under keys that begin with {@code torch}. If there is no libtorch, or
 * no native code for the platform, the source only adds these notes. A libtorch that is loaded after the profile was
 * started is found when the next window is prepared or started. A window that delivers while it is open finds it within
 * about a second, and records its operations from then on, without memory. If there are several copies, the first is
 * used.
 *
 * <p>Operations of threads that are not Java's, such as threads of the autograd engine for GPUs, are on tracks of their
 * own. Operations of virtual threads are on the track of their carrier thread.
 *
 * <p>Memory events are recorded at all times on the thread that starts and stops the window, on other threads while an
 * operation runs. Frees on other threads outside of operations, such as of a tensor that the garbage collector's thread
 * closes, are not recorded, nor are frees of memory whose allocation was not recorded. The source uses the place of
 * PyTorch's own profiler on a thread: the two exclude each other there, and the later one records no memory.
 *
 * <p>One window is open at a time in a process. Recording an operation takes tens of nanoseconds beyond what libtorch
 * takes to call back, and no lock; records are kept in native memory, up to {@link #withBudgetBytes a budget}, until
 * they are delivered: at the end of a window or, if there is a journal or a history, about once a second.
 *
 * <p>Immutable; may be used by several profiles, one after the other.
 */
public final class TorchSource implements ActivitySource {
    /** Bytes of native memory of {@link #create()}: {@value}. */
    static final long DEFAULT_BUDGET_BYTES = 256L << 20;

    private static final long MIN_BUDGET_BYTES = 1L << 20;

    private final boolean operations;
    private final long budgetBytes;
    private final int everyNthStep;
    private final boolean looksLater;

    /** As {@link #create()}; for the service loader. */
    public TorchSource() {
        this(true, DEFAULT_BUDGET_BYTES, 1, true);
    }

    private TorchSource(boolean operations, long budgetBytes, int everyNthStep, boolean looksLater) {
        this.operations = operations;
        this.budgetBytes = budgetBytes;
        this.everyNthStep = everyNthStep;
        this.looksLater = looksLater;
    }

    /** {@return a source of operations and, if the profile records them, of shapes and memory} */
    public static TorchSource create() {
        return new TorchSource();
    }

    /** {@return a source of memory only, and of nothing if the profile does not profile memory} */
    public static TorchSource memoryOnly() {
        return new TorchSource(false, DEFAULT_BUDGET_BYTES, 1, false);
    }

    /**
     * {@return this source with another limit for records that are not in a trace yet; events beyond it are counted as
     * lost} An operation takes about 150 bytes. With a journal, records are delivered while the window is open, as soon
     * as they take more than a quarter of the limit.
     *
     * @param bytes bytes of native memory, a mebibyte or more; the default is {@value #DEFAULT_BUDGET_BYTES}
     * @throws IllegalArgumentException if it is less than a mebibyte
     */
    public TorchSource withBudgetBytes(long bytes) {
        if (bytes < MIN_BUDGET_BYTES) {
            throw new IllegalArgumentException(
                    "budgetBytes = " + bytes + " is not allowed: must be at least " + MIN_BUDGET_BYTES);
        }
        return new TorchSource(operations, bytes, everyNthStep, looksLater);
    }

    /**
     * {@return this source recording one step in n} The first step of each window is recorded, and every n-th after it;
     * in the others libtorch does not even call back, which is most of the cost of recording operations of short steps.
     *
     * <p>Memory events of the thread that steps are recorded in all steps, because a missed free would look like a
     * leak, but in steps without operations the use of the memory is not known. Memory events of other threads are
     * recorded in sampled steps only. Key averages sum up the recorded steps: a total covers these, not the window. The
     * metadata lists them under {@code torch.steps}, and the account counts the others as {@link
     * io.stepprofiler.event.Anomaly#STEP_NOT_SAMPLED}. If the program marks no steps, everything is recorded.
     *
     * @param n 1 or more; the default is 1, all steps
     * @throws IllegalArgumentException if it is less than 1
     */
    public TorchSource everyNthStep(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("everyNthStep = " + n + " is not allowed: must be at least 1");
        }
        return new TorchSource(operations, budgetBytes, n, looksLater);
    }

    /**
     * {@return this source looking for libtorch when a window is prepared or started, and not while it is open} For those
     * who record operations by other means in windows that begin without libtorch: they would be recorded twice.
     */
    public TorchSource onlyFromTheStart() {
        return new TorchSource(operations, budgetBytes, everyNthStep, false);
    }

    /**
     * {@return what can be recorded in this process now, whichever source records it} The first call that finds a
     * libtorch tests it, which takes milliseconds.
     */
    public static TorchStatus status() {
        return TorchStatus.of(TorchLibrary.probe());
    }

    @Override
    public Activity activity() {
        return Activity.CPU;
    }

    @Override
    public boolean collectsWhileOpen() {
        return true;
    }

    @Override
    public void prepare() {
        TorchLibrary.probe();
    }

    @Override
    public ActivityRecording start(RecordingOptions options) {
        ActivityRecording recording = open(options, false);
        return looksLater && recording instanceof NoTorchRecording nothing && nothing.mayBeLater()
                ? new AwaitingRecording(nothing, () -> open(options, true))
                : recording;
    }

    /** A recording that begins now; {@code late} if its window has begun before. */
    private ActivityRecording open(RecordingOptions options, boolean late) {
        TorchStatus status = status();
        TorchNotes notes = new TorchNotes(status, operations, options, late);
        // Libtorch's callbacks are most of the cost of recording, even if the calls are ignored.
        Optional<TorchWindow> window = status.isAvailable() && notes.isAnythingWanted()
                ? TorchLibrary.open(operations, options.recordShapes(), notes.recordsMemory(), budgetBytes)
                : Optional.empty();
        return window.<ActivityRecording>map(open -> new TorchRecording(open, notes, budgetBytes, everyNthStep))
                .orElseGet(() -> new NoTorchRecording(notes));
    }
}
