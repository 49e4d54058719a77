package io.stepprofiler.journal.blocks;

import io.stepprofiler.wire.BlockHeader;
import java.io.IOException;

/**
 * Frame before the header of a block, at the offsets that the schema documents.
 *
 * @param kind kind of the block
 * @param compression compression of its header
 * @param journal number of the journal
 * @param number number of the block in the journal
 * @param headerStored stored length of the header
 * @param headerPlain uncompressed length of the header
 * @param payload stored length of the payload
 * @param headerSum checksum of the stored header
 * @param payloadSum checksum of the stored payload
 */
record BlockFrame(
        Kind kind,
        Compression compression,
        int journal,
        long number,
        int headerStored,
        int headerPlain,
        int payload,
        int headerSum,
        int payloadSum) {
    /** Kind of a block; the format numbers them from 1. */
    enum Kind {
        HEAD,
        SEGMENT,
        END
    }

    static final int BYTES = BlockHeader.BYTES;
    static final int MAGIC_BYTES = BlockHeader.Magic.BYTES;

    private static final BlockHeader.Magic MAGIC = BlockHeader.Magic.of('J');
    private static final int VERSION = 1;
    private static final int MAX_HEADER = 1 << 28;

    long blockBytes() {
        return (long) BYTES + headerStored + payload;
    }

    void write(byte[] to, int at) {
        new BlockHeader(
                        VERSION,
                        SchemaNumbers.BLOCKS.of(kind) + 1,
                        SchemaNumbers.COMPRESSIONS.of(compression),
                        journal,
                        number,
                        headerStored,
                        headerPlain,
                        payload,
                        headerSum,
                        payloadSum)
                .write(MAGIC, to, at);
    }

    static boolean isMagic(byte[] bytes, int at) {
        return MAGIC.isAt(bytes, at);
    }

    /** Reads a frame; fails if the bytes are no valid frame. */
    static BlockFrame read(byte[] bytes, int at) throws IOException {
        BlockHeader frame = BlockHeader.read(MAGIC, bytes, at);
        if (frame.version() != VERSION) {
            throw new UnsupportedJournalException("This journal is of version " + frame.version()
                    + " of the format, only " + VERSION
                    + " is supported here: read it with the version that wrote it, or a newer one");
        }
        if (frame.number() < 1) {
            throw new IOException("No block has the number " + frame.number());
        }
        boolean possible = frame.stored() >= 0
                && frame.plain() >= 0
                && frame.payload() >= 0
                && frame.plain() <= MAX_HEADER
                && frame.stored() <= MAX_HEADER
                && (frame.compression() == 0 || Compression.mayStandForHeader(frame.stored(), frame.plain()));
        if (!possible) {
            throw new IOException("No block has a header of " + frame.stored() + " bytes for " + frame.plain()
                    + " and a payload of " + frame.payload());
        }
        return new BlockFrame(
                SchemaNumbers.BLOCKS.value(frame.kind() - 1),
                Compression.numbered(frame.compression()),
                frame.file(),
                frame.number(),
                frame.stored(),
                frame.plain(),
                frame.payload(),
                frame.storedSum(),
                frame.payloadSum());
    }

    static int sum(byte[] bytes, int at, int length) {
        return BlockHeader.sum(bytes, at, length);
    }
}
