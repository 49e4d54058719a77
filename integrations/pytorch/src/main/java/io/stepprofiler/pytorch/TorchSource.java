package io.stepprofiler.pytorch;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.nativeaccess.torch.TorchLibrary;
import io.stepprofiler.nativeaccess.torch.TorchWindow;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import java.util.Optional;

/**
 * A source of the operations of PyTorch and the memory of its tensors, on all threads, forward and backward, with no
 * change to the program: it works with any libtorch in the process, be it DJL's or JavaCPP's.
 *
 * <p>What it records of operations is their name and overload, thread, time, and the sequence number that links
 * backward to forward operations; if the profile records shapes, also the shapes, element types and addresses of
 * tensors and the values of numbers that they are called with; if it profiles memory, also every allocation and what
 * frees it.
 *
 * <p>It is native code that registers callbacks with libtorch while a window is open, and tests on the first libtorch
 * that it sees that everything is where it expects it. What fails the test is left out, and the reason is in {@link
 * #status()} and in the trace's metadata, under keys that begin with {@code torch}. Without libtorch, or on a platform
 * that the native code is not for, the source does nothing else. A libtorch that is loaded after the profile was
 * started is found when the next window is prepared or started. In a window that delivers while it is open it is found
 * within about a second, and its operations are recorded from then on, without memory. Of several copies the first is
 * used.
 *
 * <p>Operations of threads that are not Java's, such as those of the autograd engine for GPUs, are on tracks of their
 * own. So are those of virtual threads: they are on the track of the thread that carries them.
 *
 * <p>Memory is seen on the thread that starts and stops the window all the time, on other threads while an operation
 * runs. What other threads free outside of operations, such as a tensor that the garbage collector's thread closes, is
 * not seen, nor is the end of what was allocated unseen. The place that it takes on a thread is that of PyTorch's own
 * profiler: the two exclude each other on a thread, and the later one goes without.
 *
 * <p>One window is open at a time in a process. Recording an operation takes tens of nanoseconds beyond what libtorch
 * takes to call back, and no lock; what is recorded lives in native memory, up to {@link #withBudgetBytes a budget},
 * until it is delivered: at the end of a window or, if there is a journal or a history, about once a second.
 *
 * <p>Immutable; may be used by several profiles, one after the other.
 */
public final class TorchSource implements ActivitySource {
    /** Bytes of native memory of {@link #create()}: {@value}. */
    public static final long DEFAULT_BUDGET_BYTES = 256L << 20;

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

    /** {@return a source of operations and, where the profile asks for it, of shapes and memory} */
    public static TorchSource create() {
        return new TorchSource();
    }

    /** {@return a source of memory only, and of nothing if the profile does not profile memory} */
    public static TorchSource memoryOnly() {
        return new TorchSource(false, DEFAULT_BUDGET_BYTES, 1, false);
    }

    /**
     * {@return this source with another limit for what has been recorded and is not in a trace yet; what it has no room
     * for is counted as lost} An operation takes about 150 bytes. With a journal, what takes more than a quarter of it
     * is delivered while the window is open.
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
     * {@return this source recording one step in so many} Of each window the first step is recorded, and every n-th
     * after it; in the others libtorch does not even call back, which is most of what recording operations of short
     * steps costs.
     *
     * <p>Memory is seen in all steps on the thread that steps, so that what lives on is not taken for lost, but in
     * steps without operations there is nothing to tell what it was for. Memory of other threads is seen in recorded
     * steps alone. Key averages sum up the recorded steps: a total is that of so many of them, not of the window. Which
     * they were is in the metadata under {@code torch.steps}, and the account counts the others as
     * {@link io.stepprofiler.event.Anomaly#STEP_NOT_SAMPLED}. Without steps everything is recorded.
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
    public ActivityRecording start(CaptureOptions options) {
        ActivityRecording recording = open(options, false);
        return looksLater && recording instanceof NoRecording nothing && nothing.mayBeLater()
                ? new AwaitingRecording(nothing, () -> open(options, true))
                : recording;
    }

    /** A recording that begins now; {@code late} if its window has begun before. */
    private ActivityRecording open(CaptureOptions options, boolean late) {
        TorchStatus status = status();
        TorchNotes notes = new TorchNotes(status, operations, options, late);
        // libtorch calling back is most of what recording costs, also where nothing is made of the calls.
        Optional<TorchWindow> window = status.isAvailable() && notes.isAnythingWanted()
                ? TorchLibrary.open(operations, options.recordShapes(), notes.recordsMemory(), budgetBytes)
                : Optional.empty();
        return window.<ActivityRecording>map(open -> new TorchRecording(open, notes, budgetBytes, everyNthStep))
                .orElseGet(() -> new NoRecording(notes));
    }
}
