package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.trace.Track;
import java.io.IOException;

/**
 * Writes the tensors of an event one by one, each as {@code [tensor id, storage id, offset, number of elements, bytes
 * of an element, device]}.
 */
final class EventTensors {
    private final TensorIds tensors;
    private final Track track;
    private final int event;
    private int next;

    /** Tensors of an event. */
    EventTensors(TensorIds tensors, Track track, int event) {
        this.tensors = tensors;
        this.track = track;
        this.event = event;
    }

    /** Writes the next one. */
    void write(TensorValue value, JsonGenerator json) throws IOException {
        long address = address(value);
        json.writeStartArray();
        json.writeNumber(tensors.tensorId(address, value));
        json.writeNumber(tensors.storageId(address));
        json.writeNumber(0);
        json.writeNumber(value.count());
        json.writeNumber(value.elementType().bytes());
        json.writeString(tensors.device(address));
        json.writeEndArray();
    }

    /** Returns the next recorded address; none is recorded for tensors without dimensions. */
    private long address(TensorValue value) {
        return value.dims().isEmpty() || next >= track.tensorCount(event)
                ? TensorIds.UNKNOWN
                : track.tensor(event, next++);
    }
}
