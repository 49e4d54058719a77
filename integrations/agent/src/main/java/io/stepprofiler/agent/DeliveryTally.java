package io.stepprofiler.agent;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Counts of delivered windows, events and files, for the line at the end. Safe on any thread. */
final class DeliveryTally implements TraceHandler {
    private final AtomicLong windows = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final AtomicLong stepless = new AtomicLong();
    private final AtomicLong memoryless = new AtomicLong();
    private volatile String layer = "";
    private volatile @Nullable ReportHandler reports;
    private volatile @Nullable Path lastPage;

    @Override
    public void onTraceReady(Trace trace) {
        if (trace.steps().isEmpty()) {
            stepless.incrementAndGet();
            return;
        }
        LossAccount account = trace.account();
        windows.incrementAndGet();
        events.addAndGet(account.written() + account.unfinishedTotal());
        dropped.addAndGet(account.droppedTotal());
        MetadataValue told = trace.metadata().get(WovenSource.KEY);
        layer = told == null ? layer : "; " + WovenSource.KEY + ": " + told.text();
    }

    /**
     * Wraps a handler: skips windows without a finished step, which viewers misread, and counts one file for each
     * window that {@code writes} accepts.
     */
    TraceHandler counting(TraceHandler writer, Predicate<Trace> writes) {
        return new TraceHandler() {
            @Override
            public void onTraceReady(Trace trace) throws Exception {
                if (!trace.steps().isEmpty()) {
                    writer.onTraceReady(trace);
                    if (writes.test(trace)) {
                        files.incrementAndGet();
                    }
                }
            }

            @Override
            public void onStart(RecordingOptions options) {
                writer.onStart(options);
            }

            @Override
            public Optional<Path> directory() {
                return writer.directory();
            }

            @Override
            public void onClose() throws Exception {
                writer.onClose();
            }
        };
    }

    /** Wraps a handler that writes one file for all windows. */
    TraceHandler countingOnce(TraceHandler writer) {
        AtomicBoolean isWritten = new AtomicBoolean();
        return counting(writer, trace -> isWritten.compareAndSet(false, true));
    }

    /** Wraps the handler of reports, whose pages contain several windows. */
    TraceHandler reporting(ReportHandler writer) {
        reports = writer;
        return counting(
                writer, trace -> writer.written().filter(this::isNewFile).isPresent());
    }

    private boolean isNewFile(ReportHandler.Page page) {
        Path before = lastPage;
        lastPage = page.file();
        return !page.file().equals(before);
    }

    /** Returns path and verdict of the last report as of now; empty if none was written. */
    Optional<String> report() {
        return Optional.ofNullable(reports).flatMap(ReportHandler::written).map(ReportHandler.Page::toString);
    }

    /** Returns whether a window has memory events for the memory timeline; counts the windows without. */
    boolean hasMemory(Trace trace) {
        MemoryEvents memory = trace.memory();
        for (int i = 0; i < memory.size(); i++) {
            if (memory.device(i).equals(Device.CPU) || memory.device(i).equals(Device.cuda(0))) {
                return true;
            }
        }
        memoryless.incrementAndGet();
        return false;
    }

    /** {@return whether no window was delivered} */
    boolean isEmpty() {
        return windows.get() == 0 && stepless.get() == 0;
    }

    /** Returns a suffix that names the layer that recorded a framework in the last window; may be empty. */
    String layer() {
        return layer;
    }

    /** Returns a suffix with the windows that were not written, and why; empty if all were. */
    String notWritten() {
        String text = stepless.get() == 0
                ? ""
                : "; " + Amount.count(stepless.get(), "window") + " without a whole step "
                        + (stepless.get() == 1 ? "was" : "were") + " not written";
        return memoryless.get() == 0
                ? text
                : text + "; no memory was reported in " + Amount.count(memoryless.get(), "window");
    }

    @Override
    public String toString() {
        return Amount.count(windows.get(), "window") + " of " + Amount.count(events.get(), "event") + ", " + dropped
                + " dropped, in " + Amount.count(files.get(), "file");
    }
}
