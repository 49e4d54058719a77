package io.stepprofiler.readers.perfetto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.RecordedDetails;
import org.jspecify.annotations.Nullable;

/**
 * What a file of ours says of its whole trace: the annotations of one instant.
 *
 * @param traceId id of the trace
 * @param distributed which worker it is of; missing if it is of none
 * @param account the account of losses
 * @param metadata texts by their keys
 * @param recorded what was recorded, in words; null in files of earlier releases
 */
record OwnSummary(
        String traceId,
        JsonNode distributed,
        JsonNode account,
        JsonNode metadata,
        @Nullable String recorded) {
    /** Takes the annotations one by one. */
    static final class Builder {
        private @Nullable String traceId;
        private @Nullable String recorded;
        private JsonNode distributed = MissingNode.getInstance();
        private JsonNode account = MissingNode.getInstance();
        private JsonNode metadata = MissingNode.getInstance();

        void take(String name, JsonNode value) {
            switch (name) {
                case "trace_id" -> traceId = value.asText();
                case "distributed" -> distributed = value;
                case "account" -> account = value;
                case "metadata" -> metadata = value;
                case RecordedDetails.KEY -> recorded = value.asText();
                default -> {
                    // Nothing that our files have.
                }
            }
        }

        /** The summary; null if the event was not one of ours. */
        @Nullable
        OwnSummary summary() {
            return traceId != null && account.has("begun") && account.has("written")
                    ? new OwnSummary(traceId, distributed, account, metadata, recorded)
                    : null;
        }
    }

    /** By how much the times of the file are later than those of the trace. */
    long movedByNanos() {
        long moved = account.path("timesMovedByNanos").asLong();
        return Math.abs(moved) > Clocks.MOST ? 0 : moved;
    }

    void describe(TraceBuilder trace, String host) {
        trace.traceId(traceId);
        if (recorded != null) {
            trace.options(RecordedDetails.of(recorded));
        }
        int rank = distributed.path("rank").asInt(-1);
        // A file has none where it is not known.
        int size = distributed.path("world_size").asInt(0);
        if (rank >= 0 && (size == 0 || rank < size)) {
            trace.distributed(
                    new DistributedInfo(rank, size, distributed.path("backend").asText(), host));
        }
        metadata.properties()
                .forEach(entry -> trace.metadata(
                        entry.getKey(), new MetadataValue(entry.getValue().asText(), false)));
    }
}
