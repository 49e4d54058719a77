package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

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

    static final int BYTES = 48;
    static final int MAGIC_BYTES = Long.BYTES;

    /** Not text in any encoding; a conversion of line ends breaks it. */
    private static final byte[] MAGIC = {(byte) 0x89, 'S', 'P', 'J', '\r', '\n', 0x1A, '\n'};

    private static final long MAGIC_NUMBER = little(MAGIC, 0).getLong();
    private static final int VERSION = 1;
    private static final int SUMMED_BYTES = BYTES - Integer.BYTES;
    private static final int MAX_HEADER = 1 << 28;

    long blockBytes() {
        return (long) BYTES + headerStored + payload;
    }

    void write(byte[] to, int at) {
        little(to, at)
                .putLong(MAGIC_NUMBER)
                .put((byte) VERSION)
                .put((byte) (SchemaNumbers.BLOCKS.of(kind) + 1))
                .put((byte) SchemaNumbers.COMPRESSIONS.of(compression))
                .put((byte) 0)
                .putInt(journal)
                .putLong(number)
                .putInt(headerStored)
                .putInt(headerPlain)
                .putInt(payload)
                .putInt(headerSum)
                .putInt(payloadSum)
                .putInt(sum(to, at, SUMMED_BYTES));
    }

    static boolean isMagic(byte[] bytes, int at) {
        return little(bytes, at).getLong() == MAGIC_NUMBER;
    }

    /** Reads a frame; fails if the bytes are no valid frame. */
    static BlockFrame read(byte[] bytes, int at) throws IOException {
        ByteBuffer in = little(bytes, at);
        if (in.getLong() != MAGIC_NUMBER) {
            throw new IOException("No block begins here");
        }
        int version = in.get();
        int kind = in.get();
        int compression = in.get();
        in.get();
        int journal = in.getInt();
        long number = in.getLong();
        int headerStored = in.getInt();
        int headerPlain = in.getInt();
        int payload = in.getInt();
        int headerSum = in.getInt();
        int payloadSum = in.getInt();
        if (in.getInt() != sum(bytes, at, SUMMED_BYTES)) {
            throw new IOException("The frame of a block is damaged");
        }
        if (version != VERSION) {
            throw new UnsupportedJournalException("This journal is of version " + version + " of the format, only "
                    + VERSION + " is supported here: read it with the version that wrote it, or a newer one");
        }
        if (number < 1) {
            throw new IOException("No block has the number " + number);
        }
        boolean possible = headerStored >= 0
                && headerPlain >= 0
                && payload >= 0
                && headerPlain <= MAX_HEADER
                && headerStored <= MAX_HEADER
                && (compression == 0 || Compression.mayStandForHeader(headerStored, headerPlain));
        if (!possible) {
            throw new IOException("No block has a header of " + headerStored + " bytes for " + headerPlain
                    + " and a payload of " + payload);
        }
        return new BlockFrame(
                SchemaNumbers.BLOCKS.value(kind - 1),
                Compression.numbered(compression),
                journal,
                number,
                headerStored,
                headerPlain,
                payload,
                headerSum,
                payloadSum);
    }

    static int sum(byte[] bytes, int at, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, at, length);
        return (int) sum.getValue();
    }

    private static ByteBuffer little(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes, at, bytes.length - at).order(ByteOrder.LITTLE_ENDIAN);
    }
}
