package io.stepprofiler.mxnet;

import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.UnaryOperator;

/**
 * File that grows and is shown to others complete only: what is appended goes to a hidden file beside it, of which each
 * {@link #publish} makes a copy with an end of its own.
 *
 * <p>Nobody ever reads a file that is still being written: what has the name is replaced as a whole.
 */
final class TraceSpool {
    private final Path file;
    private final Path hidden;
    private final OutputStream out;
    private long length;
    private boolean isFinished;

    /** Begins one; its directory is created. */
    TraceSpool(Path file) throws IOException {
        this(file, UnaryOperator.identity());
    }

    /** The same, whose bytes go through a stream that may fail. */
    TraceSpool(Path file, UnaryOperator<OutputStream> outputs) throws IOException {
        this.file = TraceFile.destination(file);
        hidden = TraceFile.newTemporary(this.file);
        out = outputs.apply(Files.newOutputStream(hidden, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    Path file() {
        return file;
    }

    long length() {
        return length;
    }

    /** Appends all of it, or fails; what was appended before is then still good. */
    void append(byte[] bytes) throws IOException {
        out.write(bytes);
        length += bytes.length;
    }

    /** Shows the first bytes, with an end, unless all has been shown. On any thread, while others append. */
    synchronized void publish(long shown, byte[] end) throws IOException {
        if (isFinished) {
            return;
        }
        TraceFile.replace(file, copy -> {
            try (InputStream in = Files.newInputStream(hidden)) {
                copy(in, shown, copy);
            }
            copy.write(end);
        });
    }

    private static void copy(InputStream in, long length, OutputStream to) throws IOException {
        byte[] block = new byte[1 << 16];
        for (long rest = length; rest > 0; ) {
            int read = in.read(block, 0, (int) Math.min(block.length, rest));
            if (read < 0) {
                throw new IOException("The temporary file has been cut");
            }
            to.write(block, 0, read);
            rest -= read;
        }
    }

    /** Shows all of it for good, with an end. */
    synchronized void finish(byte[] end) throws IOException {
        isFinished = true;
        try {
            out.close();
            // What a failed append has left behind the last good one goes.
            try (FileChannel channel = FileChannel.open(hidden, StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            Files.write(hidden, end, StandardOpenOption.APPEND);
            TraceFile.rename(hidden, file);
        } finally {
            discard();
        }
    }

    /** Removes what was not shown. */
    synchronized void discard() throws IOException {
        isFinished = true;
        try {
            out.close();
        } finally {
            Files.deleteIfExists(hidden);
        }
    }
}
