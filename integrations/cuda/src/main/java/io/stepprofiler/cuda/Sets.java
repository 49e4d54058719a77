package io.stepprofiler.cuda;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;

/** Fillings of memory. */
final class Sets implements Teller {
    private static final int BYTES = 5;
    private static final int VALUE = 6;
    private static final int GRAPH_NODE = 7;
    private static final int GRAPH = 8;

    private final DeviceEvents events;
    private final Attributes attributes = new Attributes();

    Sets(DeviceEvents events) {
        this.events = events;
    }

    @Override
    public void tell(CudaRecord record, ActivitySink sink) {
        attributes.clear();
        Copies.putBytes(attributes, record.word(BYTES), DeviceEvents.nanos(record));
        attributes.put("value", record.low(VALUE));
        Kernels.putGraph(attributes, record.low(GRAPH), record.word(GRAPH_NODE));
        String name = "Memset (" + MemoryKind.of(record.code()).label() + ")";
        events.tell(record, sink, EventKind.MEMORY_SET, name, attributes);
    }
}
