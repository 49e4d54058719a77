package io.stepprofiler.cuda;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;

/** Launches of graphs as a whole, where their nodes are not recorded. */
final class Graphs implements Teller {
    private static final int GRAPH = 5;

    private final DeviceEvents events;
    private final Attributes attributes = new Attributes();

    Graphs(DeviceEvents events) {
        this.events = events;
    }

    @Override
    public void tell(CudaRecord record, ActivitySink sink) {
        attributes.clear().put("graph id", record.low(GRAPH));
        events.tell(record, sink, EventKind.KERNEL, "CUDA graph " + record.low(GRAPH), attributes);
    }
}
