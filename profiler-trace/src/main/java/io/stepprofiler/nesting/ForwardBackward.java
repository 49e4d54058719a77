package io.stepprofiler.nesting;

import io.stepprofiler.amount.Search;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Links of backward operations to their forward operations: a backward operation names the thread and the sequence
 * number of its forward operation. If several match, the last one that began before the backward operation counts,
 * which is the innermost, as in PyTorch's traces.
 */
public final class ForwardBackward {
    private ForwardBackward() {}

    /**
     * A backward operation and its forward operation.
     *
     * @param backward the backward operation
     * @param forward the forward operation
     */
    public record Link(EventRef backward, EventRef forward) {}

    private record Key(long trackId, long sequence) {}

    /**
     * {@return the links of a trace, in the order of the backward operations}
     *
     * @param trace the trace
     */
    public static List<Link> links(Trace trace) {
        List<EventRef> backward = new ArrayList<>();
        Map<Key, List<EventRef>> forward = new HashMap<>();
        for (int t = 0; t < trace.tracks().size(); t++) {
            Track track = trace.tracks().get(t);
            if (!track.hasSequenceNumbers()) {
                continue;
            }
            for (int i = 0; i < track.size(); i++) {
                long sequence = track.sequenceNumber(i);
                if (sequence >= 0 && track.forwardThread(i) >= 0) {
                    backward.add(new EventRef(t, i));
                } else if (sequence >= 0) {
                    forward.computeIfAbsent(new Key(track.id(), sequence), key -> new ArrayList<>(1))
                            .add(new EventRef(t, i));
                }
            }
        }
        List<Link> links = new ArrayList<>();
        for (EventRef event : backward) {
            Track track = trace.tracks().get(event.track());
            Key key = new Key(track.forwardThread(event.event()), track.sequenceNumber(event.event()));
            EventRef source =
                    last(forward.getOrDefault(key, List.of()), track.startNanos(event.event()), trace.tracks());
            if (source != null) {
                links.add(new Link(event, source));
            }
        }
        return links;
    }

    /** The last of some events, which are in the order of their starts, that began by a time. */
    private static @Nullable EventRef last(List<EventRef> events, long nanos, List<Track> tracks) {
        int count = Search.upTo(nanos, events.size(), i -> {
            EventRef event = events.get(i);
            return tracks.get(event.track()).startNanos(event.event());
        });
        return count == 0 ? null : events.get(count - 1);
    }
}
