package io.stepprofiler.trace;

import java.util.Optional;

/**
 * Time that the profiler itself took while a window was open. It is part of the {@linkplain Trace#metadata metadata} of
 * recorded traces. Time on other threads slows the training down only if they compete for processors; the cost of
 * scopes is not included.
 *
 * @param stepNanos time between the steps of the window: of {@code step()} except its first and last call
 * @param drainerNanos time in which a background thread emptied the buffers
 * @param sourceNanos time in which background threads collected events of activity sources
 * @param deliveryNanos time in which earlier windows were assembled and passed to handlers, such as for export
 */
public record ProfilerOverhead(long stepNanos, long drainerNanos, long sourceNanos, long deliveryNanos) {
    /** Key of the cost in the metadata. */
    public static final String KEY = "profiler cost ns";

    /**
     * {@return the cost in a trace's metadata; empty if it has none}
     *
     * @param trace the trace
     */
    public static Optional<ProfilerOverhead> of(Trace trace) {
        return Optional.ofNullable(trace.metadata().get(KEY)).map(value -> {
            TextPairs pairs = TextPairs.of(value.text());
            return new ProfilerOverhead(
                    pairs.number("step").orElse(0),
                    pairs.number("drainer").orElse(0),
                    pairs.number("sources").orElse(0),
                    pairs.number("delivery").orElse(0));
        });
    }

    /** {@return the cost as a value of the metadata, from which {@link #of} reads it} */
    public MetadataValue toMetadata() {
        TextPairs pairs = new TextPairs();
        pairs.add("step", stepNanos);
        pairs.add("drainer", drainerNanos);
        pairs.add("sources", sourceNanos);
        pairs.add("delivery", deliveryNanos);
        return pairs.toMetadata();
    }
}
