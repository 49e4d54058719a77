package io.stepprofiler.nativeaccess.torch;

/**
 * Thread that recorded natively.
 *
 * @param javaId id of the Java thread; -1 for a native thread, or one that carries virtual threads
 * @param nativeId the operating system's id of the thread
 * @param torchId libtorch's id of the thread; 0 if unknown
 * @param name name of the thread
 */
public record TorchThread(long javaId, long nativeId, long torchId, String name) {}
