package io.stepprofiler.journal.blocks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Appends blocks to the last file of a journal. */
final class BlockWriter implements JournalWriter {
    /** Minimum uncompressed length of a history's file; histories discard whole files. */
    private static final long HISTORY_FILE_BYTES = 256 << 10;

    private static final long MAX_FILE_BYTES = 1 << 30;

    /**
     * A file is full at this fraction of the journal, so that long journals never have more than a few hundred files.
     */
    private static final int SHARE_OF_FILE = 32;

    /** Bytes of free disk space that are left to other programs. */
    private static final long LEFT_TO_OTHERS = 16 << 20;

    private static final class File {
        private final Path path;
        private long length;
        private long plainLength;
        private int heads;
        private int segments;
        private boolean endsWithHead;
        private long lastNanos = Long.MIN_VALUE;

        File(Path path) {
            this.path = path;
        }
    }

    private final JournalFiles files;
    private final long minFileBytes;
    private final Path directory;
    private final JournalHead head;
    private final int journal = ThreadLocalRandom.current().nextInt();
    private final BlockEncoder encoder = new BlockEncoder(journal, Compressor.create());
    private final Deque<File> written = new ArrayDeque<>();
    private int fileNumber;
    private SegmentCounts counts = SegmentCounts.ZERO;
    private ClockAnchor last;
    private JournalFiles.@Nullable Output output;
    private @Nullable IOException failure;
    private boolean closed;

    private BlockWriter(JournalFiles files, long minFileBytes, Path directory, JournalHead head) {
        this.files = files;
        this.minFileBytes = minFileBytes;
        this.directory = directory;
        this.head = head;
        last = head.start();
    }

    /** Begins a journal in an empty directory; removes the directory if that fails. */
    static BlockWriter begin(JournalFiles files, long minFileBytes, Path directory, JournalHead head)
            throws IOException {
        BlockWriter writer = new BlockWriter(files, minFileBytes, directory, head);
        try {
            writer.outputForMore();
            return writer;
        } catch (IOException e) {
            try {
                writer.delete();
            } catch (IOException another) {
                e.addSuppressed(another);
            }
            throw e;
        }
    }

    @Override
    public void append(Segment segment) throws IOException {
        checkOpen();
        JournalFiles.Output to = outputForMore();
        write(to, encoder.segment(segment), encoder.size());
        File file = written.getLast();
        file.segments++;
        file.endsWithHead = false;
        counts = segment.after();
        last = segment.end();
        file.lastNanos = Math.max(file.lastNanos, segment.end().monotonicNanos());
    }

    @Override
    public long bytes() {
        return written.stream().mapToLong(file -> file.length).sum();
    }

    @Override
    public void discardBefore(long nanos) throws IOException {
        Iterator<File> oldest = written.iterator();
        while (oldest.hasNext()) {
            File file = oldest.next();
            // The last file is being written, or has the newest blocks.
            if (file == written.getLast() || file.lastNanos >= nanos) {
                return;
            }
            files.delete(file.path);
            oldest.remove();
        }
    }

    @Override
    public void finish(JournalEnd end, SegmentCounts counted) throws IOException {
        checkOpen();
        JournalFiles.Output to = outputForMore();
        if (!written.getLast().endsWithHead) {
            writeHead(to);
        }
        write(to, encoder.end(new HeaderCodec.CountedEnd(end, counted)), encoder.size());
        try {
            to.force();
        } finally {
            close();
        }
    }

    @Override
    public Journal read() throws IOException {
        Map<Path, Long> lengths = new LinkedHashMap<>();
        written.forEach(file -> lengths.put(file.path, file.length));
        return BlockJournal.open(directory, lengths);
    }

    @Override
    public void delete() throws IOException {
        close();
        while (!written.isEmpty()) {
            files.delete(written.getFirst().path);
            written.removeFirst();
        }
        files.delete(directory);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        encoder.close();
        JournalFiles.Output open = output;
        output = null;
        if (open != null) {
            open.close();
        }
    }

    private void checkOpen() throws IOException {
        if (failure != null) {
            throw new IOException(directory + " is not written any more: " + failure.getMessage(), failure);
        }
        if (closed) {
            throw new IOException(directory + " is closed");
        }
    }

    /** Returns the file for the next block: the current file, or a new one that begins with a head. */
    private JournalFiles.Output outputForMore() throws IOException {
        JournalFiles.Output open = output;
        if (open != null && !isFull(written.getLast())) {
            File file = written.getLast();
            if (file.segments > 0 && file.heads == 1) {
                // A second head elsewhere in the file: damage to both leaves little worth reading.
                writeHead(open);
            }
            return open;
        }
        try {
            if (open != null) {
                output = null;
                open.close();
            }
            checkSpace();
            fileNumber++;
            Path path = directory.resolve(String.format(Locale.ROOT, "%08d.blocks", fileNumber));
            open = files.create(path);
            output = open;
            written.add(new File(path));
        } catch (IOException e) {
            failed(e);
            throw e;
        }
        writeHead(open);
        return open;
    }

    private void writeHead(JournalFiles.Output to) throws IOException {
        write(to, encoder.head(new HeaderCodec.FileHead(head, last, counts)), encoder.size());
        File file = written.getLast();
        file.heads++;
        file.endsWithHead = true;
    }

    private boolean isFull(File file) {
        return head.givesUpOld()
                ? isFull(file.plainLength, Math.min(minFileBytes, HISTORY_FILE_BYTES), plainBytes())
                : isFull(file.length, minFileBytes, bytes());
    }

    private static boolean isFull(long length, long least, long all) {
        return length >= Math.max(least, Math.min(all / SHARE_OF_FILE, MAX_FILE_BYTES));
    }

    private long plainBytes() {
        return written.stream().mapToLong(file -> file.plainLength).sum();
    }

    private void checkSpace() throws IOException {
        long usable;
        try {
            usable = files.usableBytes(directory);
        } catch (IOException e) {
            // Some file systems cannot report free space; writing fails then if there is none.
            return;
        }
        // Some network file systems report 0.
        if (usable > 0 && usable < LEFT_TO_OTHERS) {
            throw new IOException("The disk of " + directory + " is almost full: " + usable + " bytes are left, and "
                    + LEFT_TO_OTHERS + " are reserved for other programs");
        }
    }

    private void write(JournalFiles.Output to, byte[] block, int count) throws IOException {
        File file = written.getLast();
        try {
            to.write(block, count);
            file.length += count;
            file.plainLength += encoder.plainSize();
        } catch (IOException e) {
            try {
                // J1: a block is complete or not in the file.
                to.truncate(file.length);
            } catch (IOException another) {
                e.addSuppressed(another);
            }
            failed(e);
            throw e;
        }
    }

    private void failed(IOException e) {
        failure = e;
        try {
            close();
        } catch (IOException another) {
            e.addSuppressed(another);
        }
    }
}
