package io.stepprofiler.nativeaccess.torch;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Records of one thread in one window.
 *
 * @param javaId id of the Java thread; -1 for a thread that is none, or that carries virtual threads
 * @param nativeId the operating system's number of the thread
 * @param torchId libtorch's number of the thread; 0 if not known
 * @param name name of the thread
 * @param begun events that began, dropped ones included
 * @param droppedBudget events dropped because the budget was used up
 * @param droppedMemory events dropped because there was no memory
 * @param droppedNesting operations dropped because they were nested too deeply
 * @param cut operations whose inputs are not all there
 * @param foreign outermost operations without memory events, because another profiler was there
 * @param chunks the records, in the form that records.h describes; valid until the window is released
 */
public record TorchLog(
        long javaId,
        long nativeId,
        long torchId,
        String name,
        long begun,
        long droppedBudget,
        long droppedMemory,
        long droppedNesting,
        long cut,
        long foreign,
        List<ByteBuffer> chunks) {}
