package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** How bytes of a block are compressed: the enumeration of the schema, by the same numbers. */
enum Compression {
    /** Not at all. */
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
                throw new IOException("Compressed bytes make no sense: " + e.getMessage(), e);
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

    /** A few megabytes may be what they want; more must have taken some room. */
    private static final int ANY_RATIO_BYTES = 16 << 20;

    private static final int MAX_RATIO = 1000;

    /** The same of headers, which become objects at once. */
    private static final int ANY_RATIO_HEADER_BYTES = 16 << 10;

    private static final int MAX_HEADER_RATIO = 100;

    /** So many messages and texts may be in any header; more must have taken some room. */
    private static final int ANY_PARTS = 256;

    private static final int PARTS_A_BYTE = 4;

    /** The one of a number of the format. */
    static Compression numbered(int number) throws UnsupportedJournalException {
        try {
            return Numbers.COMPRESSIONS.value(number);
        } catch (IOException e) {
            throw new UnsupportedJournalException("This journal is compressed in a way (" + number
                    + ") that is not known here: read it with the version that wrote it, or a newer one");
        }
    }

    /** Fills {@code to} with what is compressed, or fails. */
    abstract void decompress(byte[] from, int at, int length, byte[] to) throws IOException;

    /** Whether the header of a block may be compressed so well; writers keep to it. */
    static boolean mayStandForHeader(int stored, int plain) {
        return plain <= ANY_RATIO_HEADER_BYTES || plain <= (long) stored * MAX_HEADER_RATIO;
    }

    /** How many messages and texts a header may have that is compressed to so few bytes; writers keep to it. */
    static int mostParts(int stored) {
        return (int) Math.min(ANY_PARTS + (long) stored * PARTS_A_BYTE, Integer.MAX_VALUE);
    }

    /** Whether so few bytes may stand for so many; writers keep to it, so that readers need not believe more. */
    static boolean mayStandFor(int stored, int plain) {
        return plain <= ANY_RATIO_BYTES || plain <= (long) stored * MAX_RATIO;
    }
}
