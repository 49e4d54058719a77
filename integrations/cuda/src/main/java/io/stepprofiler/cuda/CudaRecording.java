package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.CudaLibrary;
import io.stepprofiler.nativeaccess.cuda.CudaProbe;
import io.stepprofiler.nativeaccess.cuda.CudaWindow;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;

/** Recording of a window by CUPTI, read in parts. */
final class CudaRecording implements ActivityRecording {
    private static final Cleaner CLEANER = Cleaner.create();

    /** The window is filling up once this fraction of the buffers is unread: the rest leaves time to read. */
    private static final int MUCH = 4;

    /** Time that the end of a window waits for the devices to finish its work. */
    private static final long FINISH_MILLIS = 2000;

    /** The recorder of operations may have started this much earlier. */
    private static final long OTHER_SOURCES_NANOS = 1_000_000_000;

    private final CudaWindow window;
    private final long budgetBytes;
    private final long unreadBefore = CudaLibrary.unreadBytes();
    private final WindowTime time;
    private final SteppingThreads stepping;
    private final WindowCounts counts;
    private final CudaRecordReader reader;
    private final Cleaner.Cleanable memory;
    private CudaProbe probe;

    CudaRecording(
            CudaWindow window,
            CudaProbe probe,
            CudaOptions options,
            boolean profilesMemory,
            long began,
            SteppingThreads stepping,
            KernelLog kernels) {
        this.window = window;
        this.probe = probe;
        this.stepping = stepping;
        budgetBytes = (long) options.bufferBytes() * options.buffers();
        counts = new WindowCounts();
        time = new WindowTime(began, counts);
        reader = new CudaRecordReader(
                options,
                window.clockErrorNanos() == 0,
                profilesMemory,
                new NativeNames(CudaWindow::names),
                new ProcessThreads(
                        stepping::javaThread, number -> CudaLibrary.toldThread(number, began - OTHER_SOURCES_NANOS)),
                time,
                counts,
                kernels);
        // A discarded window is never collected.
        memory = CLEANER.register(this, window::release);
    }

    @Override
    public void stepBegan(long step) {
        stepping.add(Thread.currentThread());
    }

    @Override
    public boolean hasStopped() {
        return window.isFull();
    }

    @Override
    public void stop() {
        window.close();
        time.end(System.nanoTime());
    }

    @Override
    public boolean isFillingUp() {
        return window.isFull() || CudaLibrary.unreadBytes() > budgetBytes / MUCH;
    }

    @Override
    public double filledPart() {
        return (double) (CudaLibrary.unreadBytes() - unreadBefore) / budgetBytes;
    }

    @Override
    public void collectSoFar(ActivitySink sink) {
        window.flush();
        read(sink);
        reader.endPiece(sink);
        report(sink);
    }

    @Override
    public void collect(ActivitySink sink) {
        try {
            window.finish(FINISH_MILLIS);
            read(sink);
            reader.end(sink);
            report(sink);
        } finally {
            memory.clean();
        }
    }

    private void read(ActivitySink sink) {
        if (probe.devices().isEmpty()) {
            probe = CudaLibrary.probe();
        }
        reader.know(probe.devices());
        for (ByteBuffer words = window.next(); words != null; words = window.next()) {
            reader.read(words, sink);
        }
    }

    private void report(ActivitySink sink) {
        counts.counted(window.counts());
        sink.lost(counts.takeLost());
        CudaNotes.addTo(sink, probe, window, counts);
    }
}
