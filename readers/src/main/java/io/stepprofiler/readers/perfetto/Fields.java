package io.stepprofiler.readers.perfetto;

/**
 * The numbers of the fields and values of Perfetto's trace format that are read here, each called after its message.
 *
 * @see <a href="https://github.com/google/perfetto/tree/main/protos/perfetto/trace">protos/perfetto/trace</a>
 */
final class Fields {
    static final int TRACE_PACKET = 1;

    static final int PACKET_CLOCK_SNAPSHOT = 6;
    static final int PACKET_TIMESTAMP = 8;
    static final int PACKET_SEQUENCE_ID = 10;
    static final int PACKET_TRACK_EVENT = 11;
    static final int PACKET_INTERNED_DATA = 12;
    static final int PACKET_SEQUENCE_FLAGS = 13;
    static final int PACKET_PREVIOUS_DROPPED = 42;
    static final int PACKET_COMPRESSED_PACKETS = 50;
    static final int PACKET_TIMESTAMP_CLOCK = 58;
    static final int PACKET_DEFAULTS = 59;
    static final int PACKET_TRACK_DESCRIPTOR = 60;

    /** Says that nothing is taken over from earlier packets of the sequence. */
    static final int SEQUENCE_INCREMENTAL_STATE_CLEARED = 1;

    static final int DEFAULTS_TRACK_EVENT = 11;
    static final int DEFAULTS_CLOCK = 58;

    static final int SNAPSHOT_CLOCK = 1;
    static final int SNAPSHOT_PRIMARY_CLOCK = 2;
    static final int CLOCK_ID = 1;
    static final int CLOCK_TIMESTAMP = 2;
    static final int CLOCK_IS_INCREMENTAL = 3;
    static final int CLOCK_UNIT_NANOS = 4;

    static final int DESCRIPTOR_UUID = 1;
    static final int DESCRIPTOR_NAME = 2;
    static final int DESCRIPTOR_PROCESS = 3;
    static final int DESCRIPTOR_THREAD = 4;
    static final int DESCRIPTOR_PARENT = 5;
    static final int DESCRIPTOR_COUNTER = 8;
    static final int DESCRIPTOR_STATIC_NAME = 10;
    static final int DESCRIPTOR_ATRACE_NAME = 13;
    static final int DESCRIPTOR_MERGE_BEHAVIOR = 15;
    /** Tracks of one name that have one parent are shown as one. */
    static final int MERGE_BY_NAME = 1;

    static final int PROCESS_PID = 1;
    static final int PROCESS_NAME = 6;
    static final int PROCESS_LABEL = 8;
    static final int THREAD_PID = 1;
    static final int THREAD_TID = 2;
    static final int THREAD_NAME = 5;
    static final int COUNTER_UNIT_MULTIPLIER = 4;
    static final int COUNTER_IS_INCREMENTAL = 5;

    static final int EVENT_CATEGORY_ID = 3;
    static final int EVENT_ANNOTATION = 4;
    static final int EVENT_LEGACY = 6;
    static final int EVENT_TYPE = 9;
    static final int EVENT_NAME_ID = 10;
    /** The same number in an event and in the defaults for events. */
    static final int EVENT_TRACK = 11;

    static final int EVENT_EXTRA_VALUES = 12;
    static final int EVENT_CATEGORY = 22;
    static final int EVENT_NAME = 23;
    static final int EVENT_COUNTER_VALUE = 30;
    static final int EVENT_COUNTER_DOUBLE = 44;
    static final int EVENT_EXTRA_DOUBLES = 46;
    static final int EVENT_FLOW = 47;
    static final int EVENT_LAST_FLOW = 48;

    static final int TYPE_BEGIN = 1;
    static final int TYPE_END = 2;
    static final int TYPE_INSTANT = 3;
    static final int TYPE_COUNTER = 4;

    static final int ANNOTATION_NAME_ID = 1;
    static final int ANNOTATION_BOOL = 2;
    static final int ANNOTATION_UINT = 3;
    static final int ANNOTATION_INT = 4;
    static final int ANNOTATION_DOUBLE = 5;
    static final int ANNOTATION_TEXT = 6;
    static final int ANNOTATION_POINTER = 7;
    static final int ANNOTATION_JSON = 9;
    static final int ANNOTATION_NAME = 10;
    static final int ANNOTATION_ENTRY = 11;
    static final int ANNOTATION_ELEMENT = 12;
    static final int ANNOTATION_TEXT_ID = 17;

    /** The same in every message of interned data. */
    static final int INTERNED_ID = 1;

    static final int INTERNED_TEXT = 2;

    private Fields() {}
}
