package io.stepprofiler.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The 48 bytes before each block of a file that is only appended to: a magic, which also finds the next block after
 * damage, lengths and checksums. The schemas of the formats document the offsets.
 *
 * @param version version of the format
 * @param kind kind of the block, a number of the format
 * @param compression compression of the message, a number of the format
 * @param file number of the file
 * @param number number of the block in the file, from 1
 * @param stored stored length of the message
 * @param plain uncompressed length of the message
 * @param payload stored length of the payload after the message
 * @param storedSum checksum of the stored message
 * @param payloadSum checksum of the stored payload
 */
public record BlockHeader(
        int version,
        int kind,
        int compression,
        int file,
        long number,
        int stored,
        int plain,
        int payload,
        int storedSum,
        int payloadSum) {
    /** Length of a header. */
    public static final int BYTES = 48;

    private static final int SUMMED_BYTES = BYTES - Integer.BYTES;
    private static final int NUMBER_AT = 16;

    /**
     * The magic of a format.
     *
     * @param number the magic as a little-endian number
     */
    public record Magic(long number) {
        /** Length of a magic. */
        public static final int BYTES = Long.BYTES;

        /**
         * {@return a magic that is not text in any encoding; a conversion of line ends breaks it}
         *
         * @param letter the letter of the format
         */
        public static Magic of(char letter) {
            byte[] bytes = {(byte) 0x89, 'S', 'P', (byte) letter, '\r', '\n', 0x1A, '\n'};
            return new Magic(little(bytes, 0).getLong());
        }

        /**
         * {@return whether the magic lies at a place}
         *
         * @param bytes an array with at least {@value #BYTES} bytes from there
         * @param at the place
         */
        public boolean isAt(byte[] bytes, int at) {
            return little(bytes, at).getLong() == number;
        }
    }

    /** {@return the length of the block, its header included} */
    public long blockBytes() {
        return (long) BYTES + stored + payload;
    }

    /**
     * Writes the header.
     *
     * @param magic the magic of the format
     * @param to an array with at least {@value #BYTES} bytes from there
     * @param at the place
     */
    public void write(Magic magic, byte[] to, int at) {
        little(to, at)
                .putLong(magic.number)
                .put((byte) version)
                .put((byte) kind)
                .put((byte) compression)
                .put((byte) 0)
                .putInt(file)
                .putLong(number)
                .putInt(stored)
                .putInt(plain)
                .putInt(payload)
                .putInt(storedSum)
                .putInt(payloadSum)
                .putInt(sum(to, at, SUMMED_BYTES));
    }

    /**
     * Changes the number of the block in a written header.
     *
     * @param number the new number
     * @param in an array with a header
     * @param at the place of the header
     */
    public static void renumber(long number, byte[] in, int at) {
        little(in, at + NUMBER_AT).putLong(number);
        little(in, at + SUMMED_BYTES).putInt(sum(in, at, SUMMED_BYTES));
    }

    /**
     * {@return the header at a place}
     *
     * @param magic the magic of the format
     * @param bytes an array with at least {@value #BYTES} bytes from there
     * @param at the place
     * @throws IOException if there is none, or if it is damaged
     */
    public static BlockHeader read(Magic magic, byte[] bytes, int at) throws IOException {
        if (!magic.isAt(bytes, at)) {
            throw new IOException("No block begins here");
        }
        ByteBuffer in = little(bytes, at + Magic.BYTES);
        int version = in.get();
        int kind = in.get();
        int compression = in.get();
        in.get();
        BlockHeader header = new BlockHeader(
                version,
                kind,
                compression,
                in.getInt(),
                in.getLong(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getInt());
        if (in.getInt() != sum(bytes, at, SUMMED_BYTES)) {
            throw new IOException("The frame of a block is damaged");
        }
        return header;
    }

    /**
     * {@return the CRC-32C of some bytes}
     *
     * @param bytes an array
     * @param at where they begin
     * @param length how many
     */
    public static int sum(byte[] bytes, int at, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, at, length);
        return (int) sum.getValue();
    }

    private static ByteBuffer little(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes, at, bytes.length - at).order(ByteOrder.LITTLE_ENDIAN);
    }
}
