package io.stepprofiler.mxnet;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.AsyncWork;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Member of a numbered series of the process, such as passes through the data; see {@link Domain#newFrame(String)}. Its
 * number, from 1, counts all passes of the name, recorded or not; {@link FrameRate} gives the passes per second.
 * Recorded while the profiler runs and does not pause. Never throws; safe on any thread.
 */
public final class Frame extends TimedWork {
    private record Series(String domain, String name) {}

    private static final ConcurrentHashMap<Series, AtomicLong> BEGUN = new ConcurrentHashMap<>();

    Frame(AsyncWork frame, String domain) {
        this(frame, domain, BEGUN.computeIfAbsent(new Series(domain, frame.name()), series -> new AtomicLong()));
    }

    private Frame(AsyncWork frame, String domain, AtomicLong begun) {
        super(
                ProfileCategory.name(EventKind.FRAME, domain, false),
                frame.name(),
                () -> frame.begin(begun.incrementAndGet()),
                AsyncWork::end,
                true);
    }
}
