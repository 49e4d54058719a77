package io.stepprofiler.ledger;

import io.stepprofiler.wire.BlockHeader;
import io.stepprofiler.wire.WireWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The encoded blocks of a ledger in memory. If they exceed a limit of bytes or rows, the rows of the older half of the
 * blocks are pooled in pairs: the older a row, the more steps it stands for. For one thread at a time.
 */
final class LedgerBlocks {
    static final int ROWS_OF_BLOCK = 256;

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Encoded(byte[] bytes, int rows) {}

    private final WireWriter message = new WireWriter();
    private final int file = ThreadLocalRandom.current().nextInt();
    private final LedgerRun run;
    private final long maxBytes;
    private final int maxRows;
    private final List<Encoded> blocks = new ArrayList<>();
    private long bytes;
    private int rows;
    private long lastNumber = 1;

    LedgerBlocks(LedgerRun run, long maxBytes, int maxRows) {
        this.run = run;
        this.maxBytes = maxBytes;
        this.maxRows = maxRows;
    }

    int rows() {
        return rows;
    }

    /** Adds at most {@value #ROWS_OF_BLOCK} rows; returns their encoded block. */
    byte[] add(RowsCodec.Block block) {
        Encoded encoded = encode(block, ++lastNumber);
        add(encoded);
        return encoded.bytes;
    }

    private void add(Encoded block) {
        blocks.add(block);
        bytes += block.bytes.length;
        rows += block.rows;
    }

    private Encoded encode(RowsCodec.Block block, long number) {
        message.clear();
        RowsCodec.write(block, message);
        return new Encoded(
                LedgerBlock.encode(LedgerBlock.STEPS, file, number, message),
                block.rows().size());
    }

    /** Pools the older half of the blocks if the limit is exceeded; returns false if it is not. */
    boolean pool() {
        if (bytes <= maxBytes && rows <= maxRows) {
            return false;
        }
        rewrite((blocks.size() + 1) / 2, true);
        return true;
    }

    /** Joins blocks that are short on average, such as blocks of long steps; returns false if there are none. */
    boolean join() {
        if (blocks.size() < 2 || rows > blocks.size() * ROWS_OF_BLOCK / 4) {
            return false;
        }
        rewrite(blocks.size(), false);
        return true;
    }

    /** Encodes the first blocks again, with the numbers before the number of the next one. */
    private void rewrite(int first, boolean pools) {
        List<RowsCodec.Block> older = rows(blocks.subList(0, first), pools);
        List<Encoded> newer = List.copyOf(blocks.subList(first, blocks.size()));
        long number = lastNumber - newer.size() - older.size();
        blocks.clear();
        bytes = 0;
        rows = 0;
        for (RowsCodec.Block block : older) {
            add(encode(block, ++number));
        }
        newer.forEach(this::add);
    }

    private static List<RowsCodec.Block> rows(List<Encoded> blocks, boolean pools) {
        List<RowsCodec.Block> result = new ArrayList<>();
        StepRows waiting = new StepRows();
        for (int i = 0; i < blocks.size(); i++) {
            RowsCodec.Block block = decode(blocks.get(i).bytes);
            if (pools) {
                waiting.addPooled(block.rows());
            } else {
                waiting.addAll(block.rows());
            }
            if (waiting.size() >= ROWS_OF_BLOCK || i == blocks.size() - 1) {
                result.add(block.with(waiting));
                waiting = new StepRows();
            }
        }
        return result;
    }

    private static RowsCodec.Block decode(byte[] block) {
        try {
            BlockHeader header = LedgerBlock.header(block, 0);
            return RowsCodec.read(LedgerBlock.message(block, 0, header));
        } catch (IOException e) {
            throw new UncheckedIOException("A block of this process cannot be read", e);
        }
    }

    /** Writes a whole file. */
    void writeTo(OutputStream out) throws IOException {
        message.clear();
        RunCodec.write(run, message);
        out.write(LedgerBlock.encode(LedgerBlock.HEAD, file, lastNumber - blocks.size(), message));
        for (Encoded block : blocks) {
            out.write(block.bytes);
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
