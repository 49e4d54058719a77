package io.stepprofiler.handlers.xplane;

import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.List;

/**
 * Writer of a file with long nested messages, which are not kept in memory.
 *
 * <p>The length of a message precedes it, so everything is encoded twice: the first stream counts, the second one
 * writes. Both have to get the same calls, and the same bytes in {@link #out()} between them.
 */
final class MessageStream {
    /** Number of bytes that are handed over at once. */
    private static final int FULL = 3 << 16;
    /** Levels of messages: planes in the file, lines in planes. */
    private static final int MAX_DEPTH = 2;

    private final Blocks blocks;
    private final List<Long> lengths;
    private final boolean counts;
    private final WireWriter out;
    /** Numbers of messages by level, and the positions at which they began, or have to end. */
    private final int[] messages = new int[MAX_DEPTH];

    private final long[] places = new long[MAX_DEPTH];
    private int depth;
    private int next;
    private long handedOver;

    private MessageStream(Blocks blocks, List<Long> lengths, boolean counts) {
        this.blocks = blocks;
        this.lengths = lengths;
        this.counts = counts;
        this.out = new WireWriter(blocks.first());
    }

    /** A stream that records the lengths of messages. */
    static MessageStream counting(List<Long> lengths) {
        return new MessageStream(new NoBlocks(), lengths, true);
    }

    /** A stream that writes messages whose lengths are known. */
    static MessageStream writing(List<Long> lengths, Blocks blocks) {
        return new MessageStream(blocks, lengths, false);
    }

    /** Writer of short messages and fields; these must be complete at each call of this stream. */
    WireWriter out() {
        return out;
    }

    /** The number of bytes so far. */
    long position() {
        return handedOver + out.size();
    }

    /** Begins a long message. */
    void begin(int field) {
        if (counts) {
            messages[depth] = lengths.size();
            lengths.add(0L);
            places[depth++] = position();
        } else {
            long length = lengths.get(next++);
            putHead(field, length);
            places[depth++] = position() + length;
        }
    }

    /** Ends the long message that began last. */
    void end(int field) throws IOException {
        depth--;
        if (counts) {
            long length = position() - places[depth];
            lengths.set(messages[depth], length);
            handedOver += headLength(field, length);
        } else if (position() != places[depth]) {
            throw new IOException("The trace is not what it was when its bytes were counted: a message ends at "
                    + position() + " instead of " + places[depth]);
        }
    }

    /** Hands over the bytes so far if there are enough; to be called after each short message. */
    void flushIfFull() throws IOException {
        if (out.size() >= FULL) {
            handedOver += out.size();
            out.continueIn(blocks.next(out.bytes(), out.size()));
        }
    }

    void finish() throws IOException {
        blocks.finish(out.bytes(), out.size());
    }

    private void putHead(int field, long length) {
        byte[] to = out.room(2 * WireWriter.MAX_VARINT);
        out.written(WireWriter.put(to, WireWriter.putTag(to, out.size(), field), length));
    }

    private static int headLength(int field, long length) {
        byte[] scratch = new byte[2 * WireWriter.MAX_VARINT];
        return WireWriter.put(scratch, WireWriter.putTag(scratch, 0, field), length);
    }

    /** Blocks whose bytes are discarded. */
    private static final class NoBlocks implements Blocks {
        @Override
        public byte[] first() {
            return new byte[FULL + (FULL >> 2)];
        }

        @Override
        public byte[] next(byte[] block, int length) {
            return block;
        }

        @Override
        public void finish(byte[] block, int length) {}

        @Override
        public void close() {}
    }
}
