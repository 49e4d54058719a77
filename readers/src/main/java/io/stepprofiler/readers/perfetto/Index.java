package io.stepprofiler.readers.perfetto;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.readers.intake.Charges;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file says of all of it, which may stand behind the events that it is about: tracks, clocks, and in one of ours
 * the summary.
 */
final class Index {
    private static final int TRACK_BYTES = 300;
    private static final int SNAPSHOT_BYTES = 300;

    final Map<Long, TrackDescriptor> tracks = new LinkedHashMap<>();
    final Clocks clocks = new Clocks();

    private final Charges charges;
    private @Nullable OwnSummary summary;
    private boolean hasEvents;

    Index(Charges charges) {
        this.charges = charges;
    }

    /** The summary, if the file is one of ours. */
    @Nullable
    OwnSummary summary() {
        return summary;
    }

    void take(WireReader packet) throws IOException {
        for (int field = packet.field(); field != 0; field = packet.field()) {
            switch (field) {
                case Fields.PACKET_TRACK_DESCRIPTOR -> track(TrackDescriptor.read(packet.message()));
                case Fields.PACKET_CLOCK_SNAPSHOT -> {
                    if (clocks.add(Clocks.snapshot(packet.message()))) {
                        charges.memory(SNAPSHOT_BYTES);
                    }
                }
                case Fields.PACKET_TRACK_EVENT -> {
                    hasEvents = true;
                    event(packet.message());
                }
                default -> packet.skip();
            }
        }
    }

    /** Says which tracks have others below them; to be called once, when all packets were taken. */
    void complete() {
        for (TrackDescriptor track : tracks.values()) {
            TrackDescriptor parent = tracks.get(track.parent);
            if (parent != null) {
                parent.isParent = true;
            }
        }
    }

    private void track(TrackDescriptor read) throws IOException {
        TrackDescriptor known = tracks.get(read.uuid);
        charges.text(read.name);
        charges.text(read.processName);
        if (known != null) {
            known.add(read);
        } else {
            charges.memory(TRACK_BYTES);
            read.isEarly = !hasEvents;
            tracks.put(read.uuid, read);
        }
    }

    /** Only the summary of a file of ours is looked for: an instant whose annotations have plain names. */
    private void event(WireReader event) throws IOException {
        boolean isInstant = false;
        OwnSummary.Builder found = new OwnSummary.Builder();
        for (int field = event.field(); field != 0; field = event.field()) {
            if (field == Fields.EVENT_TYPE) {
                isInstant = event.number() == Fields.TYPE_INSTANT;
                if (!isInstant) {
                    return;
                }
            } else if (field == Fields.EVENT_ANNOTATION && isInstant && summary == null) {
                Annotation annotation = Annotation.read(event.message(), new SequenceState(charges));
                found.take(annotation.name(), annotation.value());
            } else {
                event.skip();
            }
        }
        OwnSummary read = summary == null ? found.summary() : null;
        if (read != null) {
            for (JsonNode value : read.metadata()) {
                charges.text(value.asText());
            }
            summary = read;
        }
    }
}
