package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Compression of bytes of a block, with the numbers of the schema's enumeration. */
enum Compression {
    /** Stored uncompressed. */
    NONE {
        @Override
        void decompress(byte[] from, int at, int length, byte[] to) throws IOException {
            if (length != to.length) {
                throw new IOException(length + " bytes are stored of " + to.length);
            }
            System.arraycopy(from, at, to, 0, length);
        }
    },
    /** RFC 1951. */
    DEFLATE {
        @Override
        void decompress(byte[] from, int at, int length, byte[] to) throws IOException {
            Inflater inflater = new Inflater(true);
            try {
                inflater.setInput(from, at, length);
                int size = 0;
                while (size < to.length) {
                    int more = inflater.inflate(to, size, to.length - size);
                    if (more == 0) {
                        throw new IOException("Compressed bytes end after " + size + " of " + to.length);
                    }
                    size += more;
                }
            } catch (DataFormatException e) {
                throw new IOException("Compressed bytes are invalid: " + e.getMessage(), e);
            } finally {
                inflater.end();
            }
        }
    },
    /** RFC 8878. */
    ZSTD {
        @Override
        void decompress(byte[] from, int at, int length, byte[] to) throws IOException {
            try {
                ZstdBytes.decompress(from, at, length, to);
            } catch (LinkageError e) {
                throw UnsupportedJournalException.withoutZstd(e);
            }
        }
    };

    /** Data up to this size may have any ratio; larger data is limited to {@link #MAX_RATIO}. */
    private static final int ANY_RATIO_BYTES = 16 << 20;

    private static final int MAX_RATIO = 1000;

    /** Stricter limit for headers, which become objects when a journal is opened. */
    private static final int ANY_RATIO_HEADER_BYTES = 16 << 10;

    private static final int MAX_HEADER_RATIO = 100;

    /** Messages and texts that any header may have; {@link #PARTS_A_BYTE} more per stored byte. */
    private static final int ANY_PARTS = 256;

    private static final int PARTS_A_BYTE = 4;

    /** Compression with a number of the format. */
    static Compression numbered(int number) throws UnsupportedJournalException {
        try {
            return SchemaNumbers.COMPRESSIONS.value(number);
        } catch (IOException e) {
            throw new UnsupportedJournalException("This journal has an unknown compression (" + number
                    + "): read it with the version that wrote it, or a newer one");
        }
    }

    /** Decompresses exactly {@code to.length} bytes, or fails. */
    abstract void decompress(byte[] from, int at, int length, byte[] to) throws IOException;

    /** True if the header of a block may have this compression ratio; writers keep to the limit. */
    static boolean mayStandForHeader(int stored, int plain) {
        return plain <= ANY_RATIO_HEADER_BYTES || plain <= (long) stored * MAX_HEADER_RATIO;
    }

    /** Maximum number of messages and texts in a header with this compressed size; writers keep to the limit. */
    static int mostParts(int stored) {
        return (int) Math.min(ANY_PARTS + (long) stored * PARTS_A_BYTE, Integer.MAX_VALUE);
    }

    /** True if a payload may have this compression ratio; writers keep to the limit, so readers refuse more. */
    static boolean mayStandFor(int stored, int plain) {
        return plain <= ANY_RATIO_BYTES || plain <= (long) stored * MAX_RATIO;
    }
}
