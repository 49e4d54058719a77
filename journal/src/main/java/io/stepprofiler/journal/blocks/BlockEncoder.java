package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.Segment;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Encodes blocks into an array that is reused. */
final class BlockEncoder {
    private static final int MIN_COMPRESSED = 256;
    private static final int SPARE = 1 << 10;
    private static final int KEPT_BYTES = 16 << 20;

    private final int journal;
    private final Compressor compressor;
    private final SegmentWriter segments;
    private final WireWriter header = new WireWriter();
    private byte[] block = new byte[1 << 12];
    private int size;
    private long plainSize;
    private long number;

    BlockEncoder(int journal, Compressor compressor) {
        this.journal = journal;
        this.compressor = compressor;
        segments = new SegmentWriter(compressor);
    }

    /** Length of the last encoded block. */
    int size() {
        return size;
    }

    /** Length of the last encoded block if nothing were compressed: about the memory that reading it takes. */
    long plainSize() {
        return plainSize;
    }

    byte[] head(HeaderCodec.FileHead head) throws IOException {
        header.clear();
        HeaderCodec.writeHead(head, header);
        return block(BlockFrame.Kind.HEAD, new byte[0], 0, 0);
    }

    byte[] segment(Segment segment) throws IOException {
        header.clear();
        try {
            segments.write(segment, header);
        } catch (UncheckedIOException e) {
            throw new IOException("A segment is too large for the journal", e.getCause());
        }
        return block(BlockFrame.Kind.SEGMENT, segments.payload(), segments.payloadSize(), segments.plainSize());
    }

    byte[] end(HeaderCodec.CountedEnd end) throws IOException {
        header.clear();
        HeaderCodec.writeEnd(end, header);
        return block(BlockFrame.Kind.END, new byte[0], 0, 0);
    }

    private byte[] block(BlockFrame.Kind kind, byte[] payload, int payloadSize, long plainPayloadSize)
            throws IOException {
        int plain = header.size();
        reserve((long) BlockFrame.BYTES + plain + plain / 128 + SPARE + payloadSize);
        int stored = plain;
        Compression used = Compression.NONE;
        if (plain >= MIN_COMPRESSED && compressor.kind() != Compression.NONE) {
            int compressed = compressor.compress(header.bytes(), 0, plain, block, BlockFrame.BYTES);
            boolean believed = Compression.mayStandForHeader(compressed, plain)
                    && header.parts() <= Compression.mostParts(compressed);
            if (compressed < plain && believed) {
                stored = compressed;
                used = compressor.kind();
            }
        }
        if (used == Compression.NONE) {
            System.arraycopy(header.bytes(), 0, block, BlockFrame.BYTES, plain);
        }
        System.arraycopy(payload, 0, block, BlockFrame.BYTES + stored, payloadSize);
        number++;
        new BlockFrame(
                        kind,
                        used,
                        journal,
                        number,
                        stored,
                        plain,
                        payloadSize,
                        BlockFrame.sum(block, BlockFrame.BYTES, stored),
                        BlockFrame.sum(payload, 0, payloadSize))
                .write(block, 0);
        size = BlockFrame.BYTES + stored + payloadSize;
        plainSize = BlockFrame.BYTES + plain + plainPayloadSize;
        return block;
    }

    private void reserve(long wanted) throws IOException {
        if (wanted > Integer.MAX_VALUE - SPARE) {
            throw new IOException("A segment is too large for the journal: " + wanted + " bytes");
        }
        if (wanted > block.length || block.length > KEPT_BYTES) {
            block = Arrays.copyOf(new byte[0], (int) Math.max(wanted, 1 << 12));
        }
    }

    void close() {
        compressor.close();
    }
}
