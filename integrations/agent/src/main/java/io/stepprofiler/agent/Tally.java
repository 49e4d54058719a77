package io.stepprofiler.agent;

import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.Device;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Counts what was delivered, for the line at the end. Safe on any thread. */
final class Tally implements TraceHandler {
    private final AtomicLong windows = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final AtomicLong stepless = new AtomicLong();
    private final AtomicLong memoryless = new AtomicLong();
    private volatile String layer = "";
    private volatile ReportHandler.@Nullable Page report;

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
     * The handler without the windows in which no step ended, of which viewers make nonsense; and with the files
     * counted that it has written, one for each window that it has something to write of.
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
            public void onStart(CaptureOptions options) {
                writer.onStart(options);
            }

            @Override
            public void onClose() throws Exception {
                writer.onClose();
            }
        };
    }

    /** The same for what writes one file of all windows. */
    TraceHandler countingOnce(TraceHandler writer) {
        AtomicBoolean isWritten = new AtomicBoolean();
        return counting(writer, trace -> isWritten.compareAndSet(false, true));
    }

    /** The same for reports, of which one page has several windows. */
    TraceHandler reporting(ReportHandler writer) {
        return counting(
                writer, trace -> writer.written().filter(this::isNewFile).isPresent());
    }

    private boolean isNewFile(ReportHandler.Page page) {
        ReportHandler.Page before = report;
        report = page;
        return before == null || !before.file().equals(page.file());
    }

    /** Where the last report is and what it says; empty if none was written. */
    Optional<String> report() {
        return Optional.ofNullable(report).map(ReportHandler.Page::toString);
    }

    /** Whether the memory timeline has something to say of a window: of the device that it chooses. */
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

    /** Whether nothing was delivered. */
    boolean isEmpty() {
        return windows.get() == 0 && stepless.get() == 0;
    }

    /** By which layer a framework was recorded in the last window, to be added to a line; empty if none was. */
    String layer() {
        return layer;
    }

    /** What was not written and why, to be added to a line; empty if all was. */
    String notWritten() {
        String text = stepless.get() == 0
                ? ""
                : "; " + counted(stepless, "window") + " without a whole step " + (stepless.get() == 1 ? "was" : "were")
                        + " not written";
        return memoryless.get() == 0 ? text : text + "; no memory was reported in " + counted(memoryless, "window");
    }

    private static String counted(AtomicLong count, String what) {
        return count + " " + what + (count.get() == 1 ? "" : "s");
    }

    @Override
    public String toString() {
        return counted(windows, "window") + " of " + events + " events, " + dropped + " dropped, in "
                + counted(files, "file");
    }
}
