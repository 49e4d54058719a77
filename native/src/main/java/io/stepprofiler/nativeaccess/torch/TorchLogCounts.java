package io.stepprofiler.nativeaccess.torch;

/**
 * Counts of a thread's log since the last reading.
 *
 * @param begun events that began, dropped ones included
 * @param droppedBudget events dropped because the budget was used up
 * @param droppedMemory events dropped because there was no memory
 * @param droppedNesting operations dropped because they were nested too deeply
 * @param cut operations whose inputs are incomplete
 * @param foreign outermost operations without memory events, because another profiler was in place
 * @param oldestTicks start of the oldest event that has not been read yet, in ticks; {@link Long#MAX_VALUE} if there is
 *     none
 */
public record TorchLogCounts(
        long begun,
        long droppedBudget,
        long droppedMemory,
        long droppedNesting,
        long cut,
        long foreign,
        long oldestTicks) {}
