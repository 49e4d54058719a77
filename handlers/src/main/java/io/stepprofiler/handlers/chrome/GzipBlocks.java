package io.stepprofiler.handlers.chrome;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * Blocks that are compressed in parallel into one gzip member, the way pigz does.
 *
 * <p>One member, because the decompressor of web browsers takes no second one. Compression costs several times what
 * encoding does, hence the threads; there are none for a file of one block, and none is left when this is closed.
 */
final class GzipBlocks implements Blocks {
    private static final int MAX_WORKERS = 4;
    /** Magic number, method deflate, no flags, no time, fastest, operating system unknown. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 0xff};
    /** An empty deflate block that is the last one. */
    private static final byte[] LAST_BLOCK = {3, 0};

    private final int workers = Math.min(MAX_WORKERS, Runtime.getRuntime().availableProcessors());
    private final ExecutorService executor = Executors.newFixedThreadPool(workers, this::daemon);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final Deque<Future<GzipBlock>> pending = new ArrayDeque<>();
    private final CRC32 checksum = new CRC32();
    private final OutputStream out;
    private final Supplier<GzipBlock> blocks;
    private GzipBlock current;
    private long length;
    private boolean begun;

    GzipBlocks(OutputStream out) {
        this(out, GzipBlock::new);
    }

    /** Compresses with the blocks that are supplied. */
    GzipBlocks(OutputStream out, Supplier<GzipBlock> blocks) {
        this.out = out;
        this.blocks = blocks;
        this.current = blocks.get();
    }

    @Override
    public byte[] first() {
        return current.input();
    }

    @Override
    public byte[] next(int blockLength) throws IOException {
        take(blockLength);
        pending.add(executor.submit(current));
        // One more than the workers can work on, so that they have something to go on with while this thread writes.
        current = pending.size() <= workers ? blocks.get() : writeOldest();
        return current.input();
    }

    @Override
    public void finish(int blockLength) throws IOException {
        take(blockLength);
        current.call();
        while (!pending.isEmpty()) {
            writeOldest();
        }
        begin();
        current.writeTo(out);
        out.write(LAST_BLOCK);
        out.write(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) checksum.getValue())
                .putInt((int) length)
                .array());
    }

    @Override
    public void close() {
        executor.shutdownNow();
        // A worker is done with its block in milliseconds.
        threads.forEach(GzipBlocks::join);
    }

    private void take(int blockLength) {
        current.fill(blockLength, checksum);
        length += blockLength;
    }

    private GzipBlock writeOldest() throws IOException {
        try {
            GzipBlock block = pending.remove().get();
            begin();
            block.writeTo(out);
            return block;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while compressing").initCause(e);
        } catch (ExecutionException e) {
            throw new IOException("compression failed", e.getCause());
        }
    }

    private void begin() throws IOException {
        if (!begun) {
            out.write(HEADER);
            begun = true;
        }
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // Nothing relies on it: it is for the training's sake where there are few cores.
    private Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "stepprofiler-gzip");
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
