package io.stepprofiler.journal.blocks;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.wire.EnumNumbers;

/** Numbers of enumerations in the schema. */
final class SchemaNumbers {
    static final EnumNumbers<Anomaly> ANOMALIES = new EnumNumbers<>(Anomaly.values());
    static final EnumNumbers<DropCause> DROP_CAUSES = new EnumNumbers<>(DropCause.values());
    static final EnumNumbers<Device.Type> DEVICES = new EnumNumbers<>(Device.Type.values());
    static final EnumNumbers<EventKind> EVENT_KINDS = new EnumNumbers<>(EventKind.values());
    static final EnumNumbers<MarkerScope> MARKER_SCOPES = new EnumNumbers<>(MarkerScope.values());
    static final EnumNumbers<MemoryAction> MEMORY_ACTIONS = new EnumNumbers<>(MemoryAction.values());
    static final EnumNumbers<MemoryCategory> MEMORY_CATEGORIES = new EnumNumbers<>(MemoryCategory.values());
    static final EnumNumbers<SampleKind> SAMPLE_KINDS = new EnumNumbers<>(SampleKind.values());
    static final EnumNumbers<TrackKind> TRACK_KINDS = new EnumNumbers<>(TrackKind.values());
    static final EnumNumbers<Compression> COMPRESSIONS = new EnumNumbers<>(Compression.values());
    static final EnumNumbers<BlockFrame.Kind> BLOCKS = new EnumNumbers<>(BlockFrame.Kind.values());
    static final EnumNumbers<Content> CONTENTS = new EnumNumbers<>(Content.values());

    private SchemaNumbers() {}
}
