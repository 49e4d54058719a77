package io.stepprofiler.journal.blocks;

import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Finds the intact blocks of a file, whatever lies between them. */
final class BlockScanner {
    /**
     * A block.
     *
     * @param at offset in its file
     * @param header header, decompressed
     */
    record Block(BlockFrame frame, long at, WireReader header) {
        long payloadAt() {
            return at + BlockFrame.BYTES + frame.headerStored();
        }
    }

    private static final int RUN = 1 << 16;

    /**
     * Limit of checked bytes, in multiples of the file's length. Scanning damaged data checks some bytes repeatedly; a
     * file that needs more was crafted.
     */
    private static final int MAX_READINGS = 8;

    private final JournalFile file;
    private final byte[] run = new byte[RUN];
    private long at;
    private long damagedBytes;
    private long checkedBytes;

    BlockScanner(JournalFile file) {
        this.file = file;
    }

    /** Bytes up to the current position that belong to no block. */
    long damagedBytes() {
        return damagedBytes;
    }

    /**
     * Next intact block; null at the end.
     *
     * @throws UnsupportedJournalException if it is intact but cannot be read here
     */
    @Nullable
    Block next() throws UnsupportedJournalException {
        while (at < file.length()) {
            try {
                Block block = blockAt(at);
                at += block.frame.blockBytes();
                return block;
            } catch (UnsupportedJournalException e) {
                UnsupportedJournalException told = new UnsupportedJournalException(file + ": " + e.getMessage());
                told.initCause(e);
                throw told;
            } catch (IOException e) {
                long next = checkedBytes > MAX_READINGS * file.length() ? file.length() : magicFrom(at + 1);
                damagedBytes += next - at;
                at = next;
            }
        }
        return null;
    }

    private Block blockAt(long from) throws IOException {
        file.readFully(from, run, BlockFrame.BYTES);
        BlockFrame frame = BlockFrame.read(run, 0);
        if (frame.blockBytes() > file.length() - from) {
            throw new IOException("A block goes beyond the end");
        }
        checkedBytes += frame.blockBytes();
        MemoryLimit.check((long) frame.headerStored() + frame.headerPlain());
        byte[] stored = new byte[frame.headerStored()];
        file.readFully(from + BlockFrame.BYTES, stored, stored.length);
        if (BlockFrame.sum(stored, 0, stored.length) != frame.headerSum()) {
            throw new IOException("The header of a block is damaged");
        }
        if (sum(from + BlockFrame.BYTES + stored.length, frame.payload()) != frame.payloadSum()) {
            throw new IOException("The payload of a block is damaged");
        }
        byte[] header = stored;
        int parts = Integer.MAX_VALUE;
        if (frame.compression() != Compression.NONE) {
            header = new byte[frame.headerPlain()];
            frame.compression().decompress(stored, 0, stored.length, header);
            parts = Compression.mostParts(stored.length);
        }
        return new Block(frame, from, new WireReader(header, 0, header.length, parts));
    }

    private int sum(long from, int count) throws IOException {
        CRC32C sum = new CRC32C();
        for (int done = 0; done < count; ) {
            int part = Math.min(count - done, run.length);
            file.readFully(from + done, run, part);
            sum.update(run, 0, part);
            done += part;
        }
        return (int) sum.getValue();
    }

    /** Offset of the next magic, or the end of the file. */
    private long magicFrom(long from) {
        long place = from;
        while (file.length() - place >= BlockFrame.MAGIC_BYTES) {
            int count = (int) Math.min(run.length, file.length() - place);
            int last = count - BlockFrame.MAGIC_BYTES;
            try {
                file.readFully(place, run, count);
                for (int i = 0; i <= last; i++) {
                    if (BlockFrame.isMagic(run, i)) {
                        return place + i;
                    }
                }
            } catch (IOException e) {
                // This part of the disk is unreadable; the next may not be.
            }
            place += last + 1;
        }
        return file.length();
    }
}
