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
        long sequenceNumber,
        long forwardThread,
        long correlation,
        List<StackTraceElement> stack)
        implements TraceEvent {}
