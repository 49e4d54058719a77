package io.stepprofiler.trace;

import java.util.Optional;

/**
 * Time that the profiler itself took while a window was open. It is part of the {@linkplain Trace#metadata metadata}
 * of traces that are recorded. What it took on other threads slows the training down only where these compete for
 * processors; what a scope costs is not in it.
 *
 * @param stepNanos time between the steps of the window: that of {@code step()} but for its first and last call
 * @param drainerNanos time in which a background thread took what was recorded out of the buffers
 * @param sourceNanos time in which background threads asked activity sources for what they had seen
 * @param deliveryNanos time in which earlier windows were put together and given to handlers, such as to be exported
 */
public record OwnCost(long stepNanos, long drainerNanos, long sourceNanos, long deliveryNanos) {
    /** Where it is in the metadata. */
    public static final String KEY = "profiler cost ns";

    /**
     * {@return the cost that a trace tells; empty if it tells none}
     *
     * @param trace the trace
     */
    public static Optional<OwnCost> of(Trace trace) {
        return Optional.ofNullable(trace.metadata().get(KEY)).map(value -> {
            TextPairs pairs = TextPairs.of(value.text());
            return new OwnCost(
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
