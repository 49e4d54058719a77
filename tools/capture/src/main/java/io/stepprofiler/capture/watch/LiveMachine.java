package io.stepprofiler.capture.watch;

/**
 * What a watched job takes of its machine. What is not known is 0, a load that is not known below 0: it takes two looks.
 *
 * @param cores processors that the job keeps busy
 * @param processors processors that it may use
 * @param machineCores processors of the machine that are busy, whoever with
 * @param heapBytes heap in use
 * @param heapMaxBytes largest size of the heap
 * @param residentBytes memory of the process that is in the machine's memory, in and outside of the heap
 * @param collections garbage collections since the process began
 * @param collectionMillis milliseconds that they took
 */
record LiveMachine(
        double cores,
        int processors,
        double machineCores,
        long heapBytes,
        long heapMaxBytes,
        long residentBytes,
        long collections,
        long collectionMillis) {}
