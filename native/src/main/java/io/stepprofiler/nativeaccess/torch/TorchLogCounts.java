package io.stepprofiler.nativeaccess.torch;

/**
 * Counts of a thread's log, each since they were taken the last time.
 *
 * @param begun events that began, dropped ones included
 * @param droppedBudget events dropped because the budget was used up
 * @param droppedMemory events dropped because there was no memory
 * @param droppedNesting operations dropped because they were nested too deeply
 * @param cut operations whose inputs are not all there
 * @param foreign outermost operations without memory events, because another profiler was there
 * @param oldestTicks when the first of those events began that have not been read yet, in ticks; {@link Long#MAX_VALUE}
 *     if there are none
 */
public record TorchLogCounts(
        long begun,
        long droppedBudget,
        long droppedMemory,
        long droppedNesting,
        long cut,
        long foreign,
        long oldestTicks) {}
