package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.wire.BlockHeader;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reader of the blocks of one ledger, whatever lies between them. */
final class LedgerReader {
    /** More than any writer's limit. */
    static final long MAX_BYTES = 64 << 20;

    /** Limit of rows, which take up to a hundred bytes of memory each. */
    static final int MAX_ROWS = 1 << 20;

    /** Rows beyond which older ones are pooled: with their analysis, rows take at most a fifth of the heap. */
    private static final int MOST_ROWS =
            (int) Math.min(MAX_ROWS, Runtime.getRuntime().maxMemory() >> 10);

    /** Limit of uncompressed bytes; a file with more was crafted. */
    private static final long MAX_PLAIN_BYTES = 2 * MAX_BYTES;

    /** Limit of damaged places, each of which may take the checksum of a block. */
    private static final int MAX_DAMAGES = 10_000;

    private static final LedgerRun UNKNOWN_RUN = new LedgerRun(
            "",
            "",
            "",
            "",
            new ProcessInfo(0, ""),
            new ClockAnchor(0, 0),
            LedgerRun.Machine.UNKNOWN,
            OptionalInt.empty(),
            0,
            JobPlace.UNKNOWN);

    private final String source;
    private StepRows rows = new StepRows();
    private int readRows;
    private final StepSyncs syncs = new StepSyncs();
    private final List<ClockAnchor> anchors = new ArrayList<>();
    private @Nullable LedgerRun run;
    private int file;
    private int blocks;
    private long lastNumber;
    private long missingBlocks;
    private long damagedBytes;
    private int damages;
    private long plainBytes;
    private long overwrittenSteps;
    private long failedWrites;
    private long overwrittenSyncs;
    private long droppedSyncs;
    private boolean ended;

    private LedgerReader(String source) {
        this.source = source;
    }

    static StepLedger read(Path path) throws IOException {
        checkLength(Files.size(path), path.toString());
        return read(Files.readAllBytes(path), path.toString());
    }

    static void checkLength(long bytes, String source) throws IOException {
        if (bytes > MAX_BYTES) {
            throw new IOException(source + ": it is no step ledger: it has " + bytes
                    + " bytes, and ledgers have at most " + MAX_BYTES);
        }
    }

    static StepLedger read(byte[] bytes, String source) throws IOException {
        LedgerReader reader = new LedgerReader(source);
        reader.scan(bytes);
        return reader.ledger(bytes.length);
    }

    private void scan(byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; ) {
            try {
                at = take(bytes, at);
            } catch (UnknownVersionException e) {
                throw new IOException(source + ": " + e.getMessage(), e);
            } catch (IOException e) {
                int next = ++damages > MAX_DAMAGES ? bytes.length : magicFrom(bytes, at + 1);
                damagedBytes += !ended && LedgerBlock.isCut(bytes, at) ? 0 : next - at;
                at = next;
            }
        }
    }

    /** Takes the block at a place; returns the place after it. */
    private int take(byte[] bytes, int at) throws IOException {
        BlockHeader header = LedgerBlock.header(bytes, at);
        if (header.version() != LedgerBlock.VERSION) {
            throw new UnknownVersionException("A step ledger of version " + header.version()
                    + " is not known to this release, which reads version " + LedgerBlock.VERSION
                    + ": read it with the release that wrote it, or a newer one");
        }
        if (blocks > 0 && (header.file() != file || header.number() <= lastNumber)) {
            throw new IOException("A block belongs to another file");
        }
        plainBytes += header.plain();
        if (plainBytes > MAX_PLAIN_BYTES) {
            throw new IOException("A ledger has more bytes than " + MAX_PLAIN_BYTES);
        }
        take(header.kind(), LedgerBlock.message(bytes, at, header));
        missingBlocks += blocks == 0 ? 0 : header.number() - lastNumber - 1;
        lastNumber = header.number();
        file = header.file();
        blocks++;
        return at + (int) header.blockBytes();
    }

    private void take(int kind, WireReader message) throws IOException {
        if (kind == LedgerBlock.HEAD) {
            LedgerRun head = RunCodec.read(message);
            run = head;
            anchors.add(0, head.start());
        } else if (kind == LedgerBlock.STEPS) {
            RowsCodec.Block block = RowsCodec.read(message);
            readRows += block.rows().size();
            if (readRows > MAX_ROWS) {
                throw new IOException("A ledger has more rows than " + MAX_ROWS);
            }
            if (rows.size() + block.rows().size() > MOST_ROWS) {
                StepRows pooled = new StepRows();
                pooled.addPooled(rows);
                rows = pooled;
            }
            rows.addAll(block.rows());
            anchors.add(block.written());
            overwrittenSteps = block.overwrittenSteps();
            failedWrites = block.failedWrites();
            ended = block.ended();
        } else if (kind == LedgerBlock.SYNCS) {
            SyncsCodec.Block block = SyncsCodec.read(message);
            if (block.rows().size() > MAX_ROWS - syncs.size()) {
                throw new IOException("A ledger has more collectives than " + MAX_ROWS);
            }
            syncs.addAll(block.rows());
            overwrittenSyncs = block.overwritten();
            droppedSyncs = block.dropped();
        }
    }

    private static int magicFrom(byte[] bytes, int from) {
        for (int at = from; at <= bytes.length - BlockHeader.Magic.BYTES; at++) {
            if (LedgerBlock.MAGIC.isAt(bytes, at)) {
                return at;
            }
        }
        return bytes.length;
    }

    private StepLedger ledger(int length) throws IOException {
        if (blocks == 0) {
            throw new IOException(
                    length == 0
                            ? source + ": it is no step ledger yet: it is empty"
                            : source + ": it is no step ledger, or nothing is left of it: none of its " + length
                                    + " bytes belong to a block that can be read");
        }
        LedgerRun known = run;
        return new StepLedger(
                known == null ? UNKNOWN_RUN : known,
                rows,
                syncs,
                anchors,
                new LedgerLosses(
                        overwrittenSteps, failedWrites, overwrittenSyncs, droppedSyncs, missingBlocks, damagedBytes),
                ended,
                source);
    }

    /** A block is intact, but of a newer version. */
    private static final class UnknownVersionException extends IOException {
        private static final long serialVersionUID = 1;

        UnknownVersionException(String message) {
            super(message);
        }
    }
}
