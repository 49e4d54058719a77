package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.wire.BlockHeader;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The encoded blocks of a ledger in memory. If they exceed a limit of bytes or rows, the older half of the collectives
 * is dropped if collectives take more than half of the bytes; else the rows of the older half of the steps are pooled in
 * pairs: the older a row, the more steps it stands for.
 *
 * <p>For the profiler only. For one thread at a time.
 */
public final class LedgerBlocks {
    /** Largest number of rows of a block. */
    public static final int ROWS_OF_BLOCK = 256;

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Encoded(byte[] bytes, int rows) {}

    /** The blocks of one kind, in order. */
    private static final class Part {
        private final List<Encoded> blocks = new ArrayList<>();
        private long bytes;
        private int rows;

        private void add(Encoded block) {
            blocks.add(block);
            bytes += block.bytes.length;
            rows += block.rows;
        }

        private void clear() {
            blocks.clear();
            bytes = 0;
            rows = 0;
        }

        /** True if most blocks are short, such as blocks of long steps. */
        private boolean isScattered() {
            return blocks.size() > 1 && rows <= blocks.size() * ROWS_OF_BLOCK / 4;
        }
    }

    private final WireWriter message = new WireWriter();
    private final int file = ThreadLocalRandom.current().nextInt();
    private final LedgerRun run;
    private final long maxBytes;
    private final int maxRows;
    private final Part steps = new Part();
    private final Part syncs = new Part();
    private StepRows nextSteps = new StepRows();
    private StepSyncs nextSyncs = new StepSyncs();
    private long droppedSyncs;

    /**
     * A ledger without steps, with room for as many rows as a reader accepts.
     *
     * @param run the run
     * @param maxBytes limit of the encoded blocks
     */
    public LedgerBlocks(LedgerRun run, long maxBytes) {
        this(run, maxBytes, LedgerReader.MAX_ROWS);
    }

    /**
     * A ledger without steps.
     *
     * @param run the run
     * @param maxBytes limit of the encoded blocks
     * @param maxRows limit of rows of each kind
     */
    public LedgerBlocks(LedgerRun run, long maxBytes, int maxRows) {
        this.run = run;
        this.maxBytes = maxBytes;
        this.maxRows = maxRows;
    }

    /** {@return the number of rows of steps in blocks} */
    public int rows() {
        return steps.rows;
    }

    /**
     * Adds a step of this process to the next block of steps.
     *
     * @param row its values, in the order of {@code StepColumn}
     */
    public void step(long[] row) {
        nextSteps.add(row);
    }

    /**
     * Adds a collective of this process to the next block of collectives.
     *
     * @param row its values, in the order of {@code CollectiveColumn}
     */
    public void collective(long[] row) {
        nextSyncs.add(row);
    }

    /**
     * {@return the encoded block of the steps since the last one, which this call adds}
     *
     * @param overwrittenSteps steps lost since the run began
     * @param failedWrites failed writes since the run began
     * @param ended true if the profile has ended
     */
    public byte[] endSteps(long overwrittenSteps, long failedWrites, boolean ended) {
        StepRows rows = nextSteps;
        nextSteps = new StepRows();
        return add(new RowsCodec.Block(ClockAnchor.now(), overwrittenSteps, failedWrites, ended, rows));
    }

    /**
     * {@return the encoded block of the collectives since the last one, which this call adds}
     *
     * @param overwritten collectives lost since the run began
     */
    public byte[] endCollectives(long overwritten) {
        StepSyncs rows = nextSyncs;
        nextSyncs = new StepSyncs();
        return add(rows, overwritten);
    }

    private byte[] add(RowsCodec.Block block) {
        message.clear();
        RowsCodec.write(block, message);
        return add(steps, LedgerBlock.STEPS, block.rows().size());
    }

    private byte[] add(StepSyncs rows, long overwritten) {
        message.clear();
        SyncsCodec.write(new SyncsCodec.Block(overwritten, droppedSyncs, rows), message);
        return add(syncs, LedgerBlock.SYNCS, rows.size());
    }

    private byte[] add(Part part, int kind, int rows) {
        // The head is the first.
        int number = steps.blocks.size() + syncs.blocks.size() + 2;
        byte[] block = LedgerBlock.encode(kind, file, number, message);
        part.add(new Encoded(block, rows));
        return block;
    }

    /** {@return true if a limit is exceeded} The ledger is then shorter. */
    public boolean shorten() {
        boolean isTooLong = steps.bytes + syncs.bytes > maxBytes;
        if (isTooLong && join()) {
            return true;
        }
        if (syncs.rows > maxRows || (isTooLong && syncs.bytes > maxBytes / 2)) {
            rewriteSyncs(syncs.blocks.size() / 2);
            return true;
        }
        if (steps.rows > maxRows || isTooLong) {
            rewriteSteps((steps.blocks.size() + 1) / 2, true);
            return true;
        }
        return false;
    }

    /** {@return true if blocks are short on average} They are then joined. */
    public boolean join() {
        boolean joins = steps.isScattered() || syncs.isScattered();
        if (steps.isScattered()) {
            rewriteSteps(steps.blocks.size(), false);
        }
        if (syncs.isScattered()) {
            rewriteSyncs(0);
        }
        return joins;
    }

    /** Encodes the first blocks of steps again. */
    private void rewriteSteps(int first, boolean pools) {
        List<Encoded> blocks = List.copyOf(steps.blocks);
        steps.clear();
        StepRows waiting = new StepRows();
        for (int i = 0; i < first; i++) {
            RowsCodec.Block block = decoded(blocks.get(i).bytes, RowsCodec::read);
            if (pools) {
                waiting.addPooled(block.rows());
            } else {
                waiting.addAll(block.rows());
            }
            if (waiting.size() >= ROWS_OF_BLOCK || i == first - 1) {
                add(block.with(waiting));
                waiting = new StepRows();
            }
        }
        blocks.subList(first, blocks.size()).forEach(steps::add);
    }

    /** Drops the first blocks of collectives, and joins the others. */
    private void rewriteSyncs(int dropped) {
        List<Encoded> blocks = List.copyOf(syncs.blocks);
        syncs.clear();
        for (Encoded block : blocks.subList(0, dropped)) {
            droppedSyncs += block.rows;
        }
        StepSyncs waiting = new StepSyncs();
        for (int i = dropped; i < blocks.size(); i++) {
            SyncsCodec.Block block = decoded(blocks.get(i).bytes, SyncsCodec::read);
            waiting.addAll(block.rows());
            if (waiting.size() >= ROWS_OF_BLOCK || i == blocks.size() - 1) {
                add(waiting, block.overwritten());
                waiting = new StepSyncs();
            }
        }
    }

    private interface Decoder<T> {
        T read(WireReader in) throws IOException;
    }

    private static <T> T decoded(byte[] block, Decoder<T> decoder) {
        try {
            BlockHeader header = LedgerBlock.header(block, 0);
            return decoder.read(LedgerBlock.message(block, 0, header));
        } catch (IOException e) {
            throw new UncheckedIOException("A block of this process cannot be read", e);
        }
    }

    /**
     * Writes a whole file.
     *
     * @param out receives the file
     * @throws IOException if {@code out} throws it
     */
    public void writeTo(OutputStream out) throws IOException {
        message.clear();
        RunCodec.write(run, message);
        int number = 1;
        out.write(LedgerBlock.encode(LedgerBlock.HEAD, file, number, message));
        for (Part part : List.of(steps, syncs)) {
            for (Encoded block : part.blocks) {
                BlockHeader.renumber(++number, block.bytes, 0);
                out.write(block.bytes);
            }
        }
    }

    /** {@return the ledger of all blocks} Takes milliseconds, more for long runs. */
    public StepLedger ledger() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            writeTo(all);
            return LedgerReader.read(all.toByteArray(), "the ledger of this process");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
