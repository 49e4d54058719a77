package io.stepprofiler.window;

import io.stepprofiler.columns.TraceColumns;

/** Receiver of the deliveries of activity sources while their window is open. Safe on any thread. */
public interface SourceDrain {
    /** Receiver that takes nothing before the end. */
    SourceDrain NONE = new SourceDrain() {
        @Override
        public boolean isWanting() {
            return false;
        }

        @Override
        public void begin() {}

        @Override
        public long maxBytes() {
            return 0;
        }

        @Override
        public void took(long nanos) {}

        @Override
        public boolean take(TraceColumns piece) {
            return false;
        }
    };

    /** True if a delivery would be taken now. */
    boolean isWanting();

    /** Wants deliveries from now on, however much room there is. */
    void begin();

    /** Returns the maximum number of bytes that the attributes of a delivery's events may take. */
    long maxBytes();

    /** Adds the time that it took to ask for a delivery. */
    void took(long nanos);

    /** Takes a delivery, which must not be changed any more; false if it is too late for that. */
    boolean take(TraceColumns piece);
}
