package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.wire.WireWriter;
import java.io.IOException;

/**
 * One packet sequence: the events of one track of the file, in the order of time.
 *
 * <p>Its first packet has the defaults of the others: their track, and a clock whose times are distances from the
 * previous event.
 */
final class Sequence {
    private final Packets packets;
    private final WireWriter out;
    private final int id;
    private final long track;
    private final InternedState categories;
    private final InternedState names;
    private final InternedState keys;
    private final InternedState values;
    private long now;
    private boolean begun;
    private int packet;
    private int event;

    /** A sequence of events on a track; {@code time} is before all of them, and the same for all sequences. */
    Sequence(Packets packets, InternedStrings texts, int id, long track, long time) {
        this.packets = packets;
        this.out = packets.out();
        this.id = id;
        this.track = track;
        this.categories = new InternedState(texts.categories);
        this.names = new InternedState(texts.names);
        this.keys = new InternedState(texts.keys);
        this.values = new InternedState(texts.values);
        this.now = time;
    }

    /** Begins an event, not earlier than the last one; fields may be added until {@link #close}. */
    void open(long time, int type) throws IOException {
        if (!begun) {
            begin();
        }
        packet = packets.begin();
        out.present(PerfettoFields.PACKET_TIMESTAMP, time - now);
        out.present(PerfettoFields.PACKET_SEQUENCE_ID, id);
        event = out.begin(PerfettoFields.PACKET_TRACK_EVENT);
        out.present(PerfettoFields.EVENT_TYPE, type);
        now = time;
    }

    void close() throws IOException {
        out.end(event);
        if (names.isPending() || categories.isPending() || keys.isPending() || values.isPending()) {
            int interned = out.begin(PerfettoFields.PACKET_INTERNED_DATA);
            categories.write(out);
            names.write(out);
            keys.write(out);
            values.write(out);
            out.end(interned);
        }
        packets.end(packet);
    }

    void name(int name) {
        out.present(PerfettoFields.EVENT_NAME, names.use(name));
    }

    void category(int category) {
        if (category != InternedStrings.NONE) {
            out.present(PerfettoFields.EVENT_CATEGORY, categories.use(category));
        }
    }

    void flow(long flow) {
        out.fixed64(PerfettoFields.EVENT_FLOW, flow);
    }

    /** Writes a whole number as such, because that is shorter; readers convert it to a double. */
    void counterValue(double value) {
        long whole = (long) value;
        if (Double.doubleToRawLongBits((double) whole) == Double.doubleToRawLongBits(value)) {
            counterValue(whole);
        } else {
            out.present(PerfettoFields.EVENT_COUNTER_DOUBLE, value);
        }
    }

    void counterValue(long value) {
        out.present(PerfettoFields.EVENT_COUNTER_VALUE, value);
    }

    void annotate(int key, boolean value) {
        int annotation = annotation(key);
        out.present(PerfettoFields.ANNOTATION_BOOL, value ? 1 : 0);
        out.end(annotation);
    }

    void annotate(int key, long value) {
        int annotation = annotation(key);
        out.present(PerfettoFields.ANNOTATION_INT, value);
        out.end(annotation);
    }

    void annotate(int key, double value) {
        int annotation = annotation(key);
        out.present(PerfettoFields.ANNOTATION_DOUBLE, value);
        out.end(annotation);
    }

    void annotate(int key, String value) {
        int annotation = annotation(key);
        out.present(PerfettoFields.ANNOTATION_TEXT, value);
        out.end(annotation);
    }

    /** Writes an annotation whose text the file has once for each sequence. */
    void annotateInterned(int key, int value) {
        int annotation = annotation(key);
        out.present(PerfettoFields.ANNOTATION_INTERNED_TEXT, values.use(value));
        out.end(annotation);
    }

    private int annotation(int key) {
        int annotation = out.begin(PerfettoFields.EVENT_ANNOTATION);
        out.present(PerfettoFields.ANNOTATION_NAME, keys.use(key));
        return annotation;
    }

    private void begin() throws IOException {
        int first = packets.begin();
        out.present(PerfettoFields.PACKET_SEQUENCE_ID, id);
        out.present(PerfettoFields.PACKET_SEQUENCE_FLAGS, PerfettoFields.SEQUENCE_INCREMENTAL_STATE_CLEARED);
        int defaults = out.begin(PerfettoFields.PACKET_DEFAULTS);
        out.present(PerfettoFields.DEFAULTS_CLOCK_ID, PerfettoFields.CLOCK_OF_SEQUENCE);
        int ofEvents = out.begin(PerfettoFields.DEFAULTS_TRACK_EVENT);
        out.present(PerfettoFields.EVENT_TRACK, track);
        out.end(ofEvents);
        out.end(defaults);
        int snapshot = out.begin(PerfettoFields.PACKET_CLOCK_SNAPSHOT);
        // Perfetto draws a mark for each snapshot: all are where the file begins.
        Clocks.write(out, PerfettoFields.MONOTONIC, now);
        int clock = out.begin(PerfettoFields.SNAPSHOT_CLOCK);
        out.present(PerfettoFields.CLOCK_ID, PerfettoFields.CLOCK_OF_SEQUENCE);
        out.present(PerfettoFields.CLOCK_TIMESTAMP, now);
        out.present(PerfettoFields.CLOCK_IS_INCREMENTAL, 1);
        out.end(clock);
        out.end(snapshot);
        packets.end(first);
        begun = true;
    }
}
