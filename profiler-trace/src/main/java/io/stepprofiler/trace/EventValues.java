package io.stepprofiler.trace;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Values of an event. */
record EventValues(
        String name,
        EventKind kind,
        String domain,
        long trackId,
        long startNanos,
        long durationNanos,
        boolean unfinished,
        boolean async,
        Map<String, Object> arguments,
        Optional<OpSignature> signature,
        Links links,
        List<StackTraceElement> stack)
        implements TraceEvent {
    /** Numbers that connect an event with others. */
    record Links(long sequenceNumber, long forwardThread, long correlation) {}

    @Override
    public long sequenceNumber() {
        return links.sequenceNumber;
    }

    @Override
    public long forwardThread() {
        return links.forwardThread;
    }

    @Override
    public long correlation() {
        return links.correlation;
    }
}
