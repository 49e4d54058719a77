package io.stepprofiler.handlers.perfetto;

import java.io.IOException;

/**
 * One packet sequence: the events of one track of the file, in the order of time.
 *
 * <p>Its first packet says what the others leave out: their track, and a clock whose times are distances from the event
 * before.
 */
final class Sequence {
    private final PacketBytes out;
    private final int id;
    private final long track;
    private final Known categories;
    private final Known names;
    private final Known keys;
    private final Known values;
    private long now;
    private boolean begun;
    private int packet;
    private int event;

    /** A sequence of events on a track; {@code time} is before all of them, and the same for all sequences. */
    Sequence(PacketBytes out, Texts texts, int id, long track, long time) {
        this.out = out;
        this.id = id;
        this.track = track;
        this.categories = new Known(texts.categories);
        this.names = new Known(texts.names);
        this.keys = new Known(texts.keys);
        this.values = new Known(texts.values);
        this.now = time;
    }

    /** Begins an event, of a time not before the last one, to which may be added until {@link #close}. */
    void open(long time, int type) throws IOException {
        if (!begun) {
            begin();
        }
        packet = out.open(Fields.TRACE_PACKET);
        out.number(Fields.PACKET_TIMESTAMP, time - now);
        out.number(Fields.PACKET_SEQUENCE_ID, id);
        event = out.open(Fields.PACKET_TRACK_EVENT);
        out.number(Fields.EVENT_TYPE, type);
        now = time;
    }

    void close() throws IOException {
        out.close(event);
        if (names.isPending() || categories.isPending() || keys.isPending() || values.isPending()) {
            int interned = out.open(Fields.PACKET_INTERNED_DATA);
            categories.write(out);
            names.write(out);
            keys.write(out);
            values.write(out);
            out.close(interned);
        }
        out.closePacket(packet);
    }

    void name(int name) {
        out.number(Fields.EVENT_NAME, names.use(name));
    }

    void category(int category) {
        if (category != Texts.NONE) {
            out.number(Fields.EVENT_CATEGORY, categories.use(category));
        }
    }

    void flow(long flow) {
        out.fixed64(Fields.EVENT_FLOW, flow);
    }

    /** A whole number is written as such, for that is shorter; readers make it a double. */
    void counterValue(double value) {
        long whole = (long) value;
        if (Double.doubleToRawLongBits((double) whole) == Double.doubleToRawLongBits(value)) {
            counterValue(whole);
        } else {
            out.fixed64(Fields.EVENT_COUNTER_DOUBLE, Double.doubleToRawLongBits(value));
        }
    }

    void counterValue(long value) {
        out.number(Fields.EVENT_COUNTER_VALUE, value);
    }

    void annotate(int key, boolean value) {
        int annotation = annotation(key);
        out.number(Fields.ANNOTATION_BOOL, value ? 1 : 0);
        out.close(annotation);
    }

    void annotate(int key, long value) {
        int annotation = annotation(key);
        out.number(Fields.ANNOTATION_INT, value);
        out.close(annotation);
    }

    void annotate(int key, double value) {
        int annotation = annotation(key);
        out.fixed64(Fields.ANNOTATION_DOUBLE, Double.doubleToRawLongBits(value));
        out.close(annotation);
    }

    void annotate(int key, String value) {
        int annotation = annotation(key);
        out.text(Fields.ANNOTATION_TEXT, value);
        out.close(annotation);
    }

    /** A text that the file has once for each sequence. */
    void annotateInterned(int key, int value) {
        int annotation = annotation(key);
        out.number(Fields.ANNOTATION_INTERNED_TEXT, values.use(value));
        out.close(annotation);
    }

    private int annotation(int key) {
        int annotation = out.open(Fields.EVENT_ANNOTATION);
        out.number(Fields.ANNOTATION_NAME, keys.use(key));
        return annotation;
    }

    private void begin() throws IOException {
        int first = out.open(Fields.TRACE_PACKET);
        out.number(Fields.PACKET_SEQUENCE_ID, id);
        out.number(Fields.PACKET_SEQUENCE_FLAGS, Fields.SEQUENCE_INCREMENTAL_STATE_CLEARED);
        int defaults = out.open(Fields.PACKET_DEFAULTS);
        out.number(Fields.DEFAULTS_CLOCK_ID, Fields.CLOCK_OF_SEQUENCE);
        int ofEvents = out.open(Fields.DEFAULTS_TRACK_EVENT);
        out.number(Fields.EVENT_TRACK, track);
        out.close(ofEvents);
        out.close(defaults);
        int snapshot = out.open(Fields.PACKET_CLOCK_SNAPSHOT);
        // Perfetto draws a mark for each snapshot: all are where the file begins.
        Clocks.write(out, Fields.MONOTONIC, now);
        int clock = out.open(Fields.SNAPSHOT_CLOCK);
        out.number(Fields.CLOCK_ID, Fields.CLOCK_OF_SEQUENCE);
        out.number(Fields.CLOCK_TIMESTAMP, now);
        out.number(Fields.CLOCK_IS_INCREMENTAL, 1);
        out.close(clock);
        out.close(snapshot);
        out.closePacket(first);
        begun = true;
    }
}
