package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;

/** A disk of which one operation fails, or all from one on. */
final class FailingFiles implements JournalFiles {
    /** Kind of failure. */
    enum Fault {
        /** The disk is full: nothing of what is written gets there. */
        FULL,
        /** The disk is full: half of what is written gets there. */
        SHORT,
        /** The disk fails, and goes on failing: half of what is written gets there, and cannot be cut off again. */
        BROKEN,
        /** The operation is not allowed. */
        DENIED,
        /** The thread is interrupted, which is no fault of the disk's. */
        INTERRUPTED
    }

    private final JournalFiles disk = new DiskFiles();
    private final Fault fault;
    private final int failing;
    private int operations;

    FailingFiles(Fault fault, int failing) {
        this.fault = fault;
        this.failing = failing;
    }

    /** Operations up to now. */
    int operations() {
        return operations;
    }

    boolean hasFailed() {
        return operations >= failing;
    }

    private boolean fails() throws IOException {
        operations++;
        boolean now = fault == Fault.BROKEN ? operations >= failing : operations == failing;
        if (now && fault == Fault.INTERRUPTED) {
            Thread.currentThread().interrupt();
            return false;
        }
        return now;
    }

    private IOException failure() {
        return switch (fault) {
            case DENIED -> new AccessDeniedException("file");
            case BROKEN -> new IOException("Input/output error");
            default -> new IOException("No space left on device");
        };
    }

    private void fail() throws IOException {
        if (fails()) {
            throw failure();
        }
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        fail();
        disk.createDirectory(directory);
    }

    @Override
    public Output create(Path file) throws IOException {
        fail();
        Output output = disk.create(file);
        return new Output() {
            @Override
            public void write(byte[] bytes, int count) throws IOException {
                if (fails()) {
                    output.write(bytes, fault == Fault.SHORT || fault == Fault.BROKEN ? count / 2 : 0);
                    throw failure();
                }
                output.write(bytes, count);
            }

            @Override
            public void truncate(long length) throws IOException {
                fail();
                output.truncate(length);
            }

            @Override
            public void force() throws IOException {
                fail();
            }

            @Override
            public void close() throws IOException {
                output.close();
                fail();
            }
        };
    }

    @Override
    public void delete(Path file) throws IOException {
        fail();
        disk.delete(file);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        fail();
        return disk.list(directory);
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        fail();
        return disk.usableBytes(directory);
    }
}
