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
import org.jspecify.annotations.Nullable;

/**
 * The encoded blocks of a ledger in memory. If they exceed a limit of bytes or rows, the older half of the collectives
 * is dropped if collectives take more than half of the bytes; else the rows of the older half of the steps are pooled in
 * pairs: the older a row, the more steps it stands for.
 *
 * <p>For the profiler only. For one thread at a time. Each change happens whole or, if memory runs out, not at all.
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

        /** True if most blocks are short, such as blocks of long steps. */
        private boolean isScattered() {
            return blocks.size() > 1 && rows <= blocks.size() * ROWS_OF_BLOCK / 4;
        }
    }

    /** The blocks that a file has; none at first. */
    public static final class Written {
        private @Nullable Part ofSteps;
        private @Nullable Part ofSyncs;
        private int steps;
        private int syncs;

        /** No blocks. */
        public Written() {}

        /** Forgets a file, which was removed, or has a part of a block. */
        public void clear() {
            ofSteps = null;
        }
    }

    private final WireWriter message = new WireWriter();
    private final int file = ThreadLocalRandom.current().nextInt();
    private final LedgerRun run;
    private final long maxBytes;
    private final int maxRows;
    private Part steps = new Part();
    private Part syncs = new Part();
    private StepRows nextSteps = new StepRows();
    private StepSyncs nextSyncs = new StepSyncs();
    private long droppedSyncs;

    /**
     * A ledger without steps, with room for as many rows as a reader accepts, and some for steps that end while it is
     * shortened.
     *
     * @param run the run
     * @param maxBytes limit of the encoded blocks
     */
    public LedgerBlocks(LedgerRun run, long maxBytes) {
        this(run, maxBytes, LedgerReader.MAX_ROWS - LedgerReader.MAX_ROWS / 4);
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

    /** {@return true if a reader would not accept another block} */
    public boolean isFull() {
        return Math.max(steps.rows, syncs.rows) > LedgerReader.MAX_ROWS - ROWS_OF_BLOCK;
    }

    /** {@return the number of rows of steps in blocks} */
    public int rows() {
        return steps.rows;
    }

    /** Begins the next block of each kind, without the rows that were added to the present one. */
    public void beginBlocks() {
        nextSteps = new StepRows();
        nextSyncs = new StepSyncs();
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
     * Encodes the block of the steps since its beginning.
     *
     * @param overwrittenSteps steps lost since the run began
     * @param failedWrites failed writes since the run began
     * @param ended true if the profile has ended
     */
    public void endSteps(long overwrittenSteps, long failedWrites, boolean ended) {
        steps.add(encoded(new RowsCodec.Block(ClockAnchor.now(), overwrittenSteps, failedWrites, ended, nextSteps)));
    }

    /**
     * Encodes the block of the collectives since its beginning.
     *
     * @param overwritten collectives lost since the run began
     */
    public void endCollectives(long overwritten) {
        syncs.add(encoded(new SyncsCodec.Block(overwritten, droppedSyncs, nextSyncs)));
    }

    private Encoded encoded(RowsCodec.Block block) {
        message.clear();
        RowsCodec.write(block, message);
        return encoded(LedgerBlock.STEPS, block.rows().size());
    }

    private Encoded encoded(SyncsCodec.Block block) {
        message.clear();
        SyncsCodec.write(block, message);
        return encoded(LedgerBlock.SYNCS, block.rows().size());
    }

    private Encoded encoded(int kind, int rows) {
        // Its place in the file is its number, once it is written.
        return new Encoded(LedgerBlock.encode(kind, file, 0, message), rows);
    }

    /**
     * {@return true if a limit is exceeded} The ledger is then shorter.
     *
     * @param between run after each block; may add blocks
     */
    public boolean shorten(Runnable between) {
        boolean isTooLong = steps.bytes + syncs.bytes > maxBytes;
        if (isTooLong && join(between)) {
            return true;
        }
        if (syncs.rows > maxRows || (isTooLong && syncs.bytes > maxBytes / 2)) {
            rewriteSyncs(syncs.blocks.size() / 2, between);
            return true;
        }
        if (steps.rows > maxRows || isTooLong) {
            rewriteSteps((steps.blocks.size() + 1) / 2, true, between);
            return true;
        }
        return false;
    }

    /**
     * {@return true if blocks are short on average} They are then joined.
     *
     * @param between run after each block; may add blocks
     */
    public boolean join(Runnable between) {
        boolean joins = steps.isScattered() || syncs.isScattered();
        if (steps.isScattered()) {
            rewriteSteps(steps.blocks.size(), false, between);
        }
        if (syncs.isScattered()) {
            rewriteSyncs(0, between);
        }
        return joins;
    }

    /** Encodes the first blocks of steps again. */
    private void rewriteSteps(int first, boolean pools, Runnable between) {
        Part rewritten = new Part();
        StepRows waiting = new StepRows();
        for (int i = 0; i < first; i++) {
            RowsCodec.Block block = decoded(steps.blocks.get(i).bytes, RowsCodec::read);
            if (pools) {
                waiting.addPooled(block.rows());
            } else {
                waiting.addAll(block.rows());
            }
            if (waiting.size() >= ROWS_OF_BLOCK || i == first - 1) {
                rewritten.add(encoded(block.with(waiting)));
                waiting = new StepRows();
            }
            between.run();
        }
        steps.blocks.subList(first, steps.blocks.size()).forEach(rewritten::add);
        steps = rewritten;
    }

    /** Drops the first blocks of collectives, and joins the others. */
    private void rewriteSyncs(int dropped, Runnable between) {
        Part rewritten = new Part();
        long lost = droppedSyncs;
        for (Encoded block : syncs.blocks.subList(0, dropped)) {
            lost += block.rows;
        }
        StepSyncs waiting = new StepSyncs();
        for (int i = dropped; i < syncs.blocks.size(); i++) {
            SyncsCodec.Block block = decoded(syncs.blocks.get(i).bytes, SyncsCodec::read);
            waiting.addAll(block.rows());
            if (waiting.size() >= ROWS_OF_BLOCK || i == syncs.blocks.size() - 1) {
                rewritten.add(encoded(new SyncsCodec.Block(block.overwritten(), lost, waiting)));
                waiting = new StepSyncs();
            }
            between.run();
        }
        syncs = rewritten;
        droppedSyncs = lost;
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
     * Writes the blocks that a file lacks: all, if it {@linkplain #isOther is another one}.
     *
     * @param out continues the file
     * @param written the blocks of the file, to which these are added
     * @param between run after each block; may add blocks
     * @throws IOException if {@code out} throws it
     */
    public void writeTo(OutputStream out, Written written, Runnable between) throws IOException {
        if (isOther(written)) {
            message.clear();
            RunCodec.write(run, message);
            out.write(LedgerBlock.encode(LedgerBlock.HEAD, file, 1, message));
            written.ofSteps = steps;
            written.ofSyncs = syncs;
            written.steps = 0;
            written.syncs = 0;
        }
        for (; written.steps < steps.blocks.size(); written.steps++) {
            write(steps.blocks.get(written.steps), out, written);
            between.run();
        }
        for (; written.syncs < syncs.blocks.size(); written.syncs++) {
            write(syncs.blocks.get(written.syncs), out, written);
            between.run();
        }
    }

    private static void write(Encoded block, OutputStream out, Written written) throws IOException {
        // The head is the first.
        BlockHeader.renumber(written.steps + written.syncs + 2, block.bytes, 0);
        out.write(block.bytes);
    }

    /**
     * {@return true if a file has no blocks, or others than these}
     *
     * @param written the blocks of the file
     */
    public boolean isOther(Written written) {
        return written.ofSteps != steps || written.ofSyncs != syncs;
    }

    /**
     * {@return true if a file lacks blocks}
     *
     * @param written the blocks of the file
     */
    public boolean lacks(Written written) {
        return written.steps < steps.blocks.size() || written.syncs < syncs.blocks.size();
    }

    /** {@return the content of a whole file} */
    public byte[] toByteArray() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            writeTo(all, new Written(), () -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toByteArray();
    }
}
