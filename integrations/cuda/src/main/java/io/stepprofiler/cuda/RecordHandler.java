package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;

/** Handler of records of a type, which reports them to a sink. Used by one thread at a time, for one window. */
interface RecordHandler {
    /** Reports the record, or keeps it until a record that it needs has been read. */
    void report(CudaRecord record, ActivitySink sink);

    /** Reports records that are still kept: no more records of the window follow. */
    default void end(ActivitySink sink) {}
}
