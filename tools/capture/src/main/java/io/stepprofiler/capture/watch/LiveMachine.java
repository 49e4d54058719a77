package io.stepprofiler.capture.watch;

/**
 * A watched job's use of its machine. Unknown values are 0, unknown loads below 0: a load needs two readings.
 *
 * @param cores processors that the job keeps busy
 * @param processors processors that it may use
 * @param machineCores busy processors of the machine, including other processes
 * @param heapBytes heap in use
 * @param heapMaxBytes largest size of the heap
 * @param residentBytes resident memory of the process, in and outside the heap
 * @param collections garbage collections since the process began
 * @param collectionMillis total duration of these collections, in milliseconds
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
