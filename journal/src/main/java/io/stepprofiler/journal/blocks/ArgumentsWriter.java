package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.wire.WireWriter;
import java.util.function.Consumer;

/** Writes the columns of arguments, one after another. */
final class ArgumentsWriter {
    static final int LONG = 0;
    static final int DOUBLE = 1;
    static final int TEXT = 2;
    static final int BOOLEAN = 3;

    private interface Row {
        void write(int event, int keyId, int type, long value);
    }

    private final WireWriter out;
    private int lastEvent;

    ArgumentsWriter(WireWriter out) {
        this.out = out;
    }

    void write(Consumer<ThreadSegment.Arguments> arguments) {
        column(9, arguments, (event, keyId, type, value) -> {
            out.varint(event - lastEvent);
            lastEvent = event;
        });
        column(10, arguments, (event, keyId, type, value) -> out.varint(keyId));
        column(11, arguments, (event, keyId, type, value) -> out.varint(type));
        column(12, arguments, (event, keyId, type, value) -> out.varint(value));
    }

    private void column(int field, Consumer<ThreadSegment.Arguments> arguments, Row row) {
        int mark = out.begin(field);
        arguments.accept(new Each(row));
        out.endColumn(mark);
    }

    private record Each(Row row) implements ThreadSegment.Arguments {
        @Override
        public void number(int event, int keyId, long value) {
            row.write(event, keyId, LONG, WireWriter.zigzag(value));
        }

        @Override
        public void number(int event, int keyId, double value) {
            row.write(event, keyId, DOUBLE, Double.doubleToRawLongBits(value));
        }

        @Override
        public void truth(int event, int keyId, boolean value) {
            row.write(event, keyId, BOOLEAN, value ? 1 : 0);
        }

        @Override
        public void text(int event, int keyId, int textId) {
            row.write(event, keyId, TEXT, textId);
        }
    }
}
