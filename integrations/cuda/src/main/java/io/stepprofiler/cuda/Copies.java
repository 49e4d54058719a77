package io.stepprofiler.cuda;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;

/** Copies within a device, to and from the host and between devices, called as PyTorch's traces call them. */
final class Copies implements Teller {
    private static final int BYTES = 5;
    private static final int KINDS = 6;
    private static final int GRAPH_NODE = 7;
    private static final int GRAPH = 8;
    private static final int FROM = 9;
    private static final int TO = 10;

    /** By CUPTI's numbers: host, device, array, peer. */
    private static final String[] DIRECTIONS = {
        "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"
    };

    private final boolean isBetweenDevices;
    private final DeviceEvents events;
    private final Attributes attributes = new Attributes();

    Copies(boolean isBetweenDevices, DeviceEvents events) {
        this.isBetweenDevices = isBetweenDevices;
        this.events = events;
    }

    @Override
    public void tell(CudaRecord record, ActivitySink sink) {
        attributes.clear();
        putBytes(attributes, record.word(BYTES), DeviceEvents.nanos(record));
        if (isBetweenDevices) {
            attributes
                    .put("from device", record.low(FROM))
                    .put("from context", record.high(FROM))
                    .put("to device", record.low(TO))
                    .put("to context", record.high(TO));
        }
        Kernels.putGraph(attributes, record.low(GRAPH), record.word(GRAPH_NODE));
        String name = name(record.code(), record.part(KINDS, 0), record.part(KINDS, 1));
        events.tell(record, sink, EventKind.MEMORY_COPY, name, attributes);
    }

    /** Bytes in a nanosecond are as many as gigabytes in a second. */
    static void putBytes(Attributes attributes, long bytes, long nanos) {
        attributes.put("bytes", bytes);
        if (nanos > 0) {
            attributes.put("memory bandwidth (GB/s)", (double) bytes / nanos);
        }
    }

    private static String name(int direction, int from, int to) {
        return "Memcpy " + DIRECTIONS[direction < DIRECTIONS.length ? direction : 0] + " ("
                + MemoryKind.of(from).label() + " -> " + MemoryKind.of(to).label() + ")";
    }
}
