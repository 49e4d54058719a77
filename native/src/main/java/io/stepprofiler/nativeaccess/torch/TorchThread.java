package io.stepprofiler.nativeaccess.torch;

/**
 * A thread that recorded natively.
 *
 * @param javaId id of the Java thread; -1 for a thread that is none, or that carries virtual threads
 * @param nativeId the operating system's number of the thread
 * @param torchId libtorch's number of the thread; 0 if not known
 * @param name name of the thread
 */
public record TorchThread(long javaId, long nativeId, long torchId, String name) {}
