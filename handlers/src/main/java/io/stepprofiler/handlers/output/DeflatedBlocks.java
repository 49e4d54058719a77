package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * Blocks of a gzip file that are compressed in parallel, the way pigz does. The file is one member, because the
 * decompressor of web browsers does not read a second one.
 *
 * <p>Compression costs as much as encoding does, hence the threads; there are none for a file of one block, and none is
 * left when this is closed.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1952">RFC 1952, GZIP file format specification</a>
 */
public final class DeflatedBlocks implements Blocks {
    // E1: the zlib of the JDK, in parallel blocks.

    /** Magic number, method deflate, no flags, no time, fastest, operating system unknown. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 0xff};
    /** An empty deflate block that is the last one. */
    private static final byte[] LAST_BLOCK = {3, 0};

    private static final int MAX_WORKERS = 4;
    private static final long IDLE_SECONDS = 1;
    private final int workers = Math.min(MAX_WORKERS, Runtime.getRuntime().availableProcessors());
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            workers, workers, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::daemon);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final Deque<Future<DeflatedBlock>> pending = new ArrayDeque<>();
    private final OutputStream out;
    private final CRC32 checksum = new CRC32();
    private long totalLength;
    private boolean headerWritten;
    private final Supplier<DeflatedBlock> blocks;
    private final List<DeflatedBlock> used = new ArrayList<>();
    private DeflatedBlock current;

    /**
     * Blocks of a gzip file.
     *
     * @param out where to write; not closed
     */
    public DeflatedBlocks(OutputStream out) {
        this(out, DeflatedBlock::new);
    }

    /** Compresses with the blocks that are supplied. */
    DeflatedBlocks(OutputStream out, Supplier<DeflatedBlock> blocks) {
        this.out = out;
        this.blocks = blocks;
        current = newBlock();
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public byte[] first() {
        return current.input();
    }

    @Override
    public byte[] next(byte[] block, int length) throws IOException {
        take(block, length);
        pending.add(executor.submit(current));
        // One block more than workers, so that no worker idles while this thread writes.
        current = pending.size() <= workers ? newBlock() : writeOldest();
        return current.input();
    }

    @Override
    public void finish(byte[] block, int length) throws IOException {
        take(block, length);
        current.call();
        while (!pending.isEmpty()) {
            writeOldest();
        }
        write(current);
        out.write(LAST_BLOCK);
        out.write(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) checksum.getValue())
                .putInt((int) totalLength)
                .array());
    }

    @Override
    public void close() {
        executor.shutdownNow();
        // A worker is done with its block in milliseconds.
        threads.forEach(DeflatedBlocks::join);
        used.forEach(DeflatedBlock::end);
    }

    private DeflatedBlock newBlock() {
        DeflatedBlock block = blocks.get();
        used.add(block);
        return block;
    }

    private void take(byte[] block, int length) {
        checksum.update(block, 0, length);
        totalLength += length;
        current.fill(block, length);
    }

    private void write(DeflatedBlock block) throws IOException {
        if (!headerWritten) {
            out.write(HEADER);
            headerWritten = true;
        }
        block.writeTo(out);
    }

    private DeflatedBlock writeOldest() throws IOException {
        try {
            DeflatedBlock block = pending.remove().get();
            write(block);
            return block;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while compressing").initCause(e);
        } catch (ExecutionException e) {
            throw new IOException("compression failed: " + e.getCause(), e.getCause());
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it; it favours the training on few cores.
    private Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "stepprofiler-deflate");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        threads.add(thread);
        return thread;
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
