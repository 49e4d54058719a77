package io.stepprofiler.handlers.perfetto;

/**
 * The numbers of the fields and values of Perfetto's trace format that are written here, each called after its message.
 *
 * <p>Rules of readers: packets are sorted by time, and by the order of the file at equal times; an end closes the
 * innermost open slice of its track; times below zero are dropped; interned texts, default values and clocks from 64 on
 * belong to the sequence of their packet.
 *
 * @see <a href="https://github.com/google/perfetto/tree/main/protos/perfetto/trace">protos/perfetto/trace:
 *     trace_packet, trace_packet_defaults, clock_snapshot, interned_data/interned_data, and in track_event:
 *     track_event, track_descriptor, process_descriptor, thread_descriptor, counter_descriptor, debug_annotation</a>
 */
final class PerfettoFields {
    static final int TRACE_PACKET = 1;

    static final int PACKET_CLOCK_SNAPSHOT = 6;
    static final int PACKET_TIMESTAMP = 8;
    static final int PACKET_SEQUENCE_ID = 10;
    static final int PACKET_TRACK_EVENT = 11;
    static final int PACKET_INTERNED_DATA = 12;
    static final int PACKET_SEQUENCE_FLAGS = 13;
    static final int PACKET_DEFAULTS = 59;
    static final int PACKET_TRACK_DESCRIPTOR = 60;

    /** Flag: state from earlier packets of the sequence does not apply. */
    static final int SEQUENCE_INCREMENTAL_STATE_CLEARED = 1;

    static final int DEFAULTS_TRACK_EVENT = 11;
    static final int DEFAULTS_CLOCK_ID = 58;

    static final int SNAPSHOT_CLOCK = 1;
    static final int SNAPSHOT_PRIMARY_CLOCK = 2;
    static final int CLOCK_ID = 1;
    static final int CLOCK_TIMESTAMP = 2;
    static final int CLOCK_IS_INCREMENTAL = 3;

    static final int REALTIME = 1;
    static final int MONOTONIC = 3;
    /** The first clock that a sequence may define for itself. */
    static final int CLOCK_OF_SEQUENCE = 64;

    static final int DESCRIPTOR_UUID = 1;
    static final int DESCRIPTOR_NAME = 2;
    static final int DESCRIPTOR_PROCESS = 3;
    static final int DESCRIPTOR_THREAD = 4;
    static final int DESCRIPTOR_PARENT = 5;
    static final int DESCRIPTOR_COUNTER = 8;
    static final int DESCRIPTOR_MERGE_BEHAVIOR = 15;
    /** Tracks of one name that have one parent are shown as one. */
    static final int MERGE_BY_NAME = 1;
    /** Tracks of one name stay apart. */
    static final int MERGE_NONE = 2;

    static final int PROCESS_PID = 1;
    static final int PROCESS_NAME = 6;
    static final int PROCESS_LABEL = 8;
    static final int THREAD_PID = 1;
    static final int THREAD_TID = 2;
    static final int THREAD_NAME = 5;
    static final int COUNTER_UNIT = 3;
    static final int UNIT_BYTES = 3;

    static final int EVENT_CATEGORY = 3;
    static final int EVENT_ANNOTATION = 4;
    static final int EVENT_TYPE = 9;
    static final int EVENT_NAME = 10;
    /** Track in an event and in the defaults for events. */
    static final int EVENT_TRACK = 11;

    static final int EVENT_COUNTER_VALUE = 30;
    static final int EVENT_COUNTER_DOUBLE = 44;
    static final int EVENT_FLOW = 47;

    static final int TYPE_BEGIN = 1;
    static final int TYPE_END = 2;
    static final int TYPE_INSTANT = 3;
    static final int TYPE_COUNTER = 4;

    static final int ANNOTATION_NAME = 1;
    static final int ANNOTATION_BOOL = 2;
    static final int ANNOTATION_INT = 4;
    static final int ANNOTATION_DOUBLE = 5;
    static final int ANNOTATION_TEXT = 6;
    static final int ANNOTATION_PLAIN_NAME = 10;
    static final int ANNOTATION_DICTIONARY = 11;
    static final int ANNOTATION_INTERNED_TEXT = 17;

    /** Fields of every message of interned data. */
    static final int INTERNED_ID = 1;

    static final int INTERNED_TEXT = 2;

    private PerfettoFields() {}
}
