package io.stepprofiler.journal.blocks;

import io.stepprofiler.trace.ThreadSegment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/** Writes the columns of arguments, one after the other. */
final class ArgumentsWriter {
    static final int LONG = 0;
    static final int DOUBLE = 1;
    static final int TEXT = 2;
    static final int BOOLEAN = 3;

    private interface Row {
        void write(int event, int keyId, int type, long value) throws IOException;
    }

    private final WireWriter out;
    private int lastEvent;

    ArgumentsWriter(WireWriter out) {
        this.out = out;
    }

    void write(Consumer<ThreadSegment.Arguments> arguments) throws IOException {
        column(9, arguments, (event, keyId, type, value) -> {
            out.varint(event - lastEvent);
            lastEvent = event;
        });
        column(10, arguments, (event, keyId, type, value) -> out.varint(keyId));
        column(11, arguments, (event, keyId, type, value) -> out.varint(type));
        column(12, arguments, (event, keyId, type, value) -> out.varint(value));
    }

    private void column(int field, Consumer<ThreadSegment.Arguments> arguments, Row row) throws IOException {
        int mark = out.begin(field);
        try {
            arguments.accept(new Each(row));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        out.endColumn(mark);
    }

    private record Each(Row row) implements ThreadSegment.Arguments {
        @Override
        public void number(int event, int keyId, long value) {
            write(event, keyId, LONG, WireWriter.zigzag(value));
        }

        @Override
        public void number(int event, int keyId, double value) {
            write(event, keyId, DOUBLE, Double.doubleToRawLongBits(value));
        }

        @Override
        public void truth(int event, int keyId, boolean value) {
            write(event, keyId, BOOLEAN, value ? 1 : 0);
        }

        @Override
        public void text(int event, int keyId, int textId) {
            write(event, keyId, TEXT, textId);
        }

        private void write(int event, int keyId, int type, long value) {
            try {
                row.write(event, keyId, type, value);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
