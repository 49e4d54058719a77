package io.stepprofiler.ledger;

import io.stepprofiler.wire.BlockHeader;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Blocks of a ledger's file: a header and a compressed message. */
final class LedgerBlock {
    static final BlockHeader.Magic MAGIC = BlockHeader.Magic.of('L');

    static final int VERSION = 1;
    static final int HEAD = 1;
    static final int STEPS = 2;
    static final int SYNCS = 3;

    private static final int MAX_PLAIN = 1 << 20;
    private static final int PLAIN = 0;
    private static final int DEFLATED = 1;

    /** Texts of a head are long; columns of steps are few. */
    private static final int MAX_PARTS = 4096;

    private LedgerBlock() {}

    static byte[] encode(int kind, int file, long number, WireWriter message) {
        int plain = message.size();
        byte[] block = new byte[BlockHeader.BYTES + plain];
        int stored = deflate(message, block);
        int compression = DEFLATED;
        if (stored == plain) {
            System.arraycopy(message.bytes(), 0, block, BlockHeader.BYTES, plain);
            compression = PLAIN;
        }
        int sum = BlockHeader.sum(block, BlockHeader.BYTES, stored);
        new BlockHeader(VERSION, kind, compression, file, number, stored, plain, 0, sum, 0).write(MAGIC, block, 0);
        return Arrays.copyOf(block, BlockHeader.BYTES + stored);
    }

    /** Returns the compressed length, or the plain length if compression does not shorten it. */
    private static int deflate(WireWriter message, byte[] to) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(message.bytes(), 0, message.size());
            deflater.finish();
            int length = deflater.deflate(to, BlockHeader.BYTES, message.size());
            return deflater.finished() ? length : message.size();
        } finally {
            deflater.end();
        }
    }

    /** Header of the block at a place; fails if there is none, or if it does not lie in the file whole. */
    static BlockHeader header(byte[] bytes, int at) throws IOException {
        if (bytes.length - at < BlockHeader.BYTES) {
            throw new IOException("No block begins here");
        }
        BlockHeader header = BlockHeader.read(MAGIC, bytes, at);
        boolean possible = header.stored() >= 0
                && header.stored() <= header.plain()
                && header.plain() <= MAX_PLAIN
                && header.payload() == 0
                && header.blockBytes() <= bytes.length - at;
        if (!possible || BlockHeader.sum(bytes, at + BlockHeader.BYTES, header.stored()) != header.storedSum()) {
            throw new IOException("A block is damaged");
        }
        return header;
    }

    /** True if the file may end within the block that begins at a place: a running process writes it, or was killed then. */
    static boolean isCut(byte[] bytes, int at) {
        int left = bytes.length - at;
        try {
            return left < BlockHeader.BYTES
                    || BlockHeader.read(MAGIC, bytes, at).blockBytes() > left;
        } catch (IOException e) {
            return false;
        }
    }

    static WireReader message(byte[] bytes, int at, BlockHeader header) throws IOException {
        byte[] plain = new byte[header.plain()];
        int from = at + BlockHeader.BYTES;
        if (header.compression() == DEFLATED) {
            inflate(bytes, from, header.stored(), plain);
        } else if (header.compression() == PLAIN && header.stored() == header.plain()) {
            System.arraycopy(bytes, from, plain, 0, plain.length);
        } else {
            throw new IOException("A block has the unknown compression " + header.compression());
        }
        return new WireReader(plain, 0, plain.length, MAX_PARTS);
    }

    private static void inflate(byte[] from, int at, int length, byte[] to) throws IOException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(from, at, length);
            int size = 0;
            while (size < to.length) {
                int more = inflater.inflate(to, size, to.length - size);
                if (more == 0) {
                    throw new IOException("A block ends after " + size + " of " + to.length + " bytes");
                }
                size += more;
            }
        } catch (DataFormatException e) {
            throw new IOException("A block is no compressed message: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
