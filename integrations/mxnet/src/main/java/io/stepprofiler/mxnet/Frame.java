package io.stepprofiler.mxnet;

/**
 * One of a numbered series of the process, such as passes through the data; see {@link Domain#newFrame(String)}.
 * Recorded while the profiler runs and does not pause. Never throws; for any thread.
 */
public final class Frame {
    private final io.stepprofiler.Frame frame;
    private final OpenTokens open = new OpenTokens();

    Frame(io.stepprofiler.Frame frame) {
        this.frame = frame;
    }

    /** Begins the next one. */
    public void start() {
        open.begin(frame::begin);
    }

    /**
     * Ends the one that the calling thread has begun last, or, if it has begun none, the oldest that is open; does
     * nothing if none is.
     */
    public void stop() {
        io.stepprofiler.Frame.end(open.end());
    }
}
