package io.stepprofiler.handlers.xplane;

import io.stepprofiler.wire.WireWriter;

/**
 * Writes stats of one kind of owner. Whole numbers are of type int64 throughout, because that is what converters read.
 */
final class Stats {
    private final WireWriter out;
    private final int field;

    /** Stats that go to a writer, in the field that their owner has for them. */
    Stats(WireWriter out, int field) {
        this.out = out;
        this.field = field;
    }

    void number(int name, long value) {
        int stat = begin(name);
        out.present(XSpaceFields.STAT_INT64, value);
        out.end(stat);
    }

    void unsigned(int name, long value) {
        int stat = begin(name);
        out.present(XSpaceFields.STAT_UINT64, value);
        out.end(stat);
    }

    void number(int name, double value) {
        int stat = begin(name);
        out.present(XSpaceFields.STAT_DOUBLE, value);
        out.end(stat);
    }

    void text(int name, String value) {
        int stat = begin(name);
        out.present(XSpaceFields.STAT_TEXT, value);
        out.end(stat);
    }

    /** Writes a reference to a text that the plane has once. */
    void ref(int name, int text) {
        int stat = begin(name);
        out.present(XSpaceFields.STAT_REF, text);
        out.end(stat);
    }

    private int begin(int name) {
        int stat = out.begin(field);
        out.present(XSpaceFields.STAT_METADATA_ID, name);
        return stat;
    }
}
