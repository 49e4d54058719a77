package io.stepprofiler.cuda;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;

/** Reports copies, memory sets and launches of whole graphs, with the names of PyTorch's traces. */
final class DeviceOperations {
    private static final int BYTES = 5;
    private static final int GRAPH_NODE = 7;
    private static final int GRAPH = 8;
    private static final int COPY_KINDS = 6;
    private static final int COPY_FROM = 9;
    private static final int COPY_TO = 10;
    private static final int SET_VALUE = 6;
    private static final int WHOLE_GRAPH = 5;

    /** Indexed by CUPTI's numbers; H is host, D device, A array, P peer. */
    private static final String[] DIRECTIONS = {
        "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"
    };

    private final DeviceEvents events;
    private final Attributes attributes = new Attributes();

    DeviceOperations(DeviceEvents events) {
        this.events = events;
    }

    /** Reports a copy within a device, or to or from the host. */
    void copy(CudaRecord record, ActivitySink sink) {
        putBytes(record);
        tellCopy(record, sink);
    }

    /** Reports a copy between devices. */
    void peerCopy(CudaRecord record, ActivitySink sink) {
        putBytes(record);
        attributes
                .put("from device", record.low(COPY_FROM))
                .put("from context", record.high(COPY_FROM))
                .put("to device", record.low(COPY_TO))
                .put("to context", record.high(COPY_TO));
        tellCopy(record, sink);
    }

    private void tellCopy(CudaRecord record, ActivitySink sink) {
        Kernels.putGraph(attributes, record.low(GRAPH), record.word(GRAPH_NODE));
        int direction = record.code();
        String name = "Memcpy " + DIRECTIONS[direction < DIRECTIONS.length ? direction : 0] + " ("
                + MemoryKind.of(record.part(COPY_KINDS, 0)).label() + " -> "
                + MemoryKind.of(record.part(COPY_KINDS, 1)).label() + ")";
        events.report(record, sink, EventKind.MEMORY_COPY, name, attributes);
    }

    /** Reports a memory set. */
    void set(CudaRecord record, ActivitySink sink) {
        putBytes(record);
        attributes.put("value", record.low(SET_VALUE));
        Kernels.putGraph(attributes, record.low(GRAPH), record.word(GRAPH_NODE));
        String name = "Memset (" + MemoryKind.of(record.code()).label() + ")";
        events.report(record, sink, EventKind.MEMORY_SET, name, attributes);
    }

    /** Reports the launch of a graph whose nodes are not recorded. */
    void graph(CudaRecord record, ActivitySink sink) {
        attributes.clear().put("graph id", record.low(WHOLE_GRAPH));
        events.report(record, sink, EventKind.KERNEL, "CUDA graph " + record.low(WHOLE_GRAPH), attributes);
    }

    /** Bytes per nanosecond equal gigabytes per second. */
    private void putBytes(CudaRecord record) {
        long bytes = record.word(BYTES);
        long nanos = DeviceEvents.nanos(record);
        attributes.clear().put("bytes", bytes);
        if (nanos > 0) {
            attributes.put("memory bandwidth (GB/s)", (double) bytes / nanos);
        }
    }
}
