package io.stepprofiler.spark;

import com.codahale.metrics.Counter;
import io.stepprofiler.recording.FailureLog;
import org.jspecify.annotations.Nullable;

/** Failures of the plugin: each is counted, for a metric of Spark, and the first is logged. For any thread. */
final class PluginFailures implements FailureLog {
    private static final System.Logger LOG = System.getLogger(StepProfilerPlugin.class.getName());

    final Counter count = new Counter();

    /** Work that may fail. */
    interface Work {
        void run() throws Exception;
    }

    /** Does work of ledgers; a failure of it is counted. */
    void guard(Work work) {
        guard(Part.LEDGER, "Step ledgers of executors may lack steps", work);
    }

    /** Does work; a failure of it is counted, and the message says what is missing. */
    void guard(Part part, String message, Work work) {
        try {
            work.run();
        } catch (Throwable e) {
            add(part, message + ": " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void add(Part part, String message, @Nullable Throwable cause) {
        try {
            count.inc();
            if (count.getCount() == 1) {
                LOG.log(System.Logger.Level.WARNING, message + " (further failures are only counted)", cause);
            }
        } catch (Throwable e) {
            // The logger failed, or there was no memory for the message.
        }
    }
}
