package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
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

/**
 * Blocks that are compressed in parallel, the way pigz does.
 *
 * <p>Compression costs as much as
 * encoding does, hence the threads; there are none for a file of one block, and none is left when this is closed.
 */
public final class DeflatedBlocks implements Blocks {
    private static final int MAX_WORKERS = 4;
    private static final long IDLE_SECONDS = 1;
    private final int workers = Math.min(MAX_WORKERS, Runtime.getRuntime().availableProcessors());
    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            workers, workers, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::daemon);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final Deque<Future<DeflatedBlock>> pending = new ArrayDeque<>();
    private final OutputStream out;
    private final Container container;
    private final Supplier<DeflatedBlock> blocks;
    private final List<DeflatedBlock> used = new ArrayList<>();
    private DeflatedBlock current;

    /**
     * Blocks of a compressed file.
     *
     * @param out where to write; not closed
     * @param container what the file is
     */
    public DeflatedBlocks(OutputStream out, Container container) {
        this(out, container, DeflatedBlock::new);
    }

    /** Compresses with the blocks that are supplied. */
    DeflatedBlocks(OutputStream out, Container container, Supplier<DeflatedBlock> blocks) {
        this.out = out;
        this.container = container;
        this.blocks = blocks;
        current = newBlock();
        executor.allowCoreThreadTimeOut(true);
    }

    /**
     * {@return blocks of a gzip file}
     *
     * @param out where to write; not closed
     */
    public static DeflatedBlocks gzip(OutputStream out) {
        return new DeflatedBlocks(out, new GzipContainer());
    }

    @Override
    public byte[] first() {
        return current.input();
    }

    @Override
    public byte[] next(byte[] block, int length) throws IOException {
        take(block, length);
        pending.add(executor.submit(current));
        // One more than the workers can work on, so that they have something to go on with while this thread writes.
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
        current.writeTo(container, out);
        container.finish(out);
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
        container.take(block, length);
        current.fill(block, length);
    }

    private DeflatedBlock writeOldest() throws IOException {
        try {
            DeflatedBlock block = pending.remove().get();
            block.writeTo(container, out);
            return block;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while compressing").initCause(e);
        } catch (ExecutionException e) {
            throw new IOException("compression failed: " + e.getCause(), e.getCause());
        }
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // Nothing relies on it: it is for the training's sake where there are few cores.
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
