package io.stepprofiler.cuda;

import io.stepprofiler.source.ActivitySink;

/** Tells a sink what records of some type say. Used by one thread at a time, for one window. */
interface Teller {
    /** Tells it, or keeps it until a record that it needs has come. */
    void tell(CudaRecord record, ActivitySink sink);

    /** Tells what is still kept: no more records of the window will come. */
    default void end(ActivitySink sink) {}
}
