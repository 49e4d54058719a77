package io.stepprofiler.ledger;

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
 * pairs: the older a row, the more steps it stands for. For one thread at a time.
 */
final class LedgerBlocks {
    static final int ROWS_OF_BLOCK = 256;

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
    private long droppedSyncs;

    LedgerBlocks(LedgerRun run, long maxBytes, int maxRows) {
        this.run = run;
        this.maxBytes = maxBytes;
        this.maxRows = maxRows;
    }

    /** Number of rows of steps. */
    int rows() {
        return steps.rows;
    }

    /** Adds at most {@value #ROWS_OF_BLOCK} rows; returns their encoded block. */
    byte[] add(RowsCodec.Block block) {
        message.clear();
        RowsCodec.write(block, message);
        return add(steps, LedgerBlock.STEPS, block.rows().size());
    }

    /** Adds at most {@value #ROWS_OF_BLOCK} collectives; returns their encoded block. */
    byte[] add(StepSyncs rows, long overwritten) {
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

    /** Makes the ledger shorter if a limit is exceeded; returns false if it is not. */
    boolean shorten() {
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

    /** Joins blocks that are short on average; returns false if there are none. */
    boolean join() {
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

    /** Writes a whole file. */
    void writeTo(OutputStream out) throws IOException {
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

    StepLedger ledger() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            writeTo(all);
            return LedgerReader.read(all.toByteArray(), "the ledger of this process");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
