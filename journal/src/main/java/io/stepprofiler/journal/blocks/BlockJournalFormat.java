package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalFormat;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Journal format: a directory of files of blocks, each readable on its own.
 *
 * <p>A journal is a directory {@code <host>_<pid>_<trace id>.journal} of files {@code 00000001.blocks} and so on, of
 * four megabytes each and more as the journal grows, so that the oldest can be deleted. A file is a sequence of blocks:
 * a head, then one for each segment, with a copy of the head after the first segment; a finished journal ends with
 * another copy of the head and an end. Each block has a frame with checksums (CRC-32C) and cumulative counts of
 * recorded and lost events; a header, which is a protocol buffer; and the events of each thread as columns, each thread
 * compressed separately with Zstandard. The schema is {@code journal.proto} in this package.
 *
 * <p>Guarantees: a block is appended whole or not at all, and an appended block can be read after the process was
 * killed, the disk was full, or all other parts of the files were damaged; missing events show in the loss account of
 * the trace. A power failure may lose blocks that the system had not written yet: only {@linkplain
 * io.stepprofiler.segment.JournalWriter#finish finishing} waits for the disk. Files are created for their owner only,
 * and never replace others. Files are not trusted when they are read: sizes are checked against the length of the file,
 * and invalid data is skipped and counted, or fails with the file and the byte.
 *
 * <p>Cost: about 4 bytes and 20 nanoseconds for a plain event, on the appending thread; {@code docs/PERFORMANCE.md}
 * describes the measurement. Opening a journal reads all files once to check them; events are decompressed on demand.
 *
 * <p>If the native library of zstd-jni cannot be loaded, or the virtual machine would print a warning about it (JDK 24
 * and newer without {@code --enable-native-access=com.github.luben.zstd_jni} or {@code ALL-UNNAMED}), blocks are not
 * compressed: plain events then take about 5 bytes, others more. The system property
 * {@code stepprofiler.journal.compression} chooses {@code zstd}, {@code deflate} (as small, and several times slower)
 * or {@code none}.
 *
 * <p>Traces read their events from the files, also after the journal was deleted; small journals are loaded into memory
 * instead. A process keeps at most 64 of these files open, and all files of the journal that was used last. A trace
 * that is kept while many others are recorded can be read as long as its journal exists
 * ({@link io.stepprofiler.journal.JournalOptions#withKeepFiles}); later, reading its events fails with a message. On
 * Windows, which does not delete open files, these files are deleted when the process ends.
 */
class BlockJournalFormat implements JournalFormat {
    static final String SUFFIX = ".journal";
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]");
    private static final long FILE_BYTES = 4 << 20;

    private static final int MAX_PART = 64;
    private static final int MAX_ATTEMPTS = 1000;

    private final JournalFiles files;
    private final long fileBytes;

    /** Creates the format for the file system. */
    BlockJournalFormat() {
        this(new DiskFiles(), FILE_BYTES);
    }

    /** Creates a format whose files have at least about {@code fileBytes}. */
    BlockJournalFormat(JournalFiles files, long fileBytes) {
        this.files = files;
        this.fileBytes = fileBytes;
    }

    @Override
    public void warmUp(List<Segment> segments) throws IOException {
        BlockEncoder encoder = new BlockEncoder(0, Compressor.create());
        for (Segment segment : segments) {
            encoder.segment(segment);
        }
    }

    @Override
    public JournalWriter create(Path directory, JournalHead head) throws IOException {
        String name = safe(head.process().host()) + "_" + head.process().pid() + "_" + safe(head.traceId());
        for (int attempt = 1; ; attempt++) {
            Path journal = directory.resolve(name + (attempt == 1 ? "" : "_" + attempt) + SUFFIX);
            try {
                files.createDirectory(journal);
            } catch (FileAlreadyExistsException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
                continue;
            }
            return BlockWriter.begin(files, fileBytes, journal, head);
        }
    }

    @Override
    public Journal open(Path journal) throws IOException {
        return BlockJournal.open(files, journal);
    }

    static boolean isJournalName(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().endsWith(SUFFIX);
    }

    /** Replaces characters that a file system may refuse. */
    private static String safe(String text) {
        String safe = UNSAFE.matcher(text).replaceAll("_");
        return safe.substring(0, Math.min(safe.length(), MAX_PART));
    }
}
