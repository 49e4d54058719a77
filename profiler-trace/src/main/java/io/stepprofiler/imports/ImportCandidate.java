package io.stepprofiler.imports;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Name and first bytes of a file to import, from which importers recognize it. Safe on any thread; arrays must not be
 * changed.
 */
public final class ImportCandidate {
    /** Number of bytes at the beginning of a file that select its importer. */
    static final int PROBE_BYTES = 1 << 16;

    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    /** Magic numbers by compression program; looked for after one layer of gzip has been unpacked. */
    private static final Map<String, byte[]> PACKINGS = Map.of(
            "gzip twice",
            new byte[] {GZIP_FIRST, (byte) GZIP_SECOND},
            "zstd",
            new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd},
            "xz",
            new byte[] {(byte) 0xfd, '7', 'z', 'X', 'Z', 0},
            "bzip2",
            new byte[] {'B', 'Z', 'h'},
            "zip",
            new byte[] {'P', 'K', 3, 4});

    /** Offset of the magic number in a tar archive. */
    private static final int TAR_OFFSET = 257;

    private final Path file;
    private final boolean directory;
    private final byte[] head;
    private final byte[] inflatedHead;

    private ImportCandidate(Path file, boolean directory, byte[] head) {
        this.file = file;
        this.directory = directory;
        this.head = head;
        inflatedHead = inflated(head);
    }

    /**
     * Looks at a file.
     *
     * @param file a file or directory
     * @return its name and its first bytes, {@value #PROBE_BYTES} at most
     * @throws IOException if there is none, it is neither a file nor a directory, or it cannot be read
     */
    public static ImportCandidate of(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            return new ImportCandidate(file, true, new byte[0]);
        }
        if (Files.isRegularFile(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                return new ImportCandidate(file, false, in.readNBytes(PROBE_BYTES));
            }
        }
        if (Files.exists(file)) {
            // A pipe might never end, a device might do something.
            throw new ImportException(file, "it is neither a file nor a directory");
        }
        throw new NoSuchFileException(file.toString());
    }

    /** {@return the file} */
    public Path file() {
        return file;
    }

    /** The last part of its name. */
    String fileName() {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    /** {@return whether it is a directory} */
    public boolean isDirectory() {
        return directory;
    }

    /** {@return its first bytes; none for a directory} */
    public byte[] head() {
        return head;
    }

    /**
     * {@return the first bytes of the decompressed content if the file is compressed with gzip; else of the file
     * itself}
     */
    public byte[] inflatedHead() {
        return inflatedHead;
    }

    /**
     * {@return the length of a magic number if the decompressed content begins with it; else 0}
     *
     * @param magic the bytes a format begins with
     */
    public int beginsWith(byte... magic) {
        if (inflatedHead.length < magic.length) {
            return 0;
        }
        for (int i = 0; i < magic.length; i++) {
            if (inflatedHead[i] != magic[i]) {
                return 0;
            }
        }
        return magic.length;
    }

    /**
     * The compression or archive format of the content inside at most one layer of gzip; empty if none is recognized.
     */
    Optional<String> packing() {
        for (Map.Entry<String, byte[]> packing : PACKINGS.entrySet()) {
            if (beginsWith(packing.getValue()) > 0) {
                return Optional.of(packing.getKey());
            }
        }
        byte[] tar = {'u', 's', 't', 'a', 'r'};
        boolean isTar = inflatedHead.length > TAR_OFFSET + tar.length
                && Arrays.equals(tar, Arrays.copyOfRange(inflatedHead, TAR_OFFSET, TAR_OFFSET + tar.length));
        return isTar ? Optional.of("tar") : Optional.empty();
    }

    private static byte[] inflated(byte[] head) {
        if (head.length < 2 || (head[0] & 0xff) != GZIP_FIRST || (head[1] & 0xff) != GZIP_SECOND) {
            return head;
        }
        byte[] plain = new byte[PROBE_BYTES];
        int size = 0;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(head))) {
            for (int count = in.read(plain); count > 0; count = in.read(plain, size, plain.length - size)) {
                size += count;
            }
        } catch (IOException e) {
            // Expected: the head of a longer file ends in the middle of a block.
        }
        return Arrays.copyOf(plain, size);
    }
}
