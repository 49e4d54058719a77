package io.stepprofiler.window;

import io.stepprofiler.columns.TraceColumns;

/** Takes what activity sources deliver while their window is open. Safe on any thread. */
public interface PieceTaker {
    /** Takes nothing before the end. */
    PieceTaker NONE = new PieceTaker() {
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

    /** Whether a piece would be taken now. */
    boolean isWanting();

    /** Wants pieces from now on, however much room there is. */
    void begin();

    /** Most bytes that the attributes of the events of a piece may take. */
    long maxBytes();

    /** Hears how long it took to ask for a piece. */
    void took(long nanos);

    /** Takes a piece, which must not be changed any more; false if it is too late for that. */
    boolean take(TraceColumns piece);
}
