package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes down, in their order, the calls of handlers and of itself as a listener. */
final class Journal implements DeliveryListener {
    /** What a handler does besides being written down. */
    interface Deed {
        void perform() throws Throwable;
    }

    private final List<String> lines = new ArrayList<>();
    private final List<Throwable> causes = new ArrayList<>();

    /** Gives a trace with this id. */
    static Submission window(String id) {
        return () -> new TraceBuilder().traceId(id).build();
    }

    /** A handler that only gets written down. */
    TraceHandler handler(String name) {
        return handler(name, () -> {});
    }

    TraceHandler handler(String name, Deed deed) {
        return new TraceHandler() {
            @Override
            public void onTraceReady(Trace trace) throws Exception {
                note(name + " got " + trace.id());
                try {
                    deed.perform();
                } catch (Exception | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }

    synchronized void note(String line) {
        lines.add(line);
    }

    private synchronized void note(String line, Throwable cause) {
        lines.add(line);
        causes.add(cause);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** The calls of handlers alone. */
    List<String> calls() {
        return lines().stream().filter(line -> line.contains(" got ")).toList();
    }

    synchronized List<Throwable> causes() {
        return List.copyOf(causes);
    }

    @Override
    public void assembled(Trace trace) {
        note("assembled " + trace.id());
    }

    @Override
    public void assemblyFailed(Throwable cause) {
        note("assembly failed", cause);
    }

    @Override
    public void handlerFailed(TraceHandler handler, Trace trace, Throwable cause) {
        note(handler + " failed with " + trace.id(), cause);
    }

    @Override
    public void handlerTimedOut(TraceHandler handler, Trace trace, Duration timeout) {
        note(handler + " took more than " + timeout + " for " + trace.id());
    }
}
