package io.stepprofiler.handlers.xplane;

/**
 * The numbers of the fields of XSpace, each called after its message.
 *
 * @see <a href="https://github.com/google/tsl/blob/main/tsl/profiler/protobuf/xplane.proto">xplane.proto</a>
 */
final class XSpaceFields {
    static final int SPACE_PLANE = 1;
    static final int SPACE_ERROR = 2;
    static final int SPACE_WARNING = 3;
    static final int SPACE_HOSTNAME = 4;

    static final int PLANE_ID = 1;
    static final int PLANE_NAME = 2;
    static final int PLANE_LINE = 3;
    static final int PLANE_EVENT_METADATA = 4;
    static final int PLANE_STAT_METADATA = 5;
    static final int PLANE_STAT = 6;

    static final int LINE_ID = 1;
    static final int LINE_NAME = 2;
    static final int LINE_EVENT = 4;
    static final int LINE_DISPLAY_NAME = 11;

    static final int EVENT_METADATA_ID = 1;
    static final int EVENT_OFFSET_PS = 2;
    static final int EVENT_DURATION_PS = 3;
    static final int EVENT_STAT = 4;

    static final int STAT_METADATA_ID = 1;
    static final int STAT_DOUBLE = 2;
    static final int STAT_UINT64 = 3;
    static final int STAT_INT64 = 4;
    static final int STAT_TEXT = 5;
    /** The number of the stat metadata whose name is the text. */
    static final int STAT_REF = 7;

    /** Fields of both kinds of metadata. */
    static final int METADATA_ID = 1;

    static final int METADATA_NAME = 2;
    static final int METADATA_DISPLAY_NAME = 4;
    static final int METADATA_STAT = 5;

    /** Fields of the entries of maps. */
    static final int KEY = 1;

    static final int VALUE = 2;

    private XSpaceFields() {}
}
