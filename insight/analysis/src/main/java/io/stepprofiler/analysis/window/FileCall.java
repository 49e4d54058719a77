package io.stepprofiler.analysis.window;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Kind of a call of the operating system for files or sockets, by the method of Java that makes it. */
public enum FileCall {
    /** Reads a file. */
    READ,
    /** Writes a file. */
    WRITE,
    /** Reads or writes a socket. */
    SOCKET,
    /** Maps a part of a file into memory, or ends a mapping. */
    MAP,
    /** Waits until a file is on its disk. */
    FORCE,
    /** Opens a file, or asks the file system for files, their attributes or their existence. */
    LOOK_UP;

    private static final Set<String> STREAMS =
            Set.of("java.io.FileInputStream", "java.io.FileOutputStream", "java.io.RandomAccessFile");

    private static final Set<String> CHANNELS =
            Set.of("sun.nio.ch.FileChannelImpl", "sun.nio.ch.FileDispatcherImpl", "sun.nio.ch.UnixFileDispatcherImpl");

    private static final String SOCKETS = "sun.nio.ch.SocketDispatcher";
    /** Class that loads mapped files into memory, and writes them back. */
    private static final String MAPPED = "java.nio.MappedMemoryUtils";

    /**
     * {@return the kind of the call in which a thread is; empty if it is in none}
     *
     * @param stack its call stack, innermost frame first
     */
    public static Optional<FileCall> of(List<StackTraceElement> stack) {
        return stack.isEmpty() ? Optional.empty() : of(stack.get(0));
    }

    private static Optional<FileCall> of(StackTraceElement frame) {
        String type = frame.getClassName();
        String method = frame.getMethodName();
        if (CHANNELS.contains(type) && (method.startsWith("map") || method.startsWith("unmap"))) {
            // Samples of the kernel's work for a mapping are found in the caller of the native method, too.
            return Optional.of(MAP);
        } else if (!frame.isNativeMethod()) {
            return Optional.empty();
        } else if (type.equals(SOCKETS)) {
            return Optional.of(SOCKET);
        } else if (type.equals(MAPPED) || CHANNELS.contains(type)) {
            return Optional.of(method.startsWith("force") ? FORCE : transfer(method));
        } else if (STREAMS.contains(type)) {
            return Optional.of(method.equals("open0") ? LOOK_UP : transfer(method));
        }
        boolean isOfSystem =
                (type.startsWith("java.io.") && type.endsWith("FileSystem")) || type.startsWith("sun.nio.fs.");
        return isOfSystem ? Optional.of(LOOK_UP) : Optional.empty();
    }

    private static FileCall transfer(String method) {
        return method.contains("write") ? WRITE : READ;
    }

    /**
     * {@return the kind of a recorded call}
     *
     * @param event name of its event
     */
    public static FileCall ofEvent(String event) {
        if (event.startsWith("Socket ")) {
            return SOCKET;
        }
        return event.startsWith("File force") ? FORCE : event.startsWith("File write") ? WRITE : READ;
    }

    /** {@return whether data goes to or comes from a file or a socket} */
    public boolean isTransfer() {
        return this == READ || this == WRITE || this == SOCKET;
    }
}
