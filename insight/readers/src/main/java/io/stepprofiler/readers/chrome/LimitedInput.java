package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.foreign.InflationDamage;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Text of a file, decompressed if its content is compressed with gzip, up to a limit of bytes. */
final class LimitedInput extends FilterInputStream {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Charges charges;
    private long count;
    private String damage = "";

    private LimitedInput(InputStream in, Charges charges) {
        super(in);
        this.charges = charges;
    }

    /** The bytes of a file, from its beginning. */
    static LimitedInput of(Charges charges) throws IOException {
        InputStream file = new BufferedInputStream(Files.newInputStream(charges.file()), BUFFER_BYTES);
        try {
            file.mark(2);
            boolean compressed = file.read() == 0x1f && file.read() == 0x8b;
            file.reset();
            return new LimitedInput(compressed ? new GZIPInputStream(file, BUFFER_BYTES) : file, charges);
        } catch (IOException e) {
            file.close();
            throw e instanceof ZipException || e instanceof EOFException
                    ? new ImportException(charges.file(), InflationDamage.of(e, 0, "text"), e)
                    : e;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (!damage.isEmpty()) {
            return -1;
        }
        try {
            int read = super.read(bytes, offset, length);
            count += Math.max(read, 0);
            charges.bytes(count);
            return read;
        } catch (ZipException | EOFException e) {
            damage = InflationDamage.of(e, count, "text");
            return -1;
        }
    }

    /** Damage of the compressed data, which ends the text; empty if there is none. */
    String damage() {
        return damage;
    }
}
