package io.stepprofiler.readers.xspace;

import com.google.protobuf.CodedInputStream;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.readers.foreign.InflationDamage;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Bytes of an XSpace, in memory or in a file, with access to any range at any time. Safe on any thread. */
abstract class XSpaceBytes implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    /** Name of the data in errors. */
    final Path name;

    final long size;
    /** Damage of the compressed data of a file; empty if there is none. */
    private final String damage;

    private XSpaceBytes(Path name, long size, String damage) {
        this.name = name;
        this.size = size;
        this.damage = damage;
    }

    String damage() {
        return damage;
    }

    static XSpaceBytes inMemory(Path name, byte[] bytes) {
        return inMemory(name, bytes, "");
    }

    /** The content of a file compressed with gzip, as far as it goes. */
    static XSpaceBytes inflated(Path file, ImportOptions options) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            byte[] part = new byte[BUFFER_BYTES];
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                plain.write(part, 0, count);
                options.checkBytes(file, plain.size());
                // The stream, and its copy.
                options.checkMemory(file, 4L * plain.size());
            }
        } catch (ZipException | EOFException e) {
            return inMemory(file, plain.toByteArray(), InflationDamage.of(e, plain.size(), "content"));
        }
        return inMemory(file, plain.toByteArray());
    }

    private static XSpaceBytes inMemory(Path name, byte[] bytes, String damage) {
        return new XSpaceBytes(name, bytes.length, damage) {
            @Override
            CodedInputStream read(int from, int to) {
                return CodedInputStream.newInstance(bytes, from, to - from);
            }

            @Override
            public void close() {}
        };
    }

    /** Opens a file, not a channel, because an interrupted reader would close a channel. */
    static XSpaceBytes inFile(Path path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
        return new XSpaceBytes(path, file.length(), "") {
            private volatile boolean closed;

            @Override
            CodedInputStream read(int from, int to) {
                if (closed) {
                    throw new IllegalStateException(path + ": the profile was closed, and its events are in the file");
                }
                int buffer = Math.max(Math.min(to - from, BUFFER_BYTES), 1);
                return CodedInputStream.newInstance(new Range(file, from, to), buffer);
            }

            @Override
            public void close() throws IOException {
                closed = true;
                file.close();
            }
        };
    }

    /** Returns a reader of the bytes in {@code [from, to)}, whose positions count from 0. */
    abstract CodedInputStream read(int from, int to);

    ImportException wrong(long at, String what) {
        return new ImportException(name, "byte " + at, damage.isEmpty() ? what : damage + ": " + what);
    }

    /** A range of a file; several threads may read the file at once, each with its own range. */
    private static final class Range extends InputStream {
        private final RandomAccessFile file;
        private final long to;
        private long at;

        Range(RandomAccessFile file, long from, long to) {
            this.file = file;
            this.to = to;
            at = from;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int most = (int) Math.min(length, to - at);
            if (most <= 0) {
                return length == 0 ? 0 : -1;
            }
            int count;
            synchronized (file) {
                file.seek(at);
                count = file.read(target, offset, most);
            }
            at += Math.max(count, 0);
            return count;
        }

        @Override
        public long skip(long count) {
            long skipped = Math.max(Math.min(count, to - at), 0);
            at += skipped;
            return skipped;
        }
    }
}
