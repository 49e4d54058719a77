package io.stepprofiler.ledger;

/** Optional column of a {@link StepLedger}. Times are nanoseconds. */
public enum StepValue {
    /** Processor time of the thread that ends the steps. */
    CPU_NANOS,
    /** Pauses of the garbage collector, which virtual machines count in whole milliseconds. */
    PAUSE_NANOS,
    /** Time that the thread waited for the batches of a loader. */
    INPUT_WAIT_NANOS,
    /** Items of the batches, which a trace has as the counter {@value #BATCH_COUNTER}. */
    BATCH,
    /** Time that the thread waited for locks and was parked; not recorded by profiles. */
    LOCK_PARK_NANOS,
    /** Time that the thread read and wrote files and sockets; not recorded by profiles. */
    IO_NANOS,
    /** Time that the thread was in collectives; unknown before the first one. */
    COMMUNICATION_NANOS,
    /** Number of these collectives, of which {@link StepLedger#syncs()} has the largest; unknown before the first one. */
    COLLECTIVES;

    /** Name of the counter of items in a trace. */
    public static final String BATCH_COUNTER = "batch size";
}
