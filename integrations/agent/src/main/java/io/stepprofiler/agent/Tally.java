package io.stepprofiler.agent;

import io.stepprofiler.djl.woven.WovenSource;
import io.stepprofiler.trace.CaptureOptions;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what was delivered, for the line at the end. Safe on any thread. */
final class Tally implements TraceHandler {
    private final AtomicLong windows = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private volatile String layer = "";

    @Override
    public void onTraceReady(Trace trace) {
        LossAccount account = trace.account();
        windows.incrementAndGet();
        events.addAndGet(account.written() + account.unfinishedTotal());
        dropped.addAndGet(account.droppedTotal());
        MetadataValue told = trace.metadata().get(WovenSource.KEY);
        layer = told == null ? layer : "; " + WovenSource.KEY + ": " + told.text();
    }

    /** The handler, with the files counted that it has written: one a window. */
    TraceHandler counting(TraceHandler writer) {
        return new TraceHandler() {
            @Override
            public void onTraceReady(Trace trace) throws Exception {
                writer.onTraceReady(trace);
                files.incrementAndGet();
            }

            @Override
            public void onStart(CaptureOptions options) {
                writer.onStart(options);
            }
        };
    }

    /** By which layer a framework was recorded in the last window, to be added to a line; empty if none was. */
    String layer() {
        return layer;
    }

    long windows() {
        return windows.get();
    }

    @Override
    public String toString() {
        return windows + (windows.get() == 1 ? " window" : " windows") + " of " + events + " events, " + dropped
                + " dropped, in " + files + (files.get() == 1 ? " file" : " files");
    }
}
